import Foundation
import ModuleLifecycle
import Services
import Testing
import UIKit
import UIKitForwarding

@testable import Before
@testable import Step1
@testable import Step2
@testable import Step3
@testable import Step4
@testable import Step5

/// Each step does the same as the delegate before it, and answers the system the same.
@Suite(.serialized) @MainActor struct StorefrontTests {
  /// A call of the system, what the app did in it, and what it answered.
  struct Call: Equatable, CustomStringConvertible {
    var name: String
    var done: [String] = []
    var answers: [String] = []

    var description: String { "\(name) does \(done), answers \(answers)" }
  }

  /// Makes the calls that the system makes while the app lives.
  private func live(_ delegate: any UIApplicationDelegate) throws -> [Call] {
    MissingMethods.forget()
    let application = UIApplication.shared
    var calls: [Call] = []
    func call(_ name: String, _ body: (_ answer: @escaping (Any) -> Void) throws -> Void) rethrows {
      Log.clear()
      var answers: [String] = []
      try body { answers.append("\($0)") }
      calls.append(Call(name: name, done: Log.lines, answers: answers))
    }
    let options: [UIApplication.LaunchOptionsKey: Any] = [.url: "order:7"]
    call("launching") { $0(delegate.application(application, willFinishLaunchingWithOptions: options)) }
    call("launched") { $0(delegate.application(application, didFinishLaunchingWithOptions: options)) }
    call("active") { _ in delegate.applicationDidBecomeActive(application) }
    for link in ["login://shop/ada", "order://shop/42", "mailto:ada"] {
      let url = try #require(URL(string: link))
      call(link) { $0(delegate.application(application, open: url, options: [.sourceApplication: "mail"])) }
    }
    for type in ["search", "scan"] {
      let item = UIApplicationShortcutItem(type: type, localizedTitle: "")
      call(type) { delegate.application(application, performActionFor: item, completionHandler: $0) }
    }
    for type in ["order", "news"] {
      let activity = NSUserActivity(activityType: type)
      activity.title = "order 9"
      call("activity \(type)") { answer in
        answer(delegate.application(application, continue: activity) { answer($0?.count ?? 0) })
      }
    }
    call("token") { _ in
      delegate.application(application, didRegisterForRemoteNotificationsWithDeviceToken: Data([1, 2, 3]))
    }
    call("no token") { _ in
      delegate.application(application, didFailToRegisterForRemoteNotificationsWithError: Problem())
    }
    for message in [["order": 5], ["news": 1]] as [[AnyHashable: Any]] {
      call("push") {
        delegate.application(application, didReceiveRemoteNotification: message, fetchCompletionHandler: $0)
      }
    }
    call("fetch") { delegate.application(application, performFetchWithCompletionHandler: $0) }
    call("session") { answer in
      delegate.application(application, handleEventsForBackgroundURLSession: "feed") { answer("done") }
    }
    call("orientations") { $0(delegate.application(application, supportedInterfaceOrientationsFor: nil).rawValue) }
    call("memory") { _ in delegate.applicationDidReceiveMemoryWarning(application) }
    call("log out") { _ in NotificationCenter.default.post(name: .userDidLogOut, object: nil) }
    call("inactive") { _ in delegate.applicationWillResignActive(application) }
    call("background") { _ in delegate.applicationDidEnterBackground(application) }
    call("foreground") { _ in delegate.applicationWillEnterForeground(application) }
    call("end") { _ in delegate.applicationWillTerminate(application) }
    #expect(MissingMethods.calls == [])
    return calls
  }

  private func before() throws -> [Call] { try live(Before.AppDelegate()) }

  @Test func theOldDelegateDoesSomethingInEachCall() throws {
    let calls = try before()
    #expect(calls.count == 23)
    for call in calls { #expect(!call.done.isEmpty || !call.answers.isEmpty, "\(call)") }
  }

  @Test func step1ChangesNothing() throws { #expect(try live(Step1.AppDelegate()) == before()) }

  @Test func step2ChangesNothing() throws { #expect(try live(Step2.AppDelegate()) == before()) }

  /// What has moved into Session comes before what is still in the old delegate.
  @Test func step3DoesTheSameInAnotherOrder() throws {
    let (before, after) = (try before(), try live(Step3.AppDelegate()))
    #expect(after.map(\.answers) == before.map(\.answers))
    for (before, after) in zip(before, after) { #expect(after.done.sorted() == before.done.sorted(), "\(after)") }
    let moved = zip(before, after).filter { $0.done != $1.done }.map(\.0.name)
    #expect(moved == ["launched", "background"])
  }

  @Test func step4ChangesNothing() throws { #expect(try live(Step4.AppDelegate()) == before()) }

  @Test func step5ChangesNothing() throws { #expect(try live(Step5.AppDelegate()) == before()) }

  /// The rows of an event: a module's name, or the name of a part of its handler after a dash.
  private func rows(of event: String, in delegate: CompositeApplicationDelegate) throws -> [String] {
    let dispatches = delegate.composite.journal.reader().read().compactMap { entry in
      if case .dispatch(let dispatch) = entry, dispatch.event == event { dispatch } else { nil }
    }
    return try #require(dispatches.last).handlers.map { $0.part.map { "- \($0)" } ?? $0.module }
  }

  @Test func step2ShowsThePartsOfTheOldDelegate() throws {
    let (plain, named) = (Step1.AppDelegate(), Step2.AppDelegate())
    for delegate in [plain, named] { _ = try live(delegate) }
    #expect(try rows(of: "didFinishLaunching", in: plain) == ["Legacy"])
    #expect(
      try rows(of: "didFinishLaunching", in: named) == [
        "Legacy", "- orders", "- session", "- front page", "- analytics",
      ])
    #expect(try rows(of: "didEnterBackground", in: named) == ["Legacy", "- orders", "- session", "- analytics"])
  }

  /// UIKit and third-party code ask the delegate for the window.
  @Test func theDelegateHasTheWindow() throws {
    let delegates = [
      Step1.AppDelegate(), Step2.AppDelegate(), Step3.AppDelegate(), Step4.AppDelegate(), Step5.AppDelegate(),
    ]
    for delegate in delegates {
      #expect(delegate.window == nil)
      _ = try live(delegate)
      #expect(delegate.window?.rootViewController != nil, "\(type(of: delegate))")
      let window = UIWindow()
      delegate.window = window
      #expect(delegate.window === window, "\(type(of: delegate))")
    }
  }

  @Test func whatModulesOwnIsInTheJournal() throws {
    let delegate = Step4.AppDelegate()
    _ = try live(delegate)
    let owned = delegate.composite.journal.reader().read().compactMap { entry in
      if case .owned(let owned) = entry { owned.name } else { nil }
    }
    #expect(owned == ["orders", "autosave", "userDidLogOut"])
  }
}

private struct Problem: Error {}
