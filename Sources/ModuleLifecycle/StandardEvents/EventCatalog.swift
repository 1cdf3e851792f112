/// Events by name.
public struct EventCatalog: Sendable {
  /// The event types, in the order in which they were added.
  package private(set) var types: [any LifecycleEvent.Type]
  private var byName: [String: any LifecycleEvent.Type]

  /// Creates a catalog of event types. If two have the same name, the first one is kept.
  public init(_ types: [any LifecycleEvent.Type] = []) {
    self.types = []
    byName = [:]
    for type in types { add(type) }
  }

  /// Adds an event type, unless the catalog already has one with its name.
  ///
  /// - Returns: Whether the name refers to this type after the call.
  @discardableResult
  public mutating func add(_ type: any LifecycleEvent.Type) -> Bool {
    let name = type.name
    if let known = byName[name] { return known == type }
    byName[name] = type
    types.append(type)
    return true
  }

  /// Throws if another event type, or another of these, has the name of one of these.
  package func check(_ events: [any LifecycleEvent.Type]) throws(CompositeError) {
    var own: [String: any LifecycleEvent.Type] = [:]
    for event in events {
      guard let known = byName[event.name] ?? own.updateValue(event, forKey: event.name), known != event else {
        continue
      }
      throw .duplicateEvent(event.name, Self.qualifiedName(of: known), Self.qualifiedName(of: event))
    }
  }

  /// Forgets what was added after the first so many events.
  mutating func keep(_ count: Int) {
    for type in types.dropFirst(count) { byName[type.name] = nil }
    types.removeLast(types.count - count)
  }

  /// The type's name with its module, without the address that Swift puts in place of a private context.
  private static func qualifiedName(of type: any LifecycleEvent.Type) -> String {
    String(reflecting: type).split(separator: ".").filter { !$0.hasPrefix("(unknown context") }.joined(separator: ".")
  }

  /// The events' names, in the order in which they were added.
  package var names: [String] { types.map { $0.name } }

  /// The event type with a name.
  package subscript(name: String) -> (any LifecycleEvent.Type)? { byName[name] }
}

extension EventCatalog {
  /// The events that the package defines: those of UIKit's application and scene delegates, of user notifications, and
  /// of AppKit's application delegate.
  public static let standard = EventCatalog(EventGroup.standard.flatMap(\.types))
}

/// A titled group of related events, for lists.
package struct EventGroup: Sendable {
  package let title: String
  /// The events, in the order in which a list shows them.
  package let types: [any LifecycleEvent.Type]

  /// The groups of the package's own events.
  package static let standard = [
    EventGroup(
      title: "The application's life",
      types: [
        WillFinishLaunching.self, DidFinishLaunching.self, DidBecomeActive.self, WillResignActive.self,
        DidEnterBackground.self, WillEnterForeground.self, WillTerminate.self,
      ]),
    EventGroup(
      title: "Scenes",
      types: [
        ConfigurationForConnecting.self, SceneWillConnect.self, SceneDidDisconnect.self, SceneDidBecomeActive.self,
        SceneWillResignActive.self, SceneWillEnterForeground.self, SceneDidEnterBackground.self,
        SceneOpenURLContexts.self, DidDiscardSceneSessions.self,
      ]),
    EventGroup(
      title: "The device",
      types: [
        DidReceiveMemoryWarning.self, SignificantTimeChange.self, ProtectedDataDidBecomeAvailable.self,
        ProtectedDataWillBecomeUnavailable.self,
      ]),
    EventGroup(
      title: "Links, shortcuts and activities",
      types: [
        OpenURL.self, PerformActionForShortcutItem.self, WillContinueUserActivity.self, ContinueUserActivity.self,
        DidUpdateUserActivity.self, DidFailToContinueUserActivity.self,
      ]),
    EventGroup(
      title: "Notifications",
      types: [
        DidRegisterForRemoteNotifications.self, DidFailToRegisterForRemoteNotifications.self,
        DidReceiveRemoteNotification.self, UserNotificationWillPresent.self, UserNotificationDidReceive.self,
      ]),
    EventGroup(
      title: "Work in the background", types: [PerformFetch.self, HandleEventsForBackgroundURLSession.self]),
    EventGroup(
      title: "Interface and saved state",
      types: [
        SupportedInterfaceOrientations.self, ShouldAllowExtensionPoint.self, ShouldSaveSecureApplicationState.self,
        ShouldRestoreSecureApplicationState.self,
      ]),
    EventGroup(
      title: "macOS",
      types: [
        ApplicationShouldTerminate.self, ApplicationShouldTerminateAfterLastWindowClosed.self,
        ApplicationShouldHandleReopen.self,
      ]),
  ]
}
