extension SimulatedApp {
  static let configuring = Selector("application:configurationForConnectingSceneSession:options:")

  /// The connected scenes, by the names of their sessions.
  var scenes: [UIWindowScene] {
    application.connectedScenes.compactMap { $0 as? UIWindowScene }
      .sorted { $0.session.persistentIdentifier < $1.session.persistentIdentifier }
  }

  /// The scenes that are the app's own windows.
  public var windows: [UIWindowScene] { scenes.filter { $0.session.role == .windowApplication } }

  func newSession(_ name: String, role: UISceneSession.Role = .windowApplication) -> UISceneSession {
    let session = UISceneSession(persistentIdentifier: name, role: role)
    application.openSessions.insert(session)
    return session
  }

  /// The user opens a window, which is new or was reclaimed.
  @discardableResult public func openWindow(_ name: String) throws -> UIWindowScene {
    let session = application.openSessions.first { $0.persistentIdentifier == name }
    return try open(session ?? newSession(name), for: nil)
  }

  /// Opens a window that was open before, or the app's first.
  func openWindow(for request: SystemRequest?) throws {
    let last = application.openSessions.filter { $0.role == .windowApplication }
      .min { $0.persistentIdentifier < $1.persistentIdentifier }
    try open(last ?? newSession("window 1"), for: request)
  }

  /// Rules: `sceneOrder`, `connectsAtOnce`.
  @discardableResult private func open(
    _ session: UISceneSession, for request: SystemRequest?
  ) throws -> UIWindowScene {
    let scene = try connect(session, for: request)
    move(scene, to: .foregroundInactive)
    move(scene, to: .foregroundActive)
    return scene
  }

  /// The user connects another display. `nil` if the app has no configuration for it.
  ///
  /// Rule: `externalDisplays`.
  @discardableResult public func connectDisplay() throws -> UIWindowScene? {
    let role = UISceneSession.Role.windowExternalDisplayNonInteractive
    guard !info.configurations(for: role).isEmpty || delegate.responds(to: Self.configuring) else { return nil }
    let scene = try connect(newSession("display", role: role), for: nil)
    move(scene, to: .foregroundInactive)
    return scene
  }

  @discardableResult func connect(_ session: UISceneSession, for request: SystemRequest?) throws -> UIWindowScene {
    let options = request?.connectionOptions ?? UIScene.ConnectionOptions()
    let configuration = try configuration(of: session, options: options)
    session.configuration = configuration
    let scene = UIWindowScene(session: session)
    scene.delegate = makeDelegate(of: configuration)
    application.connectedScenes.insert(scene)
    scene.delegate?.scene(scene, willConnectTo: session, options: options)
    scene.activationState = .background
    return scene
  }

  /// The system takes a window in the background away, to reclaim memory. Its session stays.
  ///
  /// Rule: `disconnects`.
  public func reclaim(_ window: UIWindowScene) {
    precondition(window.activationState == .background, "A window in the foreground is not reclaimed.")
    disconnect(window)
  }

  /// The user takes the other display away.
  public func unplug(_ display: UIWindowScene) { disconnect(display) }

  /// The user closes a window in the app switcher.
  ///
  /// Rules: `closedByUser`, `discards`.
  public func close(_ window: UIWindowScene) {
    move(window, to: .foregroundInactive, ifIn: .foregroundActive)
    disconnect(window)
    application.openSessions.remove(window.session)
    delegate.application(application, didDiscardSceneSessions: [window.session])
  }

  func disconnect(_ scene: UIWindowScene) {
    application.connectedScenes.remove(scene)
    scene.activationState = .unattached
    scene.delegate?.sceneDidDisconnect(scene)
    followScenes()
  }
}
