/// A public page that says what the system does.
public struct SystemSource: Sendable {
  /// What the page is about.
  public let title: String
  /// Its address.
  public let address: String

  private init(_ title: String, _ address: String) { (self.title, self.address) = (title, address) }

  private static func apple(_ title: String, _ path: String) -> SystemSource {
    SystemSource("Apple: \(title)", "https://developer.apple.com/documentation/\(path)")
  }

  /// A symbol of UIKit in Apple's documentation, whose addresses have its name in lower case.
  private static func symbol(_ name: String, of type: String) -> SystemSource {
    apple("`\(name)` of `\(type)`", "uikit/\(type.replacing(".", with: "/"))/\(name)".lowercased())
  }

  private static func forum(_ title: String, _ thread: Int) -> SystemSource {
    SystemSource("Apple's forums: \(title)", "https://developer.apple.com/forums/thread/\(thread)")
  }

  private static func gitHub(_ title: String, _ path: String) -> SystemSource {
    SystemSource(title, "https://github.com/\(path)")
  }
}

// Articles of Apple.
extension SystemSource {
  static let technicalNote = apple("TN3187", "technotes/tn3187-migrating-to-the-uikit-scene-based-life-cycle")
  static let transitioning = apple(
    "Transitioning to the UIKit scene-based life cycle", "uikit/transitioning-to-the-uikit-scene-based-life-cycle")
  static let lifeCycle = apple("Managing your app's life cycle", "uikit/managing-your-app-s-life-cycle")
  static let launchSequence = apple("About the app launch sequence", "uikit/about-the-app-launch-sequence")
  static let respondingToLaunch = apple(
    "Responding to the launch of your app", "uikit/responding-to-the-launch-of-your-app")
  static let connectedDisplays = apple(
    "Presenting content on a connected display", "uikit/presenting-content-on-a-connected-display")
  static let centersDelegate = apple(
    "`delegate` of `UNUserNotificationCenter`", "usernotifications/unusernotificationcenter/delegate")
}

// Apple's documentation of UIKit.
extension SystemSource {
  static let applicationState = symbol("applicationState", of: "UIApplication")
  static let didFinishLaunching = symbol("application(_:didFinishLaunchingWithOptions:)", of: "UIApplicationDelegate")
  static let didBecomeActive = symbol("applicationDidBecomeActive(_:)", of: "UIApplicationDelegate")
  static let willTerminate = symbol("applicationWillTerminate(_:)", of: "UIApplicationDelegate")
  static let openURL = symbol("application(_:open:options:)", of: "UIApplicationDelegate")
  static let performAction = symbol(
    "application(_:performActionFor:completionHandler:)", of: "UIApplicationDelegate")
  static let configurationForConnecting = symbol(
    "application(_:configurationForConnecting:options:)", of: "UIApplicationDelegate")
  static let didDiscardSceneSessions = symbol("application(_:didDiscardSceneSessions:)", of: "UIApplicationDelegate")
  static let sessionConfiguration = symbol("configuration", of: "UISceneSession")
  static let connectionOptions = symbol("ConnectionOptions", of: "UIScene")
  static let sceneDidDisconnect = symbol("sceneDidDisconnect(_:)", of: "UISceneDelegate")
  static let openURLContexts = symbol("scene(_:openURLContexts:)", of: "UISceneDelegate")
  static let willContinueInScene = symbol("scene(_:willContinueUserActivityWithType:)", of: "UISceneDelegate")
  static let continueInScene = symbol("scene(_:continue:)", of: "UISceneDelegate")
  static let performActionInScene = symbol(
    "windowScene(_:performActionFor:completionHandler:)", of: "UIWindowSceneDelegate")
}

// What developers have reported.
extension SystemSource {
  static let callsInOrder = forum("Universal link not passed to SceneDelegate", 746362)
  static let closedWindow = forum("Unexpected order of scene delegate method calls", 732170)
  static let trapInReactNative = gitHub(
    "AAO-React-Native: Adopt the UIScene lifecycle", "StoDevX/AAO-React-Native/pull/7743")
  static let emptyManifest = gitHub(
    "mobile_nebula: Declare the Flutter scene delegate", "DefinedNet/mobile_nebula/pull/405")
  static let stateAtLaunch = gitHub(
    "Bugsnag: Prevent reporting of hangs during background launches", "bugsnag/bugsnag-cocoa/pull/1307")
  static let backgroundInWordPress = gitHub(
    "WordPress: Adopt the UIScene life cycle", "wordpress-mobile/WordPress-iOS/pull/25643")
  static let restoredScenes = SystemSource("On iOS scenes", "https://luxmentis.org/on-ios-scenes-and-why-your/")
  static let missingClass = gitHub(
    "rules_apple: scene delegate not called with ios_application", "bazelbuild/rules_apple/issues/1016")
  static let blackInExpo = gitHub("Expo: Working SceneDelegate workaround", "expo/expo/issues/50179")
  static let blackInSlint = gitHub("Slint: Adopt the UIScene lifecycle on iOS", "slint-ui/slint/pull/13433")
  static let displaysInSalesforce = gitHub(
    "Salesforce: Fix for dismissing snapshot with screen mirroring", "forcedotcom/SalesforceMobileSDK-iOS/pull/3679")
  static let stateInGrowingIO = gitHub(
    "GrowingIO: ApplicationState at notifications of UIScene", "growingio/growingio-sdk-ios-autotracker/pull/215")
  static let coldStartsInAvalonia = gitHub(
    "Avalonia: drain UISceneConnectionOptions on cold launch", "AvaloniaUI/Avalonia/pull/21394")
  static let coldStartsInExpo = gitHub("Expo: Deliver cold-start deep links", "expo/expo/pull/47628")
  static let responsesInDefold = gitHub(
    "Defold: Deliver iOS notification launches through UIScene", "defold/extension-push/pull/58")
}
