import Foundation
import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallUIKit
import Services
import Testing
import UIKit

@testable import Before
@testable import Step1
@testable import Step2
@testable import Step3
@testable import Step4
@testable import Step5
@testable import Step6

/// Each step does the same as the delegate before it, and answers the system the same. Up to step 5, the app runs on iOS 26.
@Suite(.serialized) @MainActor struct StorefrontTests {
  private static let infoPlist = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/Step6/Info.plist")

  init() {
    ObjectiveCClasses.register(CompositeSceneDelegate.self, as: "CompositeSceneDelegate") { CompositeSceneDelegate() }
  }

  private func live<Delegate: UIResponder & UIApplicationDelegate>(_ delegate: Delegate) throws -> [Happening] {
    try UserStory { try SimulatedApp(delegate, on: .iOS26) }.happenings
  }

  private func before() throws -> [Happening] { try live(Before.AppDelegate()) }

  @Test func theOldDelegateDoesSomethingEachTime() throws {
    let happenings = try before()
    #expect(happenings.count == 21)
    for happening in happenings { #expect(!happening.done.isEmpty || !happening.answers.isEmpty, "\(happening)") }
    // The old delegate has no method that announces an activity.
    #expect(Set(MissingMethods.calls) == ["application(_:willContinueUserActivityWithType:)"])
  }

  @Test func step1ChangesNothing() throws { #expect(try live(Step1.AppDelegate()) == before()) }

  @Test func step2ChangesNothing() throws { #expect(try live(Step2.AppDelegate()) == before()) }

  /// What has moved into Session comes before what is still in the old delegate.
  @Test func step3DoesTheSameInAnotherOrder() throws {
    let (before, after) = (try before(), try live(Step3.AppDelegate()))
    #expect(after.map(\.answers) == before.map(\.answers))
    expectTheSame(after, as: before, exceptFor: ["launch", "background"])
  }

  @Test func step4ChangesNothing() throws { #expect(try live(Step4.AppDelegate()) == before()) }

  @Test func step5ChangesNothing() throws { #expect(try live(Step5.AppDelegate()) == before()) }

  /// The front page opens when the scene has connected: after the launch.
  @Test func step6DoesTheSameWithScenes() throws {
    let before = try before()
    let after = try UserStory {
      try SimulatedApp(Step6.AppDelegate(), info: InfoPlist(contentsOf: Self.infoPlist), on: .iOS27)
    }.happenings
    expectTheSame(after, as: before, exceptFor: ["launch"])
    // UIKit asks a scene's delegate for no answer to links and activities.
    let unasked: Set = ["login://shop/ada", "order://shop/42", "mailto:ada", "activity order", "activity news"]
    for (before, after) in zip(before, after) {
      #expect(after.answers == (unasked.contains(before.name) ? [] : before.answers), "\(after)")
    }
    #expect(MissingMethods.calls == [])
  }

  /// Whether the same was done each time, in the same order except for the named times.
  private func expectTheSame(_ after: [Happening], as before: [Happening], exceptFor others: [String]) {
    #expect(after.map(\.name) == before.map(\.name))
    for (before, after) in zip(before, after) { #expect(after.done.sorted() == before.done.sorted(), "\(after)") }
    #expect(zip(before, after).filter { $0.done != $1.done }.map(\.0.name) == others)
  }

  // MARK: Scenes

  @Test func step6IsTheFirstThatStartsOnTheNewSystem() throws {
    let old: [() throws -> SimulatedApp] = [
      { try SimulatedApp(Before.AppDelegate()) }, { try SimulatedApp(Step1.AppDelegate()) },
      { try SimulatedApp(Step2.AppDelegate()) }, { try SimulatedApp(Step3.AppDelegate()) },
      { try SimulatedApp(Step4.AppDelegate()) }, { try SimulatedApp(Step5.AppDelegate()) },
      { try SimulatedApp(Step6.AppDelegate()) },
    ]
    for start in old { #expect(throws: SystemTrap.scenesNotAdopted) { _ = try start() } }
    _ = try SimulatedApp(Step6.AppDelegate(), info: InfoPlist(contentsOf: Self.infoPlist))
  }

  /// What `rollcall check --plist` says.
  @Test func thePropertyListAdoptsScenes() throws {
    let list = try unsafe PropertyListSerialization.propertyList(from: Data(contentsOf: Self.infoPlist), format: nil)
    let manifest = (list as? [String: Any])?["UIApplicationSceneManifest"] as? [String: Any]
    let configurations = try #require(manifest?["UISceneConfigurations"] as? [String: [[String: String]]])
    let delegates = configurations.values.joined().map { $0["UISceneDelegateClassName"] }
    #expect(
      SceneAdoption(delegates: delegates, delegateConfigures: false)
        == .manifest(delegates: ["CompositeSceneDelegate"]))
  }

  /// With the property list alone, the app starts, and its screen stays black.
  @Test func theWindowNeedsTheScene() throws {
    let info = try InfoPlist(contentsOf: Self.infoPlist)
    let (black, shown) = (Step5.AppDelegate(), Step6.AppDelegate())
    _ = try SimulatedApp(black, info: info)
    #expect(black.window != nil && black.window?.isOnScreen == false)
    let app = try SimulatedApp(shown, info: info)
    #expect(shown.window?.isOnScreen == true)
    app.leave()
    for window in app.windows { app.reclaim(window) }
    #expect(shown.window == nil)
    try app.open()
    #expect(shown.window?.isOnScreen == true)
  }

  @Test func theModuleWithTheWindowHasNoFault() async { await checkModule { Step6.Front() } }

  /// The launch options are empty with scenes. Only Statistics reads them.
  @Test func aLinkThatStartsTheAppIsShownInEachStep() throws {
    let url = try #require(URL(string: "order://shop/7"))
    func done(_ start: () throws -> SimulatedApp) rethrows -> [String] {
      Log.clear()
      let app = try start()
      return withExtendedLifetime(app) { Log.lines }
    }
    let link = SimulatedApp.Start.foreground(.link(url))
    let before = try done { try SimulatedApp(Before.AppDelegate(), on: .iOS26, start: link) }
    let step5 = try done { try SimulatedApp(Step5.AppDelegate(), on: .iOS26, start: link) }
    let step6 = try done {
      try SimulatedApp(Step6.AppDelegate(), info: InfoPlist(contentsOf: Self.infoPlist), start: link)
    }
    #expect(before == step5)
    #expect(before.dropFirst().sorted() == step6.dropFirst().sorted() && before.contains("show order 7"))
    #expect(before.first?.hasSuffix(#"["UIApplicationLaunchOptionsURLKey": "order://shop/7"]"#) == true)
    #expect(step6.first == "analytics starts")
  }

  /// UIKit restores an activity itself only without scenes.
  @Test func anActivityIsRestoredInTheFrontPage() throws {
    let starts: [@MainActor () throws -> SimulatedApp] = [
      { try SimulatedApp(Before.AppDelegate(), on: .iOS26) }, { try SimulatedApp(Step5.AppDelegate(), on: .iOS26) },
      { try SimulatedApp(Step6.AppDelegate(), info: InfoPlist(contentsOf: Self.infoPlist)) },
    ]
    for start in starts {
      let app = try start()
      try app.receive(.activity(NSUserActivity(activityType: "order")))
      #expect(app.restored.count == 1)
    }
  }

  // MARK: The journal and the window

  /// The rows of an event: a module's name, or the name of a part of its handler after a dash.
  private func rows(of event: String, in delegate: CompositeApplicationDelegate) throws -> [String] {
    let dispatches = delegate.composite.journal.reader().read().compactMap(\.dispatch).filter { $0.event == event }
    return try #require(dispatches.last).handlers.map { $0.part.map { "- \($0)" } ?? $0.module }
  }

  @Test func step2ShowsThePartsOfTheOldDelegate() throws {
    let (plain, named) = (Step1.AppDelegate(), Step2.AppDelegate())
    for delegate in [plain, named] as [CompositeApplicationDelegate] { _ = try live(delegate) }
    #expect(try rows(of: "didFinishLaunching", in: plain) == ["Legacy"])
    #expect(
      try rows(of: "didFinishLaunching", in: named) == [
        "Legacy", "- orders", "- session", "- front page", "- analytics",
      ])
    #expect(try rows(of: "didEnterBackground", in: named) == ["Legacy", "- orders", "- session", "- analytics"])
  }

  /// UIKit and third-party code ask the delegate for the window.
  @Test func theDelegateHasTheWindow() throws {
    let delegates: [CompositeApplicationDelegate] = [
      Step1.AppDelegate(), Step2.AppDelegate(), Step3.AppDelegate(), Step4.AppDelegate(), Step5.AppDelegate(),
    ]
    for delegate in delegates {
      #expect(delegate.window == nil)
      _ = try SimulatedApp(delegate, on: .iOS26)
      #expect(
        delegate.window?.rootViewController != nil && delegate.window?.isOnScreen == true, "\(type(of: delegate))")
      let window = UIWindow()
      delegate.window = window
      #expect(delegate.window === window, "\(type(of: delegate))")
    }
  }

  @Test func whatModulesOwnIsInTheJournal() throws {
    let delegate = Step4.AppDelegate()
    _ = try live(delegate)
    let owned = delegate.composite.journal.reader().read().compactMap(\.owned?.name)
    #expect(owned == ["orders", "autosave", "userDidLogOut"])
  }
}

extension Before.AppDelegate: LacksMethods {
  /// It does not configure scenes.
  public nonisolated static var lackedMethods: Set<String> {
    ["application:configurationForConnectingSceneSession:options:"]
  }
}
