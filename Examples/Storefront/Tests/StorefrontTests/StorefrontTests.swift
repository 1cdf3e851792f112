import After
import Before
import Halfway
import Services
import Testing
import UIKit

/// The same calls of the system do the same, before, halfway and after.
@Suite(.serialized) @MainActor struct StorefrontTests {
  /// What a session of the app does, and what the system is answered.
  private func live(_ delegate: any UIApplicationDelegate) throws -> (done: [String], answers: [String]) {
    Log.clear()
    MissingMethods.forget()
    var answers: [String] = []
    let application = UIApplication.shared
    let options: [UIApplication.LaunchOptionsKey: Any] = [.url: "order:7"]
    answers.append("\(delegate.application(application, willFinishLaunchingWithOptions: options))")
    answers.append("\(delegate.application(application, didFinishLaunchingWithOptions: options))")
    delegate.applicationDidBecomeActive(application)
    for link in ["login://shop/ada", "order://shop/42", "mailto:ada"] {
      let url = try #require(URL(string: link))
      answers.append("\(link) \(delegate.application(application, open: url, options: [:]))")
    }
    for type in ["search", "scan"] {
      delegate.application(application, performActionFor: .init(type: type, localizedTitle: "")) {
        answers.append("\(type) \($0)")
      }
    }
    let activity = NSUserActivity(activityType: "order")
    activity.title = "order 9"
    var restored = 0
    let isContinued = delegate.application(application, continue: activity) { restored = $0?.count ?? 0 }
    answers.append("activity \(isContinued), \(restored) restored")
    delegate.application(application, didRegisterForRemoteNotificationsWithDeviceToken: Data([1, 2, 3]))
    delegate.application(application, didFailToRegisterForRemoteNotificationsWithError: Problem())
    for message in [["order": 5], ["news": 1]] as [[AnyHashable: Any]] {
      delegate.application(application, didReceiveRemoteNotification: message) { answers.append("push \($0)") }
    }
    delegate.application(application, performFetchWithCompletionHandler: { answers.append("fetch \($0)") })
    delegate.application(application, handleEventsForBackgroundURLSession: "feed") { answers.append("session done") }
    answers.append("\(delegate.application(application, supportedInterfaceOrientationsFor: nil).rawValue)")
    delegate.applicationDidReceiveMemoryWarning(application)
    delegate.applicationWillResignActive(application)
    delegate.applicationDidEnterBackground(application)
    delegate.applicationWillEnterForeground(application)
    delegate.applicationWillTerminate(application)
    #expect(MissingMethods.calls == [])
    return (Log.lines, answers)
  }

  @Test func halfwayNothingHasChanged() throws {
    let (before, halfway) = (try live(Before.AppDelegate()), try live(Halfway.AppDelegate()))
    #expect(halfway.done == before.done)
    #expect(halfway.answers == before.answers)
  }

  /// One event's work goes by modules now: within an event the order is that of the modules.
  @Test func afterwardsTheSameIsDoneAndAnswered() throws {
    let (before, after) = (try live(Before.AppDelegate()), try live(After.AppDelegate()))
    #expect(after.done.sorted() == before.done.sorted())
    #expect(after.answers == before.answers)
    #expect(after.done.last == "orders closed", "what is owned goes when all modules have heard of the end")
  }
}

private struct Problem: Error {}
