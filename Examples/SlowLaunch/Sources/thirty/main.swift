import Foundation
import ModuleLifecycle
import Shop

/// A module that works while it is created.
final class Part: Module {
  let owned = OwnedObjects()
  init(_ work: () -> Void = {}) { work() }
}

/// A module that starts while others do.
final class Starting: StartingModule {
  let owned = OwnedObjects()
  private let milliseconds: Int
  init(_ milliseconds: Int) { self.milliseconds = milliseconds }
  func start() async throws { try await Task.sleep(for: .milliseconds(milliseconds)) }
}

@MainActor protocol Priced { var price: Int { get } }

final class Basket: Module, Priced {
  let owned = OwnedObjects()
  let price = 3
  init() { wait(30) }
}

/// Both pages of the shop need the fonts, and the first to ask for them loads them.
@MainActor enum Fonts {
  static let loaded: Void = wait(50)
}

final class Scene: Module {
  let owned = OwnedObjects()
  private weak let composite: CompositeDelegate?
  init(in composite: CompositeDelegate) { self.composite = composite }

  static func handlers(_ handlers: inout ModuleHandlers<Scene>) {
    handlers.on(DidFinishLaunching.self) { scene, _ in _ = scene.composite?.module((any Priced).self)?.price }
  }
}

/// Sends one event when the application launches.
final class Sender: Module {
  let owned = OwnedObjects()
  private weak let composite: CompositeDelegate?
  init(in composite: CompositeDelegate) {
    self.composite = composite
    wait(15)
  }

  static func handlers(_ handlers: inout ModuleHandlers<Sender>) {
    handlers.on(DidFinishLaunching.self) { sender, _ in sender.composite?.send(DidReceiveMemoryWarning()) }
  }
}

final class Listener: Module {
  let owned = OwnedObjects()
  init() { wait(15) }
  static func handlers(_ handlers: inout ModuleHandlers<Listener>) {
    handlers.on(DidReceiveMemoryWarning.self) { _, _ in }
  }
}

final class Voter: Module {
  let owned = OwnedObjects()
  init() { wait(15) }
  static func handlers(_ handlers: inout ModuleHandlers<Voter>) {
    handlers.answer(DidFinishLaunching.self) { _, _ in false }
  }
}

/// Thirty modules: six could wait, Basket looks as if it could, the others are needed or quick.
@MainActor func thirty(_ composite: CompositeDelegate) throws {
  try composite.register("Store") { Part { wait(20) } }
  try composite.register("Feed", after: ["Store"], isRequired: true) { Part { compute(20) } }
  try composite.register("Session", isRequired: true) { Part { wait(20) } }
  try composite.register("Listener") { Listener() }
  try composite.register("Voter") { Voter() }
  try composite.register("Sender", isRequired: true) { Sender(in: $0) }
  try composite.register("Basket") { Basket() }
  for number in 1...6 { try composite.register("Wait \(number)") { Part { wait(20 + 5 * number) } } }
  for number in 1...16 { try composite.register("Quick \(number)") { Part() } }
  try composite.register("Scene", role: .main) { Scene(in: $0) }
  composite.send(DidFinishLaunching())
  composite.mark("first frame")
}

/// Two pages use the fonts. Without the first one, the second one loads them.
@MainActor func shared(_ composite: CompositeDelegate) throws {
  try composite.register("Home") {
    Part {
      _ = Fonts.loaded
      wait(20)
    }
  }
  try composite.register("Offers", isRequired: true) {
    Part {
      _ = Fonts.loaded
      wait(10)
    }
  }
  composite.send(DidFinishLaunching())
  composite.mark("first frame")
}

/// Three modules start side by side, because they are registered after the launch.
@MainActor func starts(_ composite: CompositeDelegate) throws {
  try composite.register("Feed", isRequired: true) { Part { compute(5) } }
  composite.send(DidFinishLaunching())
  for number in 1...3 { try composite.register("Start \(number)") { Starting(100) } }
  let end = Date(timeIntervalSinceNow: 0.15)
  while Date() < end { _ = RunLoop.main.run(mode: .default, before: end) }
  composite.mark("first frame")
}

/// The process is stopped between two events, and goes on ten seconds later.
@MainActor func stopped(_ composite: CompositeDelegate) throws {
  try composite.register("Feed") { Part { wait(400) } }
  composite.send(WillFinishLaunching())
  raise(SIGSTOP)
  composite.send(DidFinishLaunching())
}

switch CommandLine.arguments.dropFirst().first {
case "shared": try Application.launch(shared)
case "starts": try Application.launch(starts)
case "stopped": try Application.launch(stopped)
default: try Application.launch(thirty)
}
