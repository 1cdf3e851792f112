/// Something that a module does not do as it should.
public struct ConformanceFinding: Sendable, Hashable, CustomStringConvertible {
  /// What a finding is about. Later versions may know more kinds.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The kind in one word.
    public let rawValue: String

    /// The kind of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The kind in one word.
    public var description: String { rawValue }

    /// Its factory, or its registration, threw an error.
    public static let notCreated = Kind(rawValue: "notCreated")
    /// It has two handlers for one event.
    public static let duplicateHandler = Kind(rawValue: "duplicateHandler")
    /// Its factory gave an instance that was there before.
    public static let sharedInstance = Kind(rawValue: "sharedInstance")
    /// It handles an event that can't be fired by name.
    public static let unknownEvent = Kind(rawValue: "unknownEvent")
    /// A handler threw an error.
    public static let handlerThrew = Kind(rawValue: "handlerThrew")
    /// A handler that answers later answered twice.
    public static let completedTwice = Kind(rawValue: "completedTwice")
    /// A handler that answers later never did.
    public static let neverCompleted = Kind(rawValue: "neverCompleted")
    /// An event sends itself again, without end.
    public static let endlessNesting = Kind(rawValue: "endlessNesting")
    /// Somebody holds the module after its removal.
    public static let notFreed = Kind(rawValue: "notFreed")
    /// An owned object was not given back.
    public static let leftOpen = Kind(rawValue: "leftOpen")
  }

  /// What it is about.
  public let kind: Kind
  /// What was found, in one or two sentences.
  public let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

/// What checking one module has found.
public struct ConformanceReport: Sendable, CustomStringConvertible {
  /// What the module was called.
  public let module: String
  /// The names of the events that it was sent, in order.
  public let events: [String]
  /// What was found, in the order in which it was looked for; empty for a module that does as it should.
  public let findings: [ConformanceFinding]

  /// The findings, a line each, or one sentence that says that there are none.
  public var description: String {
    if findings.isEmpty {
      return events.isEmpty
        ? "\(module) handles no event. Nothing was found."
        : "\(module) was sent \(events.joined(separator: ", ")). Nothing was found."
    }
    return findings.map(\.description).joined(separator: "\n")
  }
}

/// A module does not do as it should.
public struct ConformanceError: Error, Sendable, CustomStringConvertible {
  /// What was found; at least one thing.
  public let report: ConformanceReport

  /// The findings, a line each.
  public var description: String { report.description }
}
