/// Whether an application in another process answers.
public enum Contact: Sendable, Equatable {
  /// It does.
  case answers
  /// The process answers, and its main actor has not since then, in nanoseconds since the journal's start.
  case hangs(since: UInt64)
  /// The connection is open, and nothing has come since then.
  ///
  /// - Parameter isStopped: Whether the system says that the process is stopped.
  case isSilent(since: UInt64, isStopped: Bool)
  /// It is gone.
  case ended(Ending)
  /// It is gone, and so many others have its name and its program: the user has to choose.
  case isAmbiguous(Int)

  /// How a connection ended.
  public enum Ending: Sendable, Equatable {
    /// The application said that it ends.
    case orderly
    /// The application goes on, and lets no inspector look at it any more.
    case stopped
    /// The application has sent the inspector away, for this reason, in a sentence.
    case sentAway(String)
    /// The process is gone and has not said so: it was killed, it crashed, or it left without ending the composite.
    case withoutSayingSo
    /// The connection is gone. Whether the application goes on is not known, or it does.
    case cut
  }

  /// Whether the application can still be asked something.
  public var isOpen: Bool {
    switch self {
    case .answers, .hangs, .isSilent: true
    case .ended, .isAmbiguous: false
    }
  }
}
