#if os(iOS) || UIKIT_STAND_IN
import Foundation
public import ModuleLifecycle
public import UIKit

/// An application delegate that sends every call to a composite and returns the composite's response.
///
/// ```swift
/// @main final class AppDelegate: CompositeApplicationDelegate {
///   override class func makeComposite() throws -> CompositeDelegate {
///     let composite = CompositeDelegate(name: "Storefront")
///     try composite.register("Scene", role: .main) { Scene() }
///     return composite
///   }
/// }
/// ```
///
/// A completion handler is called once, on the main actor, when the last module has answered or the event's deadline
/// has passed. A subclass that overrides a method must call `super`; otherwise the modules do not get the event.
///
/// Four methods change the system's behaviour by merely existing: those for remote notifications, background fetch,
/// interface orientations and scene configuration. The system sees each of them only if an enabled module that
/// `makeComposite()` registered handles its event, or if another class implements it: a subclass that overrides it, or an SDK
/// that adds or exchanges it.
open class CompositeApplicationDelegate: UIResponder, UIApplicationDelegate {
  /// The delegate that the system or SwiftUI created last. In a SwiftUI app, `UIApplication.shared.delegate` is
  /// SwiftUI's own object.
  public internal(set) static weak var current: CompositeApplicationDelegate?

  /// The composite that every call is sent to.
  public let composite: CompositeDelegate
  /// The window of an application without scenes.
  open var window: UIWindow?

  /// The selectors that the system must not see.
  private nonisolated let unheard: Set<String>
  let checks: SystemChecks

  /// Whether the delegate that the system makes creates its modules, and with them the SDKs that they start.
  ///
  /// By default not in a SwiftUI preview, and not in an application that hosts unit tests: neither is a launch that a user
  /// sees. The composite has no modules there. `composite.module(_:)` returns `nil`, and the first such look-up logs why. UI
  /// tests start an ordinary application. A delegate that a test makes itself, later or without a host, has its modules. To
  /// create them everywhere:
  ///
  /// ```swift
  /// override class var createsModules: Bool { true }
  /// ```
  open class var createsModules: Bool { LaunchKind.ofThisProcess.reasonAgainstModules == nil }

  /// Whether a delegate was made. In an application, the first is the system's.
  static var isMade = false

  /// Logs a sentence. Tests replace it.
  static var log: @MainActor (String) -> Void = { NSLog("%@", $0) }

  /// The application's composite; without modules, if the system makes the delegate where no modules are created.
  private static func makeOwnComposite() throws -> CompositeDelegate {
    defer { isMade = true }
    guard !isMade, !createsModules else { return try makeComposite() }
    let composite = CompositeDelegate()
    let reason = LaunchKind.ofThisProcess.reasonAgainstModules ?? "createsModules is false"
    composite.missesModules { [log] type in
      log(
        "No module is a \(type): \(self) has created none, because \(reason). To create them here, too: "
          + "override class var createsModules: Bool { true }")
    }
    return composite
  }

  /// Creates the composite with its modules. If that fails, the program ends with a message.
  public override init() {
    // UIKit creates the delegate on the main thread.
    (composite, unheard, checks) = MainActor.assumeIsolated {
      do {
        let own = Self.ownImplementations
        let composite = try Self.makeOwnComposite()
        let handled = Set(composite.modules.flatMap(\.handles))
        let found = Dictionary(
          uniqueKeysWithValues: ApplicationMethod.selectors.values.map { ($0, Self.implementation(of: $0)) })
        let unheard = ApplicationMethod.unheardSelectors(handled: handled).filter { found[$0] == own[$0] }
        return (composite, unheard, SystemChecks(composite, unheard: unheard, methods: found))
      } catch {
        fatalError("The modules can't be created: \(error)")
      }
    }
    super.init()
    MainActor.assumeIsolated { CompositeApplicationDelegate.current = self }
  }

  /// Creates the composite and registers its modules. Called once. Override it: the default composite has no modules.
  open class func makeComposite() throws -> CompositeDelegate { CompositeDelegate() }

  /// Returns the objects for the names that modules restored for an activity. Override it: by default it returns none. Not
  /// asked for an activity that starts an application with scenes: let modules add objects to `RestoredObjects`.
  open func objects(restored names: [String]) -> [any UIUserActivityRestoring] { [] }

  /// Whether the delegate implements a method. Hides the methods that change the system's behaviour by existing, if no
  /// module handles their events and no other class implements them.
  open override func responds(to aSelector: Selector?) -> Bool {
    if let selector = aSelector.map(NSStringFromSelector), unheard.contains(selector),
      implementation(of: selector) == Self.ownImplementations[selector]
    {
      return false
    }
    return super.responds(to: aSelector)
  }

  /// Where this class implements the methods that it can hide, as found when the class is first used: an SDK can exchange
  /// them later.
  private nonisolated static let ownImplementations = Dictionary(
    uniqueKeysWithValues: ApplicationMethod.hiddenSelectors.values.map {
      ($0, CompositeApplicationDelegate.implementation(of: $0))
    })

  /// Returns the methods of an old delegate that UIKit no longer calls: no module handles their events, or they have no
  /// event and this class lacks them. For a test of a migration:
  ///
  /// ```swift
  /// #expect(AppDelegate().uncalledMethods(of: LegacyDelegate()) == [])
  /// ```
  ///
  /// Knows the methods of `UIApplicationDelegate` up to iOS 26, also the deprecated ones.
  ///
  /// - Returns: Objective-C names, sorted: `application:openURL:options:`.
  public func uncalledMethods(of old: any UIApplicationDelegate) -> [String] {
    let handled = Set(composite.modules.flatMap(\.handles))
    let silent = ApplicationMethod.selectors.filter { !handled.contains($0.key) }.values
    let others = ApplicationMethod.others.filter { !responds(to: Selector($0)) }
    return (silent + others).filter { old.hasMethod($0) }.sorted()
  }

  // MARK: Application life cycle

  /// Sends `willFinishLaunching`.
  open func application(
    _ application: UIApplication, willFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    composite.send(WillFinishLaunching(options: PropertyList.texts(of: options ?? [:])), with: [options ?? [:]])
  }

  /// Sends `didFinishLaunching`.
  open func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    checks.checkLaunch(of: self)
    // With scenes, UIKit knows it only when it has connected them.
    let inBackground = !checks.hasScenes && application.applicationState == .background ? true : nil
    if checks.hasScenes { checks.lookAfterLaunch(application) }
    return composite.send(
      DidFinishLaunching(options: PropertyList.texts(of: options ?? [:]), inBackground: inBackground),
      with: [options ?? [:]])
  }

  /// Sends `didBecomeActive`, unless the application's scenes have brought it about.
  open func applicationDidBecomeActive(_ application: UIApplication) {
    composite.send(unlessMoved: DidBecomeActive())
    checks.checkActivation(of: self)
  }

  /// Sends `willResignActive`, unless the application's scenes have brought it about.
  open func applicationWillResignActive(_ application: UIApplication) {
    composite.send(unlessMoved: WillResignActive())
  }

  /// Sends `didEnterBackground`, unless the application's scenes have brought it about.
  open func applicationDidEnterBackground(_ application: UIApplication) {
    composite.send(unlessMoved: DidEnterBackground())
  }

  /// Sends `willEnterForeground`, unless the application's scenes have brought it about.
  open func applicationWillEnterForeground(_ application: UIApplication) {
    composite.send(unlessMoved: WillEnterForeground())
  }

  /// Sends `willTerminate`.
  open func applicationWillTerminate(_ application: UIApplication) { composite.send(WillTerminate()) }

  // MARK: The device

  /// Sends `didReceiveMemoryWarning`.
  open func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
    composite.send(DidReceiveMemoryWarning())
  }

  /// Sends `significantTimeChange`.
  open func applicationSignificantTimeChange(_ application: UIApplication) {
    composite.send(SignificantTimeChange())
  }

  /// Sends `protectedDataDidBecomeAvailable`.
  open func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
    composite.send(ProtectedDataDidBecomeAvailable())
  }

  /// Sends `protectedDataWillBecomeUnavailable`.
  open func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
    composite.send(ProtectedDataWillBecomeUnavailable())
  }

  // MARK: Links, shortcuts and activities

  /// Sends `openURL`.
  open func application(
    _ application: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    composite.send(OpenURL(url: url, options: PropertyList.texts(of: options)), with: [options])
  }

  /// Sends `performActionForShortcutItem`.
  open func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    composite.send(PerformActionForShortcutItem(item: shortcutItem.type), with: [shortcutItem]) {
      completionHandler($0)
    }
  }

  /// Sends `willContinueUserActivity`.
  open func application(_ application: UIApplication, willContinueUserActivityWithType type: String) -> Bool {
    composite.send(WillContinueUserActivity(type: type))
  }

  /// Sends `continueUserActivity`.
  open func application(
    _ application: UIApplication, continue activity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool {
    let objects = RestoredObjects()
    let event = ContinueUserActivity(activity: UserActivityContent(activity))
    let continuation = composite.send(event, with: [activity, objects])
    let restored = objects.all + self.objects(restored: continuation.restored)
    if !restored.isEmpty { restorationHandler(restored) }
    return continuation.isContinued
  }

  /// Sends `didUpdateUserActivity`.
  open func application(_ application: UIApplication, didUpdate activity: NSUserActivity) {
    composite.send(DidUpdateUserActivity(activity: UserActivityContent(activity)), with: [activity])
  }

  /// Sends `didFailToContinueUserActivity`.
  open func application(
    _ application: UIApplication, didFailToContinueUserActivityWithType type: String, error: any Error
  ) {
    composite.send(DidFailToContinueUserActivity(type: type, error: error.localizedDescription), with: [error])
  }

  // MARK: Remote notifications and background work

  /// Sends `didRegisterForRemoteNotifications`.
  open func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    composite.send(DidRegisterForRemoteNotifications(token: PropertyList.hexadecimal(deviceToken)), with: [deviceToken])
  }

  /// Sends `didFailToRegisterForRemoteNotifications`.
  open func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    composite.send(DidFailToRegisterForRemoteNotifications(error: error.localizedDescription), with: [error])
  }

  /// Sends `didReceiveRemoteNotification`.
  open func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    composite.send(DidReceiveRemoteNotification(userInfo: PropertyList.members(of: userInfo)), with: [userInfo]) {
      completionHandler(UIBackgroundFetchResult($0))
    }
  }

  /// Sends `performFetch`.
  open func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    composite.send(PerformFetch()) { completionHandler(UIBackgroundFetchResult($0)) }
  }

  /// Sends `handleEventsForBackgroundURLSession`.
  open func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    composite.send(HandleEventsForBackgroundURLSession(identifier: identifier)) { _ in completionHandler() }
  }

  // MARK: Interface and saved state

  /// Sends `supportedInterfaceOrientations`.
  open func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask {
    UIInterfaceOrientationMask(
      rawValue: composite.send(SupportedInterfaceOrientations(), with: [window as Any]).rawValue)
  }

  /// Sends `shouldAllowExtensionPoint`.
  open func application(
    _ application: UIApplication,
    shouldAllowExtensionPointIdentifier identifier: UIApplication.ExtensionPointIdentifier
  ) -> Bool {
    composite.send(ShouldAllowExtensionPoint(identifier: identifier.rawValue))
  }

  /// Sends `shouldSaveSecureApplicationState`.
  open func application(_ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder) -> Bool {
    composite.send(ShouldSaveSecureApplicationState(), with: [coder])
  }

  /// Sends `shouldRestoreSecureApplicationState`.
  open func application(_ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder) -> Bool {
    composite.send(ShouldRestoreSecureApplicationState(), with: [coder])
  }

  // MARK: Scenes

  /// Sends `configurationForConnecting`.
  open func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession, options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let event = ConfigurationForConnecting(session: session.persistentIdentifier, role: SceneRole(session.role))
    let offered = OfferedConfiguration()
    let described = composite.send(event, with: [session, options, offered])
    return offered.configuration ?? UISceneConfiguration(described, for: session.role)
  }

  /// Sends `didDiscardSceneSessions`.
  open func application(_ application: UIApplication, didDiscardSceneSessions sessions: Set<UISceneSession>) {
    composite.send(DidDiscardSceneSessions(sessions: sessions.map(\.persistentIdentifier).sorted()), with: [sessions])
  }
}

extension UIApplicationDelegate {
  fileprivate func hasMethod(_ selector: String) -> Bool {
    #if UIKIT_STAND_IN
    (self as? UIResponder)?.responds(to: Selector(selector)) == true
    #else
    responds(to: Selector(selector))
    #endif
  }
}
#endif
