extension SimulatedApp {
  /// The user opens the app again: all its windows, or a new one.
  public func open() throws {
    if !hasScenes { return moveApplication(to: .active) }
    if windows.isEmpty { try openWindow(for: nil) }
    move(windows, to: .foregroundInactive, ifIn: .background)
    move(windows, to: .foregroundActive, ifIn: .foregroundInactive)
  }

  /// Something covers the app: a call, Control Center or the app switcher.
  public func interrupt() {
    if !hasScenes { return moveApplication(to: .inactive) }
    move(windows, to: .foregroundInactive, ifIn: .foregroundActive)
  }

  /// The user goes to the Home Screen.
  ///
  /// Rule: `scenesMoveTogether`.
  public func leave() {
    if !hasScenes { return moveApplication(to: .background) }
    interrupt()
    move(scenes, to: .background, ifIn: .foregroundInactive)
  }

  /// The user puts one of several windows away.
  public func leave(_ scene: UIWindowScene) {
    move(scene, to: .foregroundInactive, ifIn: .foregroundActive)
    move(scene, to: .background)
  }

  /// The user takes one of several windows back.
  public func open(_ scene: UIWindowScene) {
    move(scene, to: .foregroundInactive, ifIn: .background)
    move(scene, to: .foregroundActive)
  }

  private func move(
    _ scenes: [UIWindowScene], to state: UIScene.ActivationState, ifIn old: UIScene.ActivationState
  ) {
    for scene in scenes { move(scene, to: state, ifIn: old) }
  }

  func move(_ scene: UIWindowScene, to state: UIScene.ActivationState, ifIn old: UIScene.ActivationState) {
    if scene.activationState == old { move(scene, to: state) }
  }

  /// Moves a scene by one step.
  ///
  /// Rules: `stateAfterActivity`, `stateAfterOtherMoves`.
  func move(_ scene: UIWindowScene, to state: UIScene.ActivationState) {
    switch (scene.activationState, state) {
    case (.background, .foregroundInactive): scene.delegate?.sceneWillEnterForeground(scene)
    case (.foregroundInactive, .foregroundActive): scene.delegate?.sceneDidBecomeActive(scene)
    case (.foregroundActive, .foregroundInactive): scene.delegate?.sceneWillResignActive(scene)
    case (.foregroundInactive, .background): scene.delegate?.sceneDidEnterBackground(scene)
    default: return
    }
    scene.activationState = state
    followScenes()
  }

  /// Rules: `mostActiveScene`, `displaysMoveNothing`.
  func followScenes() {
    let states = windows.map(\.activationState)
    moveApplication(
      to: states.contains(.foregroundActive) ? .active : states.contains(.foregroundInactive) ? .inactive : .background)
  }
}
