import Foundation
import RollcallTestingAdditions
import Testing

/// `rollcall events`: the catalogue, for people and for programs.
@Suite(.inTurn, .serialized) struct EventsTests {
  @Test func theCatalogueIsListedInGroups() async throws {
    let run = try await Rollcall.run("events", in: TemporaryFolder())
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(run.lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") }, "\(run)")
    expectEqual(
      run.output,
      """
      The application's life

       willFinishLaunching
         options:{}
         answers no if one says no, otherwise yes
       didFinishLaunching
         options:{}
         inBackground
         answers no if one says no, otherwise yes
       didBecomeActive
       willResignActive
       didEnterBackground
       willEnterForeground
       willTerminate

      Scenes

       configurationForConnecting
         session:main
         role:windowApplication
         answers the main module's vote, else the first
       sceneWillConnect
         scene:main
         role
         options
       sceneDidDisconnect
         scene:main
         leads to didEnterBackground, if the application's state changes
       sceneDidBecomeActive
         scene:main
         leads to didBecomeActive, if the application's state changes
       sceneWillResignActive
         scene:main
         leads to willResignActive, if the application's state changes
       sceneWillEnterForeground
         scene:main
         leads to willEnterForeground, if the application's state changes
       sceneDidEnterBackground
         scene:main
         leads to didEnterBackground, if the application's state changes
       sceneOpenURLContexts
         scene:main
         contexts:[{"url":"pay:42"}]
         leads to openURL
       didDiscardSceneSessions
         sessions:["second"]

      The device

       didReceiveMemoryWarning
       significantTimeChange
       protectedDataDidBecomeAvailable
       protectedDataWillBecomeUnavailable

      Links, shortcuts and activities

       openURL
         url:pay:42
         options:{}
         answers yes if one says yes, otherwise no
       performActionForShortcutItem
         item:search
         answers yes if one says yes, otherwise no
         async, at most 25s
       willContinueUserActivity
         type:reading
         answers yes if one says yes, otherwise no
       continueUserActivity
         activity:{"type":"reading"}
         answers yes if one says yes, otherwise no, and all restored objects in order
       didUpdateUserActivity
         activity:{"type":"reading"}
       didFailToContinueUserActivity
         type:reading
         error:the other device is out of reach

      Notifications

       didRegisterForRemoteNotifications
         token:a1b2c3d4
       didFailToRegisterForRemoteNotifications
         error:no connection to the push service
       didReceiveRemoteNotification
         userInfo:{"aps":{"content-available":1}}
         answers the highest of newData > failed > noData
         async, at most 25s
       userNotificationWillPresent
         identifier:parcel
         title:Your parcel is on its way
         userInfo:{}
         answers all that any module allows
         async, at most 25s
       userNotificationDidReceive
         identifier:parcel
         action:open
         text
         userInfo:{}
         async, at most 25s

      Work in the background

       performFetch
         answers the highest of newData > failed > noData
         async, at most 25s
       handleEventsForBackgroundURLSession
         identifier:photos
         async, at most 25s

      Interface and saved state

       supportedInterfaceOrientations
         answers what all modules allow
       shouldAllowExtensionPoint
         identifier:keyboard
         answers no if one says no, otherwise yes
       shouldSaveSecureApplicationState
         answers yes if one says yes, otherwise no
       shouldRestoreSecureApplicationState
         answers no if one says no, otherwise yes; no when no module votes

      macOS

       applicationShouldTerminate
         answers the highest of cancel > later > now
         async, at most 2min
       applicationShouldTerminateAfterLastWindowClosed
         answers the main module's vote
       applicationShouldHandleReopen
         hasVisibleWindows:no
         answers no if one says no, otherwise yes

      """)
  }

  @Test func eachLineOfJSONIsAnEvent() async throws {
    let run = try await Rollcall.run("events", "--json", in: TemporaryFolder())
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let lines = run.lines.dropLast()
    let events = try lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
    #expect(events.count == 40 && Set(events.compactMap { $0["name"] as? String }).count == 40)
    let opening = try #require(lines.first { $0.contains(#""openURL","policy"#) })
    expectEqual(
      opening,
      #"{"answer":"yes if one says yes, otherwise no","arguments":[{"example":"pay:42","name":"url"},"#
        + #"{"example":{},"name":"options"}],"async":false,"group":"Links, shortcuts and activities","#
        + #""name":"openURL","policy":"any"}"#)
    let fetching = try #require(lines.first { $0.contains("performFetch") })
    expectEqual(
      fetching,
      #"{"answer":"the highest of newData > failed > noData","arguments":[],"async":true,"#
        + #""deadline_ns":25000000000,"group":"Work in the background","name":"performFetch","policy":"highest"}"#)
    #expect(lines.contains { $0.contains(#""leads_to":"openURL""#) && $0.contains(#""name":"sceneOpenURLContexts""#) })
  }

  @Test func oneEventIsListedAlone() async throws {
    let run = try await Rollcall.run("events", "openURL", in: TemporaryFolder())
    expectEqual(
      run.output,
      """
      Links, shortcuts and activities

       openURL
         url:pay:42
         options:{}
         answers yes if one says yes, otherwise no

      """)
    let some = try await Rollcall.run("events", "memory", "--json", in: TemporaryFolder())
    #expect(some.lines.count == 2 && some.output.contains("\"didReceiveMemoryWarning\""), "\(some)")
  }

  @Test func anUnknownEventIsAnErrorWithTheNearestName() async throws {
    let run = try await Rollcall.run("events", "opnURL", in: TemporaryFolder())
    #expect(run.status == 64 && run.output == "", "\(run)")
    expectEqual(run.errors, "There is no event 'opnURL'. Did you mean 'openURL'?\n", "\(run)")
  }

  @Test func aMisspelledPrefixIsUnderstood() async throws {
    let run = try await Rollcall.run("fire", "didFinsh", map: Maps.shop)
    #expect(run.errors.contains("Did you mean 'didFinishLaunching'?"), "\(run)")
  }
}
