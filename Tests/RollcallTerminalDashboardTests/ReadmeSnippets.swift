// The code in the README and in Documentation, compiled. A test holds them against each other: a snippet there has to
// stand here, between the lines that give it something to work with.

import Foundation
import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallFoundation
import RollcallRecordings
import RollcallStartupTasks
import RollcallTerminalDashboard
import Testing

// The README: a module, and a composite that calls it
final class Bell: Module {
  let owned = OwnedObjects()
  static func handlers(_ handlers: inout ModuleHandlers<Bell>) {
    handlers.on(DidFinishLaunching.self) { bell, _ in bell.owned.timer("ring", every: .seconds(1)) { print("ding") } }
  }
}

@MainActor func launch(_ composite: CompositeDelegate) throws -> Bool {
  try composite.register("Bell", role: .main) { Bell() }
  return composite.send(DidFinishLaunching())
}

// A composite, and a module that owns objects
@MainActor func makeComposite() throws -> CompositeDelegate {
  let composite = CompositeDelegate(name: "Storefront")
  try composite.register("Bell", role: .main) { Bell() }
  try composite.register("Session") { Session() }
  return composite
}

final class Session: Module {
  let owned = OwnedObjects()

  static func handlers(_ handlers: inout ModuleHandlers<Session>) {
    handlers.on(DidEnterBackground.self) { session, _ in try session.save() }
    handlers.answer(OpenURL.self) { session, event in event.url.scheme == "login" ? session.logIn(event.url) : nil }
  }

  init() {
    owned.observe(Notification.Name("userDidLogOut")) { print("logged out") }
    owned.timer("autosave", every: .seconds(30)) { [weak self] in try? self?.save() }
    owned.own("thumbnails", as: "cache") { print("thumbnails thrown away") }
  }

  private func save() throws {}
  private func logIn(_ url: URL) -> Bool { url.host() != nil }
}

// Getting started
@MainActor func showDashboard(on composite: CompositeDelegate) {
  do {
    try composite.runDashboard()
  } catch {
    print(error)
  }
}

@MainActor func printWarnings(of composite: CompositeDelegate) {
  let reader = composite.journal.reader()
  composite.send(DidEnterBackground())
  for warning in reader.read().compactMap(\.warning) { print(warning.sentence) }
}

struct DidLogOut: LifecycleEvent {
  var user: String
}

extension DidLogOut: EventWithExample {
  static var example: DidLogOut { DidLogOut(user: "ada") }
}

// Events
@MainActor func postEvents(of composite: CompositeDelegate) throws {
  try composite.register("Notifications") { LifecycleNotifications(of: $0) }
}

final class Archive {
  private let owned = OwnedObjects()
  init() { owned.observe(.lifecycle(DidEnterBackground.self)) { print("in the background") } }
}

// Work at launch
final class Vendors: Module {
  static func handlers(_ handlers: inout ModuleHandlers<Vendors>) {
    handlers.on(DidFinishLaunching.self) { vendors, event in
      try StartupCommands {
        StartupCommand("crash report") { try vendors.startCrashReport() }
        if event.options["quiet"] == nil {
          StartupCommand("analytics") { vendors.startAnalytics() }
        }
      }.run()
    }
  }

  private(set) var started: [String] = []
  private func startCrashReport() throws { started.append("crash report") }
  private func startAnalytics() { started.append("analytics") }
}

@MainActor func registerLaunchWork() throws {
  try LaunchTasks.shared.register("maps") { options in print("maps of \(options["region"] ?? "the world")") }
  try LaunchTasks.shared.register("fonts", ifLate: .runNow) { _ in print("fonts") }
}

@MainActor func runLaunchWork(in composite: CompositeDelegate) throws {
  try composite.register("LaunchTasks") { LaunchTaskRunner() }
}

// An event that asks, and is answered later
/// Asks whether the user can sign out now. Any module can refuse.
struct MaySignOut: AsyncLifecycleEvent {
  var user: String
  static var policy: ResponsePolicy<Bool, Bool> { .all(default: true) }
  static var deadline: Duration { .seconds(5) }
}

final class Uploads: Module {
  static func handlers(_ handlers: inout ModuleHandlers<Uploads>) {
    handlers.answer(MaySignOut.self) { uploads, _ async in await uploads.finish() }
  }

  private func finish() async -> Bool { true }
}

@MainActor func signOut(_ user: String, in composite: CompositeDelegate) async {
  guard await composite.send(MaySignOut(user: user)) else { return }
  composite.send(DidLogOut(user: user))
}

// Why does my module leak?
/// Calls its listeners until they unsubscribe.
final class PriceBus: @unchecked Sendable {
  private var listeners: [Int: () -> Void] = [:]
  private var latest = 0
  func subscribe(_ body: @escaping () -> Void) -> Int {
    latest += 1
    listeners[latest] = body
    return latest
  }
  func unsubscribe(_ id: Int) { listeners[id] = nil }
}

final class Prices: Module {
  let owned = OwnedObjects()
  private var updates = 0

  static func handlers(_ handlers: inout ModuleHandlers<Prices>) {}

  init(bus: PriceBus) {
    let id = bus.subscribe { self.updates += 1 }  // the mistake: [weak self] is missing
    let hold = DeclaredHold(self, "is captured by the bus", endedBy: "unsubscribe")
    owned.own("prices", as: "subscription", holding: hold) { bus.unsubscribe(id) }
  }
}

@Test @MainActor func sessionGoes() throws {
  let (composite, lifetimes) = (CompositeDelegate(), LifetimeTracker())
  try composite.register("Session") { lifetimes.track(Session()) }
  composite.send(DidFinishLaunching())
  try composite.remove("Session")
  try lifetimes.expectAllReleased()
  try composite.expectNoLiveObjects(of: "Session")
}

// Test your modules
final class Listener: Module {
  let owned = OwnedObjects()
  private var logouts = 0

  static func handlers(_ handlers: inout ModuleHandlers<Listener>) {}

  init() {
    owned.observe(Notification.Name("userDidLogOut")) { self.logouts += 1 }  // the mistake: [weak self] is missing
  }
}

// A thousand-line app delegate in six steps
final class PlainDelegate {
  private let composite: CompositeDelegate
  init(_ composite: CompositeDelegate) { self.composite = composite }

  @MainActor func open(_ url: URL) -> Bool { composite.send(OpenURL(url: url)) }
  @MainActor func didEnterBackground() { composite.send(DidEnterBackground()) }
  @MainActor func performFetch(_ done: @escaping @MainActor (BackgroundFetchResult) -> Void) {
    composite.send(PerformFetch(), completion: done)
  }
}

// How an event is delivered
final class Pages: Module {
  var pages: [String] = []

  static func handlers(_ handlers: inout ModuleHandlers<Pages>) {
    handlers.answer(PerformFetch.self) { pages, _ async in  // answers when it returns
      await pages.reload() ? .newData : .noData
    }
    handlers.answerLater(DidReceiveRemoteNotification.self) { pages, _, completion in  // answers with completion, once
      pages.load { completion($0.isEmpty ? .noData : .newData) }
    }
    handlers.on(DidFinishLaunching.self) { pages, _ in
      CompositeDelegate.measure("cache") { pages.pages = ["welcome"] }  // a row of its own, below the module's
    }
  }
}

@MainActor func deliver(to composite: CompositeDelegate) async throws {
  try composite.register("Shop") {  // a composite is a module: its modules are called in its place
    let shop = CompositeDelegate()
    try shop.register("Pages") { Pages() }
    return shop
  }
  try composite.register("Feed", after: ["Shop"]) { Pages() }  // and can't be moved before it
  try composite.register("Store", isRequired: true) { Pages() }  // if it throws at launch, launch is aborted

  let found = await composite.send(PerformFetch())  // when the last has answered, or time is up
  composite.send(PerformFetch()) { print(found == $0) }  // the same with a completion, called exactly once
  composite.enqueue(DidReceiveMemoryWarning())  // when everything that is under way is over
  try composite.sendMissedEvents(to: "Feed")  // sends a late module the launch that it has missed
}

/// Asks who will pay; the first yes is enough, and later modules are not asked.
struct WillPay: LifecycleEvent {
  var amount: Int
  static var policy: ResponsePolicy<Bool, Bool> { .any(default: false).stopping { $0 } }
}

extension Pages {
  func reload() async -> Bool {
    await Task.yield()
    return !pages.isEmpty
  }

  func load(_ then: @escaping @Sendable ([String]) -> Void) { then(pages) }
}

/// Stands for the system's own object, such as a `UIWindowScene`.
final class Surface {}

final class Windows: Module {
  private(set) var surface: Surface?

  static func handlers(_ handlers: inout ModuleHandlers<Windows>) {
    handlers.on(SceneWillConnect.self) { windows, _, system in
      windows.surface = system[Surface.self]  // nil when the event was fired from a dashboard
    }
  }
}

@MainActor func connect(_ surface: Surface, to composite: CompositeDelegate) {
  composite.send(SceneWillConnect(scene: "main"), with: [surface])
}
