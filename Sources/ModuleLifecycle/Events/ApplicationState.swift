/// Where the application stands in its life.
public enum ApplicationState: String, Codable, Sendable, CaseIterable {
  /// Before launch.
  case notRunning
  /// In the foreground, receiving no input.
  case inactive
  /// In the foreground, receiving input.
  case active
  /// Out of sight, still running.
  case background
  /// After termination.
  case terminated
}

/// How an event moves the application's state, and from which states it is expected.
///
/// An event that comes in another state is delivered all the same, and marked as out of state.
public struct ApplicationStateTransition: Sendable, Equatable {
  /// When the move happens: an event named *did* reports what is so already, one named *will* announces it.
  public enum Moment: Sendable {
    /// Before the first module is called.
    case beforeHandlers
    /// After the last module has returned.
    case afterHandlers
  }

  /// The states in which the event is expected.
  public let expected: Set<ApplicationState>
  /// The state that it leads to; `nil` where it only expects, and moves nothing.
  public let target: ApplicationState?
  /// When the state moves.
  public let moment: Moment

  /// A move from one of the `expected` states to `target`.
  public init(from expected: Set<ApplicationState>, to target: ApplicationState?, _ moment: Moment) {
    self.expected = expected
    self.target = target
    self.moment = moment
  }
}
