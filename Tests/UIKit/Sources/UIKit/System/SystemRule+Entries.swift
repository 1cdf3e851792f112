extension SystemRule {
  var entry: Entry {
    switch self {
    // Adoption
    case .scenesRequired:
      .said("From iOS 27 on, an app without scenes ends at launch.", by: .technicalNote, .transitioning)
    case .adoption:
      .said(
        "An app has scenes if its `Info.plist` has a scene configuration, or its delegate configures scenes.",
        by: .technicalNote, .emptyManifest)
    case .trapsBeforeLaunch:
      .said(
        "An app without scenes ends after its delegate is made, and before the delegate's launch methods.",
        by: .trapInReactNative)
    case .trapsInBackground: .assumed("An app without scenes ends at a launch in the background, too.")
    case .logsWithoutScenes:
      .said("On iOS 26, an app without scenes runs, and the system logs a line.", by: .technicalNote)

    // Launch
    case .launchOrder:
      .said(
        "The delegate is made, then called before and after the launch. Then a scene connects.", by: .launchSequence)
    case .launchState:
      .said(
        "At launch, an app with scenes is in the background. One without is inactive, unless it is launched in the "
          + "background.", by: .applicationState, .stateAtLaunch)
    case .noLaunchOptionsWithScenes: .said("With scenes, the launch options are `nil`.", by: .didFinishLaunching)
    case .launchOptionsWithoutScenes:
      .said("Without scenes, the launch options have what the app is launched for.", by: .didFinishLaunching)
    case .backgroundLaunch:
      .said(
        "At a launch in the background, no scene connects until the user opens the app.", by: .backgroundInWordPress)
    case .backgroundScene:
      .said("At a launch in the background, the system can connect a scene there.", by: .lifeCycle)

    // Scenes
    case .sceneOrder:
      .said("A scene connects, enters the foreground and becomes active, in this order.", by: .callsInOrder)
    case .connectsAtOnce:
      .assumed("At a launch in the foreground, the scene connects in the same turn of the main queue.")
    case .configurationFromDelegate:
      .said(
        "If the delegate configures scenes, it is asked once for each session.", by: .configurationForConnecting,
        .restoredScenes)
    case .configurationFromPlist:
      .said(
        "If the delegate does not configure scenes, the first configuration for the role in `Info.plist` counts. A "
          + "configuration's name leads to its delegate's class there.", by: .sessionConfiguration)
    case .unknownClass:
      .said("If there is no class with the name, a line is logged, and the scene has no delegate.", by: .missingClass)
    case .blackWindow:
      .said("With scenes, a window without a scene is not on the screen.", by: .blackInExpo, .blackInSlint)
    case .scenesMoveTogether:
      .assumed("When the user leaves the app, first all its scenes become inactive, then all enter the background.")
    case .externalDisplays:
      .said(
        "The scene of another display connects if there is a configuration for it. It enters the foreground, and does "
          + "not become active.", by: .connectedDisplays, .displaysInSalesforce)
    case .disconnects:
      .said(
        "The system disconnects a scene to reclaim memory. Its session stays, and can connect again.",
        by: .sceneDidDisconnect)
    case .closedByUser:
      .said("A window that the user closes is disconnected without entering the background.", by: .closedWindow)
    case .discards:
      .said(
        "When the user closes a window, its session is discarded, and the application's delegate is told.",
        by: .didDiscardSceneSessions)
    case .discardedAtLaunch:
      .said(
        "If the app did not run when sessions were discarded, its delegate is told after the next launch.",
        by: .didDiscardSceneSessions)

    // The application
    case .delegateIsSilentWithScenes:
      .said(
        "With scenes, the application's delegate is not called for activity, background, links, activities and "
          + "shortcuts.", by: .didBecomeActive, .lifeCycle, .coldStartsInAvalonia)
    case .notificationsInBothWorlds:
      .said("The application's notifications are posted with and without scenes.", by: .didBecomeActive)
    case .notificationsAfterDelegate:
      .said("A notification of the application comes after the call of the scene's delegate.", by: .callsInOrder)
    case .mostActiveScene:
      .said("With scenes, the application's state is that of its most active scene.", by: .applicationState)
    case .displaysMoveNothing: .assumed("The application's state does not follow the scenes of other displays.")
    case .stateAfterActivity:
      .said(
        "When a scene becomes active or inactive, the application's state moves after the call of the scene's "
          + "delegate.", by: .stateInGrowingIO)
    case .stateAfterOtherMoves:
      .assumed("The application's state moves after the call at all other steps as well, and without scenes.")
    case .processCallsStay:
      .said(
        "Pushes, fetches, transfers and memory warnings go to the application's delegate, with and without scenes.",
        by: .transitioning)
    case .termination:
      .said(
        "The application's delegate is told that the app ends, with and without scenes.", by: .willTerminate,
        .respondingToLaunch)
    case .killed: .assumed("When the user ends the app, its scenes are disconnected before the application is told.")

    // Requests
    case .coldRequestsWithConnection:
      .said(
        "With scenes, what the app is launched for comes only with the scene's connection.", by: .connectionOptions,
        .coldStartsInAvalonia, .coldStartsInExpo)
    case .coldRequestsWithoutScenes:
      .assumed("Without scenes, what the app is launched for comes after the launch, and before the app is active.")
    case .requestsDropped:
      .said(
        "Without scenes, a link, an activity or a shortcut is dropped if one of the launch methods answers no.",
        by: .didFinishLaunching, .performAction)
    case .warmRequestsToScene:
      .said(
        "With scenes, links, activities and shortcuts go to the scene's delegate while the app runs.",
        by: .openURLContexts, .continueInScene, .performActionInScene)
    case .requestsWithoutScenes:
      .said("Without scenes, links, activities and shortcuts go to the application's delegate.", by: .openURL)
    case .requestsGoToOneScene:
      .assumed("A request goes to the active window. If there is none, it goes to the one whose name is last.")
    case .requestsBringToForeground:
      .assumed("A request brings the app to the foreground first, and arrives before the app is active.")
    case .activitiesAreAnnounced:
      .said("While the app runs, an activity is announced before it is continued.", by: .willContinueInScene)
    case .responsesToCenter:
      .said(
        "A response to a notification goes to the notification center's delegate. If the app is launched for it, the "
          + "delegate must be set when the launch ends.",
        by: .centersDelegate, .responsesInDefold)
    case .responsesAfterConnection:
      .assumed("At a launch, a response goes to the notification center's delegate after the app is active.")
    }
  }
}
