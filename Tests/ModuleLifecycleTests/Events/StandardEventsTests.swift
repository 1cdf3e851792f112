import Foundation
import RollcallEventArguments
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Checks the whole catalogue, event by event.
@Suite(.inTurn, .serialized) struct StandardEventsTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let type: any LifecycleEvent.Type
    let policy: String
    /// The response when no module votes, in JSON.
    let empty: String
    /// The example as JSON.
    let example: String
    var isAsync = false

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "willFinishLaunching", type: WillFinishLaunching.self, policy: "all", empty: "true",
      example: #"{"options":{}}"#),
    Row(
      name: "didFinishLaunching", type: DidFinishLaunching.self, policy: "all", empty: "true",
      example: #"{"options":{}}"#),
    told("didBecomeActive", DidBecomeActive.self),
    told("willResignActive", WillResignActive.self),
    told("willEnterForeground", WillEnterForeground.self),
    told("didEnterBackground", DidEnterBackground.self),
    told("willTerminate", WillTerminate.self),
    told("didReceiveMemoryWarning", DidReceiveMemoryWarning.self),
    told("significantTimeChange", SignificantTimeChange.self),
    told("protectedDataDidBecomeAvailable", ProtectedDataDidBecomeAvailable.self),
    told("protectedDataWillBecomeUnavailable", ProtectedDataWillBecomeUnavailable.self),
    Row(
      name: "openURL", type: OpenURL.self, policy: "any", empty: "false", example: #"{"options":{},"url":"pay:42"}"#),
    Row(
      name: "willContinueUserActivity", type: WillContinueUserActivity.self, policy: "any", empty: "false",
      example: #"{"type":"reading"}"#),
    Row(
      name: "continueUserActivity", type: ContinueUserActivity.self, policy: "any",
      empty: #"{"continued":false,"restored":[]}"#, example: #"{"activity":{"type":"reading"}}"#),
    told("didUpdateUserActivity", DidUpdateUserActivity.self, #"{"activity":{"type":"reading"}}"#),
    told(
      "didFailToContinueUserActivity", DidFailToContinueUserActivity.self,
      #"{"error":"the other device is out of reach","type":"reading"}"#),
    told("didRegisterForRemoteNotifications", DidRegisterForRemoteNotifications.self, #"{"token":"a1b2c3d4"}"#),
    told(
      "didFailToRegisterForRemoteNotifications", DidFailToRegisterForRemoteNotifications.self,
      #"{"error":"no connection to the push service"}"#),
    Row(
      name: "didReceiveRemoteNotification", type: DidReceiveRemoteNotification.self, policy: "highest",
      empty: #""noData""#, example: #"{"userInfo":{"aps":{"content-available":1}}}"#, isAsync: true),
    Row(
      name: "performFetch", type: PerformFetch.self, policy: "highest", empty: #""noData""#, example: "{}",
      isAsync: true),
    told(
      "handleEventsForBackgroundURLSession", HandleEventsForBackgroundURLSession.self, #"{"identifier":"photos"}"#,
      isAsync: true),
    Row(
      name: "performActionForShortcutItem", type: PerformActionForShortcutItem.self, policy: "any", empty: "false",
      example: #"{"item":"search"}"#, isAsync: true),
    Row(
      name: "shouldSaveSecureApplicationState", type: ShouldSaveSecureApplicationState.self, policy: "any",
      empty: "false", example: "{}"),
    Row(
      name: "shouldRestoreSecureApplicationState", type: ShouldRestoreSecureApplicationState.self, policy: "all",
      empty: "false", example: "{}"),
    Row(
      name: "supportedInterfaceOrientations", type: SupportedInterfaceOrientations.self, policy: "intersection",
      empty: #"["portrait","landscapeLeft","landscapeRight"]"#, example: "{}"),
    Row(
      name: "shouldAllowExtensionPoint", type: ShouldAllowExtensionPoint.self, policy: "all", empty: "true",
      example: #"{"identifier":"keyboard"}"#),
    Row(
      name: "configurationForConnecting", type: ConfigurationForConnecting.self, policy: "mainElseFirst",
      empty: #"{"name":"Default Configuration"}"#, example: #"{"role":"windowApplication","session":"main"}"#),
    told("didDiscardSceneSessions", DidDiscardSceneSessions.self, #"{"sessions":["second"]}"#),
    told("sceneWillConnect", SceneWillConnect.self, #"{"scene":"main"}"#),
    told("sceneDidDisconnect", SceneDidDisconnect.self, #"{"scene":"main"}"#),
    told("sceneDidBecomeActive", SceneDidBecomeActive.self, #"{"scene":"main"}"#),
    told("sceneWillResignActive", SceneWillResignActive.self, #"{"scene":"main"}"#),
    told("sceneWillEnterForeground", SceneWillEnterForeground.self, #"{"scene":"main"}"#),
    told("sceneDidEnterBackground", SceneDidEnterBackground.self, #"{"scene":"main"}"#),
    told("sceneOpenURLContexts", SceneOpenURLContexts.self, #"{"contexts":[{"url":"pay:42"}],"scene":"main"}"#),
    Row(
      name: "userNotificationWillPresent", type: UserNotificationWillPresent.self, policy: "union", empty: "[]",
      example: #"{"identifier":"parcel","title":"Your parcel is on its way","userInfo":{}}"#, isAsync: true),
    told(
      "userNotificationDidReceive", UserNotificationDidReceive.self,
      #"{"action":"open","identifier":"parcel","userInfo":{}}"#, isAsync: true),
    Row(
      name: "applicationShouldTerminate", type: ApplicationShouldTerminate.self, policy: "highest", empty: #""now""#,
      example: "{}", isAsync: true),
    Row(
      name: "applicationShouldTerminateAfterLastWindowClosed",
      type: ApplicationShouldTerminateAfterLastWindowClosed.self, policy: "main", empty: "false", example: "{}"),
    Row(
      name: "applicationShouldHandleReopen", type: ApplicationShouldHandleReopen.self, policy: "all", empty: "true",
      example: #"{"hasVisibleWindows":false}"#),
  ]

  private static func told(
    _ name: String, _ type: any LifecycleEvent.Type, _ example: String = "{}", isAsync: Bool = false
  ) -> Row { Row(name: name, type: type, policy: "broadcast", empty: "null", example: example, isAsync: isAsync) }

  @Test func theCatalogueHasExactlyTheseEvents() {
    expectEqual(Set(EventCatalog.standard.names), Set(Self.rows.map(\.name)))
    expectEqual(EventCatalog.standard.types.count, Self.rows.count)
    #expect(EventGroup.standard.allSatisfy { !$0.types.isEmpty && !$0.title.isEmpty })
  }

  @Test(arguments: rows) func isDeclaredAsOnThePlatforms(row: Row) throws {
    func check<Event: LifecycleEvent>(_ type: Event.Type) throws {
      expectEqual(type.name, row.name)
      expectEqual(type.policy.name, row.policy)
      let verdict = type.policy.combine([])
      expectEqual(EventValue(describing: verdict.response).json, row.empty)
      #expect(verdict.conflict == nil)
      #expect(type.policy.stops == nil, "all modules are called")
      #expect((type as? any AsyncLifecycleEvent.Type != nil) == row.isAsync)
    }
    try check(row.type)
  }

  @Test(arguments: rows) func goesThroughJSONAndIsMadeByName(row: Row) throws {
    let sample = row.type.sample
    let example = try #require(sample)
    try expectEqual(EventValue(encoding: example).json, row.example)
    let made = try EventCatalog.standard.event(named: row.name)
    #expect(type(of: made) == row.type)
    let arguments = try EventValue(encoding: example)
    let again = try EventCatalog.standard.event(named: row.name, arguments: arguments)
    try expectEqual(EventValue(encoding: again), arguments)
  }

  @Test(arguments: rows.filter { $0.name.hasPrefix("scene") }) func aSceneLeavesTheApplicationsStateAlone(row: Row) {
    #expect(row.type.transition == nil)
  }

  @Test func deadlines() {
    expectEqual(PerformFetch.deadline, .seconds(25))
    expectEqual(PerformActionForShortcutItem.deadline, .seconds(25))
    expectEqual(ApplicationShouldTerminate.deadline, .seconds(120))
  }

  @Test func urlsOfASceneAreOpenedLikeOthers() throws {
    let second = EventValue.object(["url": .string("pay:2"), "options": .object(["from": .string("mail")])])
    let arguments = EventValue.object(["contexts": .array([.string("pay:1"), second])])
    let made = try EventCatalog.standard.event(named: "sceneOpenURLContexts", arguments: arguments)
    let event = try #require(made as? SceneOpenURLContexts)
    expectEqual(event.scene, "main")
    let opened = event.bridged.compactMap { $0 as? OpenURL }
    expectEqual(opened.map(\.url.absoluteString), ["pay:1", "pay:2"])
    expectEqual(opened.map(\.options), [[:], ["from": "mail"]])
    #expect(OpenURL.example.bridged.isEmpty)
  }
}
