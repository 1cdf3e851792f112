import Foundation
import ModuleLifecycle
import RollcallEventArguments
import RollcallTestingAdditions
import Testing

/// The catalogue's events, in their shortest typed form.
@Suite(.inTurn, .serialized) struct TypedValuesTests {
  @Test func argumentsHaveAShortTypedForm() throws {
    let catalog = EventCatalog.standard
    let discarded = try catalog.event(spelled: "didDiscardSceneSessions=sessions:7") as? DidDiscardSceneSessions
    expectEqual(discarded?.sessions, ["7"])
    let opened = try catalog.event(spelled: "sceneOpenURLContexts=contexts:pay:7") as? SceneOpenURLContexts
    expectEqual(opened?.contexts.map(\.url.absoluteString), ["pay:7"])
    let continued = try catalog.event(spelled: "continueUserActivity=activity:writing") as? ContinueUserActivity
    expectEqual(continued?.activity, UserActivityContent(type: "writing"))
    let asked = try catalog.event(spelled: "applicationShouldHandleReopen=hasVisibleWindows:yes")
    #expect((asked as? ApplicationShouldHandleReopen)?.hasVisibleWindows == true)
  }

  @Test(arguments: [
    (
      "continueUserActivity={\"activity\":5}",
      "The arguments of continueUserActivity are not valid: 'activity' expects an object, not 5."
    ),
    (
      "didDiscardSceneSessions={\"sessions\":\"all\"}",
      "The arguments of didDiscardSceneSessions are not valid: 'sessions' expects a list, not \"all\"."
    ),
    (
      "userNotificationWillPresent=userInfo:7",
      "The arguments of userNotificationWillPresent are not valid: 'userInfo' expects an object, not 7."
    ),
    (
      "applicationShouldHandleReopen=hasVisibleWindows:some",
      "The arguments of applicationShouldHandleReopen are not valid: 'hasVisibleWindows' expects yes or no, not \"some\"."
    ),
    ("sceneWillConnect=scen:main", "sceneWillConnect has no argument 'scen'. Did you mean 'scene'?"),
    ("performFetch=x:1", "performFetch has no argument 'x': it takes no arguments."),
  ])
  func mistakesAreNamed(spelled: String, message: String) {
    let error = #expect(throws: EventCatalogError.self) { try EventCatalog.standard.event(spelled: spelled) }
    expectEqual(error?.description, message)
  }
}
