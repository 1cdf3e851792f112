extension SimulatedApp {
  /// Rules: `configurationFromDelegate`, `configurationFromPlist`.
  func configuration(
    of session: UISceneSession, options: UIScene.ConnectionOptions
  ) throws(SystemTrap) -> UISceneConfiguration {
    if let known = session.configuration { return known }
    guard delegate.responds(to: Self.configuring) else {
      let first = info.configurations(for: session.role).first
      return UISceneConfiguration(name: first?.name, sessionRole: session.role)
    }
    let missing = MissingMethods.calls.count
    let configuration = delegate.application(application, configurationForConnecting: session, options: options)
    guard MissingMethods.calls.count == missing else {
      throw .unrecognizedSelector(NSStringFromSelector(Self.configuring))
    }
    return configuration
  }

  /// Makes the scene's delegate, of the configuration's class or of the one that the property list has under its name.
  ///
  /// Rules: `configurationFromPlist`, `unknownClass`.
  func makeDelegate(of configuration: UISceneConfiguration) -> (any UISceneDelegate)? {
    if let type = configuration.delegateClass { return ObjectiveCClasses.make(type) as? any UISceneDelegate }
    let listed = info.configurations(for: configuration.role).first { $0.name == configuration.name }
    guard let name = listed?.delegateClass.map(expanded) else { return nil }
    guard let type = ObjectiveCClasses.named(name) else {
      log.append("There is no class '\(name)', which Info.plist names as a scene's delegate.")
      return nil
    }
    return ObjectiveCClasses.make(type) as? any UISceneDelegate
  }

  /// Puts the module's name in, as Xcode does when it builds the app.
  private func expanded(_ name: String) -> String {
    let module = String(reflecting: type(of: delegate)).prefix { $0 != "." }
    return name.replacing("$(PRODUCT_MODULE_NAME)", with: module)
  }
}
