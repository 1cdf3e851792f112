import TextFormatting

/// The events that can be fired by name.
public struct EventCatalog: Sendable {
  /// The event types, in the order in which they were added.
  public private(set) var types: [any LifecycleEvent.Type]
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

  /// The events' names, in the order in which they were added.
  package var names: [String] { types.map { $0.name } }

  /// Returns the event type with a name.
  ///
  /// - Throws: `EventCatalogError.unknownEvent`, which suggests the nearest names.
  public func type(named name: String) throws(EventCatalogError) -> any LifecycleEvent.Type {
    guard let type = byName[name] else { throw .unknownEvent(name, known: names) }
    return type
  }

  /// Creates an event from its name and some of its arguments. Missing arguments come from the event's example.
  ///
  /// - Parameters:
  ///   - name: The event's name.
  ///   - arguments: An object. Missing keys are filled from the example. `null` returns the example unchanged.
  /// - Throws: `EventCatalogError`, which names the event, the argument and what would be valid.
  public func event(
    named name: String, arguments: JSONValue = .null
  ) throws(EventCatalogError) -> any LifecycleEvent {
    try Self.make(type(named: name), arguments: arguments)
  }

  private static func make<Event: LifecycleEvent>(
    _ type: Event.Type, arguments: JSONValue
  ) throws(EventCatalogError) -> any LifecycleEvent {
    if arguments == .null { return type.example }
    guard case .object(let given) = arguments else {
      throw .invalidArguments(event: type.name, problem: "the arguments must be an object")
    }
    let known = EventArgument.all(of: type)
    for key in given.keys.sorted() where !known.contains(where: { $0.name == key }) {
      throw .unknownArgument(key, event: type.name, known: known.map(\.name))
    }
    let merged = Dictionary(uniqueKeysWithValues: known.map { ($0.name, $0.example) })
      .merging(given) { _, new in new }
    do {
      return try JSONValue.object(merged).decoded(as: type)
    } catch {
      let mismatch = ArgumentMismatch(error, given: given, known: known)
      throw .invalidArguments(event: type.name, problem: mismatch.sentence)
    }
  }
}

/// Why an event can't be created from its name.
public enum EventCatalogError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No event has this name. `known` lists the names in the catalog.
  case unknownEvent(String, known: [String])
  /// The event has no such argument. `known` lists the arguments that it has.
  case unknownArgument(String, event: String, known: [String])
  /// An argument has a value that the event can't take.
  case invalidArguments(event: String, problem: String)
  /// The text of the arguments can't be parsed.
  case unreadableArguments(event: String, text: String, problem: String)

  /// One or two sentences that name the subject, the cause and the nearest valid value.
  public var description: String {
    switch self {
    case .unknownEvent(let name, let known):
      return Self.joined("There is no event '\(Excerpt.of(name))'.", NearestName.suggestion(for: name, among: known))
    case .unknownArgument(let name, let event, let known):
      if known.isEmpty { return "\(event) has no argument '\(Excerpt.of(name))': it takes no arguments." }
      let near = NearestName.matches(for: name, among: known)
      let suggestion =
        near.isEmpty
        ? "It has: \(known.joined(separator: ", "))." : NearestName.suggestion(for: name, among: known)
      return Self.joined("\(event) has no argument '\(Excerpt.of(name))'.", suggestion)
    case .invalidArguments(let event, let problem):
      return "The arguments of \(event) are not valid: \(problem)."
    case .unreadableArguments(let event, let text, let problem):
      return "The arguments '\(Excerpt.of(text))' of \(event) can't be read: \(problem)."
    }
  }

  private static func joined(_ sentences: String...) -> String {
    sentences.filter { !$0.isEmpty }.joined(separator: " ")
  }
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
      title: "Scenes",
      types: [
        ConfigurationForConnecting.self, SceneWillConnect.self, SceneDidDisconnect.self, SceneDidBecomeActive.self,
        SceneWillResignActive.self, SceneWillEnterForeground.self, SceneDidEnterBackground.self,
        SceneOpenURLContexts.self, DidDiscardSceneSessions.self,
      ]),
    EventGroup(
      title: "macOS",
      types: [
        ApplicationShouldTerminate.self, ApplicationShouldTerminateAfterLastWindowClosed.self,
        ApplicationShouldHandleReopen.self,
      ]),
  ]
}
