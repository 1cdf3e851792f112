import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

/// The titles of the kinds of warnings, and the rules that allow them.
@Suite(.inTurn, .serialized) struct WarningKindTests {
  @Test(arguments: WarningEntry.Kind.allCases) func everyKindHasATitle(kind: WarningEntry.Kind) {
    #expect(kind.title != kind.rawValue && !kind.title.hasSuffix("."), "\(kind)")
  }

  @Test func theKindsAreDifferent() {
    let breakdown = WarningEntry.Kind.allCases
    #expect(Set(breakdown).count == breakdown.count && Set(breakdown.map(\.title)).count == breakdown.count)
    expectEqual(WarningEntry.Kind(rawValue: "tomorrow").title, "tomorrow")
  }

  @Test(arguments: [
    ("handlerTrew", "There is no warning 'handlerTrew'. Did you mean 'handlerThrew'?"),
    ("xyzzy:Push", "There is no warning 'xyzzy'."),
    ("handlerThrew:Pusch", "There is no module 'Pusch'. Did you mean 'Push'?"),
    ("handlerThrew:", "There is no module ''. Known here: Push, Scene:Two."),
  ])
  func aRuleIsWrong(text: String, message: String) {
    #expect(throws: UnknownWarning.self) { try AllowedWarnings([text], modules: ["Push", "Scene:Two"]) }
    do { _ = try AllowedWarnings([text], modules: ["Push", "Scene:Two"]) } catch { expectEqual("\(error)", message) }
  }

  @Test func findingsAboutTheSystemAreSentences() {
    func sentence(_ kind: WarningEntry.Kind, _ fill: (inout WarningEntry) -> Void = { _ in }) -> String {
      var warning = WarningEntry(kind: kind, atNanoseconds: 0)
      fill(&warning)
      return warning.sentence
    }
    expectEqual(
      sentence(.launchRefused) { ($0.module, $0.event) = ("Vendor", "didFinishLaunching") },
      "Vendor alone answered no to didFinishLaunching. On iOS, the link that launched the app is dropped then.")
    expectEqual(
      sentence(.scenesNotAdopted), "The app has not adopted scenes. Built with the iOS 27 SDK, it ends at launch.")
    expectEqual(sentence(.scenesUnheard), "A scene has connected, and no module has heard of it.")
    expectEqual(sentence(.windowWithoutScene), "The app's window belongs to no scene, and stays black.")
    expectEqual(
      sentence(.notificationsElsewhere) { $0.objects = ["Proxy"] },
      "Notifications go to Proxy, which is the notification center's delegate, not to the modules.")
    expectEqual(
      sentence(.notificationsElsewhere),
      "Notifications do not reach the modules: the notification center has no delegate.")
    expectEqual(
      sentence(.handlerUnannounced) { $0.event = "performFetch" },
      "performFetch is never sent: UIKit looked for its method before a module handled it.")
    let push = "didReceiveRemoteNotification"
    expectEqual(
      sentence(.methodExchanged) { ($0.event, $0.objects) = (push, ["PUSHDidReceive", "Push"]) },
      "UIKit's call for didReceiveRemoteNotification runs PUSHDidReceive in Push, not the delegate's own method.")
    expectEqual(
      sentence(.methodExchanged) { ($0.event, $0.objects) = (push, ["Push"]) },
      "UIKit's call for didReceiveRemoteNotification runs code in Push, not the delegate's own method.")
    expectEqual(
      sentence(.methodExchanged) { $0.event = push },
      "UIKit's call for didReceiveRemoteNotification runs other code, not the delegate's own method.")
    expectEqual(
      sentence(.stateDiffers) { ($0.event, $0.state) = ("sceneDidBecomeActive", .inactive) },
      "After sceneDidBecomeActive, UIKit says that the application is inactive. Its scenes say something else.")
  }

  @Test func eachRuleIsAddedOnce() throws {
    var allowed = try AllowedWarnings(["overBudget", "handlerThrew:Scene:Two"], modules: ["Scene:Two"])
    allowed.add(AllowedWarnings([.init(.overBudget), .init(.depthCap)]))
    expectEqual(allowed.rules.map(\.description), ["overBudget", "handlerThrew:Scene:Two", "depthCap"])
  }
}
