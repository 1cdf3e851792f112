/// Whether an application in another process responds.
package enum Contact: Sendable, Equatable {
  /// The application responds.
  case answers
  /// The process responds, but its main actor has not since this time, in nanoseconds since the journal's start.
  case hangs(since: UInt64)
  /// The connection is open, but nothing has arrived since this time, in nanoseconds since the journal's start.
  ///
  /// - Parameter isStopped: Whether the system reports the process as stopped.
  case isSilent(since: UInt64, isStopped: Bool)
  /// The connection has ended.
  case ended(Ending)
  /// The application has gone, and this many applications have its name and program. The user has to choose.
  case isAmbiguous(Int)

  /// How a connection ended.
  package enum Ending: Sendable, Equatable {
    /// The application announced its end.
    case orderly
    /// The application is still running, but no longer accepts inspectors.
    case stopped
    /// The application rejected the inspector, for this reason, in one sentence.
    case sentAway(String)
    /// The process has gone unannounced: it was killed, crashed, or exited without ending the composite.
    case withoutSayingSo
    /// The connection was lost. The application is still running, or its state is unknown.
    case cut
  }

  /// Whether the application can still receive requests.
  package var isOpen: Bool {
    switch self {
    case .answers, .hangs, .isSilent: true
    case .ended, .isAmbiguous: false
    }
  }
}
