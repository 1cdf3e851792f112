import ModuleLifecycle
import Testing
import UIKit
import UserNotifications

@testable import RollcallUIKit
@testable import Snippets

/// Calls the delegates as the system does: through its protocols. A method with another signature is not found. The suites
/// inside are about sequences of calls, which a simulated system makes; they share `UIApplication.shared`.
@Suite(.serialized, .timeLimit(.minutes(1))) @MainActor struct ForwarderTests {
  private let delegate = TestDelegate()
  private let application = UIApplication.shared
  private let session = UISceneSession(persistentIdentifier: "front")
  private let scene: UIWindowScene
  private let activity = NSUserActivity(activityType: "edit")
  private let item = UIApplicationShortcutItem(type: "scan", localizedTitle: "Scan")

  init() {
    MissingMethods.forget()
    application.reset()
    scene = UIWindowScene(session: session)
  }

  private var system: any UIApplicationDelegate { delegate }
  private var composite: CompositeDelegate { delegate.composite }

  /// The system objects that the handlers of one event received.
  private func objects<Event: LifecycleEvent>(of event: Event.Type) -> SystemObjects? {
    #expect(MissingMethods.calls == [])
    return composite.module(Recorder.self)?.seen[event.name]
  }

  /// A preview, or the host of unit tests.
  final class HostDelegate: CompositeApplicationDelegate {
    override class func makeComposite() throws -> CompositeDelegate {
      let composite = CompositeDelegate()
      try composite.register("Recorder") { Recorder() }
      return composite
    }

    override class var createsModules: Bool { false }
  }

  @Test func aHostOfTestsCreatesNoModules() throws {
    CompositeApplicationDelegate.isMade = false
    var log: [String] = []
    CompositeApplicationDelegate.log = { log.append($0) }
    defer { CompositeApplicationDelegate.log = { NSLog("%@", $0) } }
    let host = HostDelegate()
    #expect(host.composite.modules.isEmpty)
    #expect(host.composite.module(Recorder.self, named: "Recorder") == nil)
    #expect(host.composite.module(Recorder.self) == nil)
    #expect(
      log == [
        "No module is a Recorder: HostDelegate has created none, because createsModules is false. To create them here, too: "
          + "override class var createsModules: Bool { true }"
      ])
    // A delegate that a test makes beside the system's has its modules.
    for _ in 0..<2 { #expect(HostDelegate().composite.module(Recorder.self) != nil) }
  }

  @Test(
    arguments: [
      ([:], false, nil), (["XCODE_RUNNING_FOR_PREVIEWS": "1"], false, "this process shows a preview"),
      (["XCTestBundlePath": "/Tests.xctest"], false, "this process hosts unit tests"),
      (["XCTestConfigurationFilePath": ""], false, "this process hosts unit tests"),
      ([:], true, "this process hosts unit tests"),
    ] as [([String: String], Bool, String?)])
  func aProcessIsKnownByItsEnvironment(_ environment: [String: String], hasXCTest: Bool, reason: String?) {
    #expect(LaunchKind(environment, hasXCTest: hasXCTest, isApplication: true).reasonAgainstModules == reason)
    #expect(LaunchKind(environment, hasXCTest: hasXCTest, isApplication: false) != .unitTests)
  }

  @Test func everyForwardedEventIsTested() {
    let forwarded = ForwardedEvent.all.filter { !$0.methods.isEmpty }.map { $0.type.name }
    #expect(Set(composite.modules.flatMap(\.handles)) == Set(forwarded))
  }

  // MARK: The application

  @Test func launchHasItsOptions() {
    let options: [UIApplication.LaunchOptionsKey: Any] = [.url: "shop:"]
    #expect(system.application(application, willFinishLaunchingWithOptions: options))
    #expect(system.application(application, didFinishLaunchingWithOptions: options))
    #expect(objects(of: DidFinishLaunching.self)?.userInfo == nil)
    for passed in [objects(of: WillFinishLaunching.self), objects(of: DidFinishLaunching.self)] {
      #expect(passed?.launchOptions?[.url] as? String == "shop:")
    }
  }

  @Test func theApplicationsLifeIsSent() {
    system.applicationDidBecomeActive(application)
    system.applicationWillResignActive(application)
    system.applicationDidEnterBackground(application)
    system.applicationWillEnterForeground(application)
    system.applicationDidReceiveMemoryWarning(application)
    system.applicationSignificantTimeChange(application)
    system.applicationProtectedDataDidBecomeAvailable(application)
    system.applicationProtectedDataWillBecomeUnavailable(application)
    system.applicationWillTerminate(application)
    #expect(
      recorder.names == [
        "didBecomeActive", "willResignActive", "didEnterBackground", "willEnterForeground", "didReceiveMemoryWarning",
        "significantTimeChange", "protectedDataDidBecomeAvailable", "protectedDataWillBecomeUnavailable",
        "willTerminate",
      ])
    #expect(MissingMethods.calls == [])
  }

  @Test func linksShortcutsAndActivitiesHaveTheirObjects() throws {
    let url = try #require(URL(string: "pay:42"))
    #expect(system.application(application, open: url, options: [.sourceApplication: "mail"]))
    #expect(
      objects(of: OpenURL.self)?.openURLOptions?[.sourceApplication] as? String == "mail")
    var done: Bool?
    system.application(application, performActionFor: item) { done = $0 }
    #expect(done == true && objects(of: PerformActionForShortcutItem.self)?.shortcutItem === item)
    #expect(system.application(application, willContinueUserActivityWithType: "edit"))
    var restored: [any UIUserActivityRestoring]?
    #expect(system.application(application, continue: activity) { restored = $0 })
    #expect(objects(of: ContinueUserActivity.self)?.userActivity === activity)
    #expect(restored?.count == 1 && restored?.first === recorder.editor)
    system.application(application, didUpdate: activity)
    #expect(objects(of: DidUpdateUserActivity.self)?.userActivity === activity)
    system.application(application, didFailToContinueUserActivityWithType: "edit", error: Problem())
    #expect(objects(of: DidFailToContinueUserActivity.self)?.error is Problem)
  }

  @Test func remoteNotificationsHaveTheirBytes() {
    system.application(application, didRegisterForRemoteNotificationsWithDeviceToken: Data([1, 171]))
    #expect(objects(of: DidRegisterForRemoteNotifications.self)?.deviceToken == Data([1, 171]))
    system.application(application, didFailToRegisterForRemoteNotificationsWithError: Problem())
    #expect(objects(of: DidFailToRegisterForRemoteNotifications.self)?.error is Problem)
    var results: [UIBackgroundFetchResult] = []
    system.application(application, didReceiveRemoteNotification: ["aps": 1]) { results.append($0) }
    #expect(objects(of: DidReceiveRemoteNotification.self)?.userInfo?["aps"] as? Int == 1)
    system.application(application, performFetchWithCompletionHandler: { results.append($0) })
    #expect(results == [.newData, .noData])
    var isDone = false
    system.application(application, handleEventsForBackgroundURLSession: "feed") { isDone = true }
    #expect(isDone && MissingMethods.calls == [])
  }

  @Test func interfaceAndStateHaveTheirObjects() {
    let (window, coder) = (UIWindow(), NSCoder())
    #expect(system.application(application, supportedInterfaceOrientationsFor: window) == .portrait)
    #expect(objects(of: SupportedInterfaceOrientations.self)?.window === window)
    #expect(system.application(application, supportedInterfaceOrientationsFor: nil) == .portrait)
    #expect(objects(of: SupportedInterfaceOrientations.self)?.window == nil)
    #expect(system.application(application, shouldAllowExtensionPointIdentifier: .init(rawValue: "keyboard")))
    _ = system.application(application, shouldSaveSecureApplicationState: coder)
    #expect(objects(of: ShouldSaveSecureApplicationState.self)?.coder === coder)
    _ = system.application(application, shouldRestoreSecureApplicationState: coder)
    #expect(objects(of: ShouldRestoreSecureApplicationState.self)?.coder === coder)
  }

  @Test func scenesAreConfiguredAndDiscarded() {
    let options = UIScene.ConnectionOptions()
    let configuration = system.application(application, configurationForConnecting: session, options: options)
    #expect(configuration.name == "Offered")
    let passed = objects(of: ConfigurationForConnecting.self)
    #expect(passed?.sceneSession === session && passed?.connectionOptions === options)
    system.application(application, didDiscardSceneSessions: [session])
    #expect(objects(of: DidDiscardSceneSessions.self)?.sceneSessions == [session])
  }

  // MARK: Scenes

  @Test func aSceneIsFoundThroughTheCurrentDelegateAndHasItsObjects() throws {
    let sceneDelegate = CompositeSceneDelegate()
    let system: any UIWindowSceneDelegate = sceneDelegate
    #expect(sceneDelegate.composite === composite, "though no delegate is UIApplication.shared's")
    let options = UIScene.ConnectionOptions()
    system.scene(scene, willConnectTo: session, options: options)
    let passed = objects(of: SceneWillConnect.self)
    #expect(passed?.windowScene === scene && passed?.connectionOptions === options)
    #expect(passed?.sceneSession === session)
    system.sceneWillEnterForeground(scene)
    system.sceneDidBecomeActive(scene)
    system.sceneWillResignActive(scene)
    system.sceneDidEnterBackground(scene)
    system.sceneDidDisconnect(scene)
    #expect(
      recorder.names == [
        "sceneWillConnect", "sceneWillEnterForeground", "sceneDidBecomeActive", "sceneWillResignActive",
        "sceneDidEnterBackground", "sceneDidDisconnect",
      ])
    #expect(objects(of: SceneDidDisconnect.self)?.scene === scene)
    let context = UIOpenURLContext(url: try #require(URL(string: "pay:1")), options: .init(openInPlace: true))
    system.scene(scene, openURLContexts: [context])
    #expect(objects(of: SceneOpenURLContexts.self)?.urlContexts == [context])
    #expect(
      objects(of: OpenURL.self)?.openURLOptions?[.openInPlace] as? Bool == true)
    system.scene(scene, willContinueUserActivityWithType: "edit")
    system.scene(scene, continue: activity)
    #expect(objects(of: ContinueUserActivity.self)?.scene === scene)
    #expect(UIApplication.shared.restored.last === recorder.editor)
    system.scene(scene, didUpdate: activity)
    system.scene(scene, didFailToContinueUserActivityWithType: "edit", error: Problem())
    var done: Bool?
    system.windowScene(scene, performActionFor: item) { done = $0 }
    #expect(done == true && objects(of: PerformActionForShortcutItem.self)?.scene === scene)
    #expect(MissingMethods.calls == [])
  }

  @Test func theEventsOfANewSceneComeInOneOrder() throws {
    let urls = try ["pay:3", "pay:1", "pay:2"].map { try #require(URL(string: $0)) }
    let options = UIScene.ConnectionOptions(
      urlContexts: Set(urls.map { UIOpenURLContext(url: $0, options: .init()) }),
      userActivities: Set(["c", "a", "b"].map(NSUserActivity.init)), shortcutItem: item,
      handoffUserActivityType: "d")
    let system: any UIWindowSceneDelegate = CompositeSceneDelegate()
    system.scene(scene, willConnectTo: session, options: options)
    #expect(
      recorder.names == [
        "sceneWillConnect", "openURL", "openURL", "openURL", "willContinueUserActivity", "continueUserActivity a",
        "continueUserActivity b", "continueUserActivity c", "performActionForShortcutItem",
      ])
    #expect(objects(of: OpenURL.self)?.urlContexts == options.urlContexts)
    #expect(objects(of: WillContinueUserActivity.self)?.scene === scene)
    #expect(objects(of: ContinueUserActivity.self)?.userActivity?.activityType == "c")
    #expect(objects(of: PerformActionForShortcutItem.self)?.shortcutItem === item)
    #expect(MissingMethods.calls == [])
  }

  @Test func aConnectionIsNotedWithAllItsReasons() throws {
    let content = UNNotificationContent(title: "Hello", userInfo: [:])
    let options = UIScene.ConnectionOptions(
      notificationResponse: UNNotificationResponse(
        notification: UNNotification(request: .init(identifier: "parcel", content: content)), actionIdentifier: "open"),
      sourceApplication: "com.example.mail", cloudKitShareMetadata: NSObject())
    let system: any UIWindowSceneDelegate = CompositeSceneDelegate()
    let display = UISceneSession(persistentIdentifier: "wall", role: .windowExternalDisplayNonInteractive)
    system.scene(scene, willConnectTo: display, options: options)
    let dispatch = try #require(composite.journal.reader().read(bytes: .max).last?.dispatch)
    #expect(
      dispatch.arguments.json
        == #"{"options":{"hasCloudKitShare":true,"notificationResponse":"parcel","sourceApplication":"com.example.mail"},"#
        + #""role":"windowExternalDisplayNonInteractive","scene":"wall"}"#)
  }

  // MARK: What keeps calls from the modules

  private var warnings: [WarningEntry] {
    composite.journal.reader().read(bytes: .max).compactMap(\.warning)
  }

  @Test func aHandlerThatUIKitNeverCallsIsReported() throws {
    #expect(try isUnannounced(in: EmptyDelegate()))
    #expect(try !isUnannounced(in: FetchingDelegate()))
    defer { Swizzling.undo() }
    let delegate = EmptyDelegate()
    Swizzling.add("application:performFetchWithCompletionHandler:", to: delegate)
    #expect(try !isUnannounced(in: delegate))
  }

  private func isUnannounced(in delegate: CompositeApplicationDelegate) throws -> Bool {
    try delegate.composite.register("Late") { LateFetch() }
    delegate.applicationDidBecomeActive(application)
    return delegate.warnings.contains { $0.kind == .handlerUnannounced && $0.event == "performFetch" }
  }

  @Test func aStateThatUIKitDoesNotShareIsReported() async throws {
    composite.send(DidFinishLaunching())
    let system: any UIWindowSceneDelegate = CompositeSceneDelegate()
    system.sceneDidBecomeActive(scene)
    await nextTurn()
    #expect(!warnings.contains { $0.kind == .stateDiffers })
    system.sceneDidEnterBackground(scene)
    try await wait { warnings.contains { $0.kind == .stateDiffers } }
    #expect(warnings.filter { $0.kind == .stateDiffers }.map(\.event) == ["sceneDidEnterBackground"])
  }

  @Test func aMethodThatAnSDKTakesIsReported() {
    defer { Swizzling.undo() }
    let delegate = FetchingDelegate()
    #expect(delegate.application(application, didFinishLaunchingWithOptions: nil))
    #expect(!delegate.warnings.contains { $0.kind == .methodExchanged }, "the app's own override")
    let selector = NSStringFromSelector(push)
    Swizzling.add(selector, to: delegate)
    Swizzling.name(selector, of: delegate, image: "/App.app/Frameworks/Push.framework/Push", symbol: "PUSHDidReceive")
    for _ in 0..<2 { delegate.applicationDidBecomeActive(application) }
    let warnings = delegate.warnings.filter { $0.kind == .methodExchanged }
    #expect(warnings.map(\.event) == ["didReceiveRemoteNotification"])
    #expect(warnings.map(\.objects) == [["PUSHDidReceive", "Push"]])
  }

  /// With SwiftUI's adaptor, UIKit calls SwiftUI's delegate, and SDKs change that one.
  @Test func aMethodThatAnSDKAddsToSwiftUIsDelegateIsReported() {
    defer {
      Swizzling.undo()
      application.delegate = nil
    }
    let (delegate, adaptor) = (FetchingDelegate(), SwiftUIsDelegate())
    application.delegate = adaptor
    #expect(delegate.application(application, didFinishLaunchingWithOptions: nil))
    Swizzling.add(NSStringFromSelector(push), to: adaptor)
    delegate.applicationDidBecomeActive(application)
    let warnings = delegate.warnings.filter { $0.kind == .methodExchanged }
    #expect(warnings.map(\.event) == ["didReceiveRemoteNotification"] && warnings.map(\.objects) == [[]])
  }

  private final class SwiftUIsDelegate: UIResponder, UIApplicationDelegate {}

  // MARK: User notifications

  @Test func userNotificationsHaveTheirObjects() {
    let system: any UNUserNotificationCenterDelegate = delegate
    let center = UNUserNotificationCenter.current()
    let content = UNNotificationContent(title: "Hello", userInfo: [:])
    let notification = UNNotification(request: .init(identifier: "a", content: content))
    var options: UNNotificationPresentationOptions?
    system.userNotificationCenter(center, willPresent: notification) { options = $0 }
    #expect(options != nil && objects(of: UserNotificationWillPresent.self)?.notification === notification)
    let response = UNTextInputNotificationResponse(
      notification: notification, actionIdentifier: "reply", userText: "yes")
    var isDone = false
    system.userNotificationCenter(center, didReceive: response) { isDone = true }
    #expect(isDone)
    #expect(objects(of: UserNotificationDidReceive.self)?.notificationResponse === response)
  }

  // MARK: Hidden methods

  @Test func methodsWhosePresenceMattersAreHiddenIfNoModuleHandlesTheirEvents() {
    let fetch = Selector("application:performFetchWithCompletionHandler:")
    #expect(delegate.responds(to: fetch))
    #expect(!EmptyDelegate().responds(to: fetch))
    #expect(EmptyDelegate().responds(to: Selector("applicationDidBecomeActive:")))
  }

  @Test func aMethodThatASubclassOverridesIsNotHidden() {
    let delegate = FetchingDelegate()
    #expect(delegate.responds(to: Selector("application:performFetchWithCompletionHandler:")))
    #expect(!delegate.responds(to: push))
  }

  @Test func aMethodThatAnSDKAddsIsNotHidden() {
    defer { Swizzling.undo() }
    let (delegate, other) = (EmptyDelegate(), EmptyDelegate())
    Swizzling.add(NSStringFromSelector(push), to: delegate)
    #expect(delegate.responds(to: push) && !other.responds(to: push))
  }

  @Test func aMethodThatAnSDKExchangesIsNotHidden() {
    let delegate = EmptyDelegate()
    #expect(!delegate.responds(to: push))
    for type in [CompositeApplicationDelegate.self, EmptyDelegate.self] {
      Swizzling.exchange(NSStringFromSelector(push), of: type)
      #expect(delegate.responds(to: push))
      Swizzling.undo()
    }
    #expect(!delegate.responds(to: push))
  }

  private let push = Selector("application:didReceiveRemoteNotification:fetchCompletionHandler:")

  @Test func theMethodsThatAMigrationForgotAreNamed() {
    let old = OldDelegate()
    #expect(
      EmptyDelegate().uncalledMethods(of: old) == [
        "application:openURL:options:", "application:performFetchWithCompletionHandler:",
      ])
    #expect(delegate.uncalledMethods(of: old) == [])
    #expect(
      ShareLackingDelegate().uncalledMethods(of: OldShareDelegate()) == [
        "application:userDidAcceptCloudKitShareWithMetadata:"
      ])
  }

  // MARK: The page's snippets

  @Test func aModuleFindsAnotherByItsProtocol() {
    let delegate = AppDelegate()
    #expect(CompositeApplicationDelegate.current === delegate && UIApplication.shared.appDelegate === delegate)
    buy("milk")
    #expect(delegate.composite.module((any Basket).self) != nil)
    #expect(delegate.application(.shared, didFinishLaunchingWithOptions: nil))
    delegate.application(.shared, didRegisterForRemoteNotificationsWithDeviceToken: Data([7]))
    #expect(Vendor.shared.token == Data([7]))
  }

  private var recorder: Recorder {
    guard let recorder = composite.module(Recorder.self) else { preconditionFailure("It is registered.") }
    return recorder
  }
}

private struct Problem: Error {}

/// One method of an old delegate has no event.
private final class OldShareDelegate: UIResponder, UIApplicationDelegate, LacksMethods {
  static let lackedMethods = Set(ApplicationMethod.selectors.values + ApplicationMethod.others)
    .subtracting([
      "application:userDidAcceptCloudKitShareWithMetadata:", "applicationShouldRequestHealthAuthorization:",
    ])
}

private final class ShareLackingDelegate: CompositeApplicationDelegate, LacksMethods {
  static let lackedMethods: Set = ["application:userDidAcceptCloudKitShareWithMetadata:"]
}

/// It has two methods.
private final class OldDelegate: UIResponder, UIApplicationDelegate, LacksMethods {
  static let lackedMethods = Set(ApplicationMethod.selectors.values + ApplicationMethod.others)
    .subtracting(["application:openURL:options:", "application:performFetchWithCompletionHandler:"])
}

private final class LateFetch: Module {
  let owned = OwnedObjects()
  static func handlers(_ handlers: inout ModuleHandlers<LateFetch>) {
    handlers.answer(PerformFetch.self) { _, _ in .noData }
  }
}
