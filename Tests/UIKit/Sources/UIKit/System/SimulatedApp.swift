/// An app that runs in a simulated system, which calls its delegates as UIKit does.
///
/// ```swift
/// let app = try SimulatedApp(AppDelegate(), info: InfoPlist(contentsOf: file), on: .iOS27, start: .foreground(.link(url)))
/// app.leave()
/// try app.open()
/// app.terminate()
/// ```
///
/// Each behaviour is a `SystemRule`, with its source. One app runs at a time: `UIApplication.shared` is the last one.
@MainActor public final class SimulatedApp {
  /// How an app's process begins.
  public enum Start {
    /// The user opens the app, perhaps for something.
    case foreground(SystemRequest? = nil)
    /// The system has work for the app, such as a silent push. Rule: `backgroundLaunch`.
    case background
    /// The same, and the system connects a scene. Rule: `backgroundScene`.
    case backgroundWithScene
  }

  /// The system that the app runs on.
  public let system: SystemVersion
  /// Whether the app has adopted scenes.
  public let hasScenes: Bool
  /// The application's delegate.
  public let delegate: any UIResponder & UIApplicationDelegate
  /// What the system has printed.
  public internal(set) var log: [String] = []
  /// The objects in which activities were restored.
  public var restored: [any UIUserActivityRestoring] { application.restored }

  let info: InfoPlist
  let application = UIApplication.shared

  /// Starts an app.
  ///
  /// - Parameters:
  ///   - delegate: Makes the application's delegate.
  ///   - discarded: The sessions of the windows that the user has closed since the app ran last.
  /// - Throws: `SystemTrap`.
  public init<Delegate: UIResponder & UIApplicationDelegate>(
    _ delegate: @autoclosure () -> Delegate, info: InfoPlist = .withoutScenes, on system: SystemVersion = .iOS27,
    start: Start = .foreground(), discarded: Set<UISceneSession> = []
  ) throws {
    (self.info, self.system) = (info, system)
    application.reset()
    application.infoDictionary = info.dictionary
    // Rule: launchOrder.
    let delegate = delegate()
    self.delegate = delegate
    application.delegate = delegate
    // Rule: adoption.
    hasScenes = info.configuresScenes || delegate.responds(to: Self.configuring)
    application.hasScenes = hasScenes
    try requireScenes()
    try launch(start, discarded: discarded)
  }

  /// Rules: `scenesRequired`, `trapsBeforeLaunch`, `trapsInBackground`, `logsWithoutScenes`.
  private func requireScenes() throws(SystemTrap) {
    if hasScenes { return }
    if system.requiresScenes { throw .scenesNotAdopted }
    log.append("The app has not adopted scenes. A later system will end it at launch.")
  }

  /// Takes the application to a state, step by step.
  ///
  /// Rules: `delegateIsSilentWithScenes`, `notificationsInBothWorlds`, `notificationsAfterDelegate`.
  func moveApplication(to target: UIApplication.State) {
    while let step = ApplicationStep(from: application.applicationState, to: target) {
      if !hasScenes { step.call(delegate, of: application) }
      application.applicationState = step.state
      post(step.notification)
    }
  }

  func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: application) }
}
