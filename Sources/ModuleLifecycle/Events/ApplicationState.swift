/// The application's state in its lifecycle.
public enum ApplicationState: String, Codable, Sendable, CaseIterable {
  /// The application has not launched yet.
  case notRunning
  /// The application is in the foreground but receives no input.
  case inactive
  /// The application is in the foreground and receives input.
  case active
  /// The application is off screen but still running.
  case background
  /// The application has terminated.
  case terminated
}

/// How an event changes the application's state, and the states in which it is expected.
///
/// An event sent in any other state is still delivered, and marked as out of state.
public struct ApplicationStateTransition: Sendable, Equatable {
  /// When the state changes. An event named *did* reports a change that has already happened. An event named *will*
  /// announces one.
  public enum Moment: Sendable {
    /// Before the first module is called.
    case beforeHandlers
    /// After the last module has returned.
    case afterHandlers
  }

  /// The states in which the event is expected.
  package let expected: Set<ApplicationState>
  /// The state after the event. `nil` when the event doesn't change the state.
  package let target: ApplicationState?
  /// When the state changes.
  package let moment: Moment

  /// Creates a transition from one of the expected states to a target state. A `nil` target leaves the state
  /// unchanged.
  public init(from expected: Set<ApplicationState>, to target: ApplicationState?, _ moment: Moment) {
    self.expected = expected
    self.target = target
    self.moment = moment
  }
}
