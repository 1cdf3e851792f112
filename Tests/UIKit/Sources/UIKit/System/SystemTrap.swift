/// What ends the app's process. An error here, so that tests can look at it.
public enum SystemTrap: Error, Equatable {
  /// The app has not adopted scenes, and its system requires them.
  case scenesNotAdopted
  /// The delegate claims to have a method that it lacks; see `LacksMethods`.
  case unrecognizedSelector(String)
}
