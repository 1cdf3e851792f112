import Foundation
import Testing

/// `rollcall events`: the catalogue, for people and for programs.
@Suite struct EventsTests {
  @Test func theCatalogueIsListedInGroups() async throws {
    let run = try await Rollcall.run("events", in: TemporaryFolder())
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(run.lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") }, "\(run)")
    #expect(
      run.output == """
        40 events; below each, its arguments with their default values.

        The application's life                        answer
         willFinishLaunching                          no if one says no, otherwise yes
           options:{}
         didFinishLaunching                           no if one says no, otherwise yes
           options:{}
         didBecomeActive                              none
         willResignActive                             none
         didEnterBackground                           none
         willEnterForeground                          none
         willTerminate                                none

        The device                                    answer
         didReceiveMemoryWarning                      none
         significantTimeChange                        none
         protectedDataDidBecomeAvailable              none
         protectedDataWillBecomeUnavailable           none

        Links, shortcuts and activities               answer
         openURL                                      yes if one says yes, otherwise no
           url:pay:42
           options:{}
         performActionForShortcutItem                 yes if one says yes, otherwise no
           item:search                                async, at most 30s
         willContinueUserActivity                     yes if one says yes, otherwise no
           type:reading
         continueUserActivity                         yes if one says yes, otherwise no,
           activity:{"type":"reading"}                and all restored objects in order
         didUpdateUserActivity                        none
           activity:{"type":"reading"}
         didFailToContinueUserActivity                none
           type:reading
           error:the other device is out of reach

        Notifications                                 answer
         didRegisterForRemoteNotifications            none
           token:a1b2c3d4
         didFailToRegisterForRemoteNotifications      none
           error:no connection to the push service
         didReceiveRemoteNotification                 the highest of newData > failed >
           userInfo:{"aps":{"content-available":1}}   noData
                                                      async, at most 30s
         userNotificationWillPresent                  all that any module allows
           identifier:parcel
           title:Your parcel is on its way
           userInfo:{}
         userNotificationDidReceive                   none
           identifier:parcel                          async, at most 30s
           action:open
           text
           userInfo:{}

        Work in the background                        answer
         performFetch                                 the highest of newData > failed >
                                                      noData
                                                      async, at most 30s
         handleEventsForBackgroundURLSession          none
           identifier:photos                          async, at most 30s

        Interface and saved state                     answer
         supportedInterfaceOrientations               what all modules allow
         shouldAllowExtensionPoint                    no if one says no, otherwise yes
           identifier:keyboard
         shouldSaveSecureApplicationState             yes if one says yes, otherwise no
         shouldRestoreSecureApplicationState          no if one says no, otherwise yes;
                                                      no when no module votes

        Scenes                                        answer
         configurationForConnecting                   the main module's vote, else the
           session:main                               first
           role:windowApplication
         sceneWillConnect                             none
           scene:main
         sceneDidDisconnect                           none
           scene:main
         sceneDidBecomeActive                         none
           scene:main
         sceneWillResignActive                        none
           scene:main
         sceneWillEnterForeground                     none
           scene:main
         sceneDidEnterBackground                      none
           scene:main
         sceneOpenURLContexts                         none
           scene:main                                 leads to openURL
           contexts:[{"url":"pay:42"}]
         didDiscardSceneSessions                      none
           sessions:["second"]

        macOS                                         answer
         applicationShouldTerminate                   the highest of cancel > later >
                                                      now
                                                      async, at most 2min
         applicationShouldTerminateAfterLastWindowClosed
                                                      the main module's vote
         applicationShouldHandleReopen                no if one says no, otherwise yes
           hasVisibleWindows:no

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
    #expect(
      opening
        == #"{"answer":"yes if one says yes, otherwise no","arguments":[{"example":"pay:42","name":"url"},"#
        + #"{"example":{},"name":"options"}],"async":false,"group":"Links, shortcuts and activities","#
        + #""name":"openURL","policy":"any"}"#)
    let fetching = try #require(lines.first { $0.contains("performFetch") })
    #expect(
      fetching
        == #"{"answer":"the highest of newData > failed > noData","arguments":[],"async":true,"#
        + #""deadline_ns":30000000000,"group":"Work in the background","name":"performFetch","policy":"highest"}"#)
    #expect(lines.contains { $0.contains(#""leads_to":"openURL""#) && $0.contains(#""name":"sceneOpenURLContexts""#) })
  }

  @Test func oneEventIsListedAlone() async throws {
    let run = try await Rollcall.run("events", "openURL", in: TemporaryFolder())
    #expect(
      run.output == """
        1 event; below it, its arguments with their default values.

        Links, shortcuts and activities               answer
         openURL                                      yes if one says yes, otherwise no
           url:pay:42
           options:{}

        """)
    let some = try await Rollcall.run("events", "memory", "--json", in: TemporaryFolder())
    #expect(some.lines.count == 2 && some.output.contains("\"didReceiveMemoryWarning\""), "\(some)")
  }

  @Test func anUnknownEventIsAnErrorWithTheNearestName() async throws {
    let run = try await Rollcall.run("events", "opnURL", in: TemporaryFolder())
    #expect(run.status == 64 && run.output == "", "\(run)")
    #expect(run.errors == "There is no event 'opnURL'. Did you mean 'openURL'?\n", "\(run)")
  }

  @Test func aMisspelledPrefixIsUnderstood() async throws {
    let run = try await Rollcall.run("fire", "didFinsh", map: Maps.shop)
    #expect(run.errors.contains("Did you mean 'didFinishLaunching'?"), "\(run)")
  }
}
