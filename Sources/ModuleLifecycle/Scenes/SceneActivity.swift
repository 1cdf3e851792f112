/// What the activity of an application's scenes adds up to. A pure function of their events.
///
/// Once an application has adopted scenes, UIKit reports activity for each scene and no longer for the application. Modules
/// that handle the application's events get them from here: the first scene to become active brings `didBecomeActive`, the
/// last active one to resign brings `willResignActive`, the first to enter the foreground brings `willEnterForeground` if
/// the application was in the background, and the last one to leave it brings `didEnterBackground`.
///
/// Only scenes that are windows of the application count: an external display or a car's screen moves nothing. A scene that
/// connects is in the background and moves nothing either. A scene that disconnects in the foreground has left it. When one
/// window becomes inactive before another becomes active, the application is inactive in between, as UIKit reports it.
struct SceneActivity: Sendable, Equatable {
  private enum Phase { case inactive, active }

  /// The scenes in the foreground, by identifier.
  private var foreground: [String: Phase] = [:]
  /// The scenes that are connected but are not windows of the application.
  private var others: Set<String> = []
  /// The application's state according to its scenes. `nil` before the first one enters the foreground.
  private var state: ApplicationState?
  /// Whether there has been any event of a scene.
  private(set) var isUsed = false

  /// Whether no scene is in the foreground.
  var isInBackground: Bool { foreground.isEmpty }

  /// Whether an event can move the application by way of its scenes.
  static func isMoved(by event: any LifecycleEvent.Type) -> Bool {
    event is any SceneEvent.Type || event == DidFinishLaunching.self || event == WillTerminate.self
  }

  /// Notes an event of a scene, a launch or the end.
  ///
  /// - Returns: Whether a scene, and with it perhaps the application, has moved. Scenes that are in the foreground before the
  ///   launch move the application at the launch.
  mutating func note(_ event: any LifecycleEvent) -> Bool {
    if event is any SceneEvent { isUsed = true }
    switch event {
    case let event as SceneWillConnect:
      if event.role.map({ $0 != .windowApplication }) == true { others.insert(event.scene) }
      return false
    case let event as SceneWillEnterForeground where isWindow(event.scene):
      if foreground[event.scene] == nil { foreground[event.scene] = .inactive }
    case let event as SceneDidBecomeActive where isWindow(event.scene): foreground[event.scene] = .active
    case let event as SceneWillResignActive where foreground[event.scene] == .active:
      foreground[event.scene] = .inactive
    case let event as SceneDidEnterBackground where foreground[event.scene] != nil: foreground[event.scene] = nil
    case let event as SceneDidDisconnect:
      others.remove(event.scene)
      guard foreground.removeValue(forKey: event.scene) != nil else { return false }
    case is DidFinishLaunching: return state != nil
    case is WillTerminate:
      (foreground, others, state) = ([:], [], nil)
      return false
    default: return false
    }
    state = foreground.values.contains(.active) ? .active : foreground.isEmpty ? .background : .inactive
    return true
  }

  private func isWindow(_ scene: String) -> Bool { !others.contains(scene) }

  /// The next event on an application's way to the state that its scenes give it. `nil` when it is there, has not launched,
  /// or has terminated.
  func nextEvent(in state: ApplicationState) -> (any LifecycleEvent)? {
    switch (state, self.state) {
    case (.background, .inactive), (.background, .active): WillEnterForeground()
    case (.inactive, .active): DidBecomeActive()
    case (.active, .inactive), (.active, .background): WillResignActive()
    case (.inactive, .background): DidEnterBackground()
    default: nil
    }
  }
}

extension SceneEvent {
  /// The application's event that follows if the application's state changes with the scene's. `nil` if none does.
  package static var applicationEvent: (any LifecycleEvent.Type)? {
    switch self {
    case is SceneWillEnterForeground.Type: WillEnterForeground.self
    case is SceneDidBecomeActive.Type: DidBecomeActive.self
    case is SceneWillResignActive.Type: WillResignActive.self
    case is SceneDidEnterBackground.Type, is SceneDidDisconnect.Type: DidEnterBackground.self
    default: nil
    }
  }
}

extension CompositeDelegate {
  /// Whether there has been any event of a scene.
  package var hasHeardOfScenes: Bool { application.scenes.isUsed }

  /// Notes that the system has launched the application in the background, if it is launched, and no scene has entered the
  /// foreground since. The first one that does then brings `willEnterForeground`.
  package func noteLaunchInBackground() {
    guard isRoot, state == .inactive, application.life.isLaunched, application.scenes.isInBackground else { return }
    application.state = .background
    journal.append(.state(StateEntry(state: .background, atNanoseconds: journal.now)))
  }
}
