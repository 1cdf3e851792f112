/// A line that was printed while the screen was up.
public struct OutputEntry: Codable, Sendable, Equatable {
  /// The line, without its end.
  public var line: String
  /// The module whose handler was running, if one was.
  public var module: String?
  /// The event that it was handling.
  public var event: String?
  /// When the line was read.
  public var atNanoseconds: UInt64

  enum CodingKeys: String, CodingKey {
    case line, module, event
    case atNanoseconds = "at_ns"
  }
}

/// Something that the application's author should know.
public struct WarningEntry: Codable, Sendable, Equatable {
  /// What the warning is about.
  public enum Kind: String, Codable, Sendable {
    /// A handler threw an error.
    case handlerThrew
    /// Two modules claimed the same thing, or the votes had nothing in common.
    case votesConflict
    /// An event came in a state in which it is not expected.
    case outOfState
    /// Events sent from within events, too deep.
    case depthCap
    /// A removed module is still alive.
    case ownerOverdue
    /// Something was registered too late.
    case registeredLate
  }

  /// What it is about.
  public var kind: Kind
  /// What happened, in one sentence.
  public var message: String
  /// The module concerned.
  public var module: String?
  /// The dispatch concerned.
  public var dispatch: UInt64?
  /// When it was noticed.
  public var atNanoseconds: UInt64

  enum CodingKeys: String, CodingKey {
    case kind, message, module, dispatch
    case atNanoseconds = "at_ns"
  }
}

/// Entries that were dropped because the journal was full.
public struct GapEntry: Codable, Sendable, Equatable {
  /// How many.
  public var dropped: UInt64
}
