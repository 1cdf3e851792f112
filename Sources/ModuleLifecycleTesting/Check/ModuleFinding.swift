/// A fault that a check found in a module.
public struct ModuleFinding: Sendable, Hashable, CustomStringConvertible {
  /// What a finding is about. Later versions may add kinds.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The kind's name, one word.
    public let rawValue: String

    /// Creates a kind with that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The kind's name, one word.
    public var description: String { rawValue }

    /// The module's factory, or its registration, threw an error.
    public static let notCreated = Kind(rawValue: "notCreated")
    /// The module has two handlers for one event.
    public static let duplicateHandler = Kind(rawValue: "duplicateHandler")
    /// The module's factory returned an existing instance.
    public static let sharedInstance = Kind(rawValue: "sharedInstance")
    /// The module handles an event whose name is another's, or nearly another's.
    public static let unknownEvent = Kind(rawValue: "unknownEvent")
    /// The module handles an event that has no example and was not given to the check.
    public static let notSent = Kind(rawValue: "notSent")
    /// The module's `start()` threw an error, or did not return.
    public static let notStarted = Kind(rawValue: "notStarted")
    /// A handler threw an error.
    public static let handlerThrew = Kind(rawValue: "handlerThrew")
    /// A handler that answers later answered twice.
    public static let completedTwice = Kind(rawValue: "completedTwice")
    /// A handler that answers later never answered.
    public static let neverCompleted = Kind(rawValue: "neverCompleted")
    /// An owned task threw an error.
    public static let taskThrew = Kind(rawValue: "taskThrew")
    /// An object was registered after its owner had gone.
    public static let registeredLate = Kind(rawValue: "registeredLate")
    /// An event sends itself again without end.
    public static let endlessNesting = Kind(rawValue: "endlessNesting")
    /// Other code holds the module after its removal.
    public static let notFreed = Kind(rawValue: "notFreed")
    /// The module keeps its composite alive.
    public static let keepsComposite = Kind(rawValue: "keepsComposite")
    /// An owned object was not released.
    public static let leftOpen = Kind(rawValue: "leftOpen")
  }

  /// What the finding is about.
  public let kind: Kind
  /// The finding in one or two sentences.
  public let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

/// The result of checking one module.
public struct ModuleReport: Sendable, CustomStringConvertible {
  /// The module's name during the check.
  public let module: String
  /// The names of the events that the module was sent, in order.
  public let events: [String]
  /// The findings, in the order of the checks; empty for a module without faults.
  public let findings: [ModuleFinding]

  /// The findings, one per line, or one sentence that says there are none.
  public var description: String {
    if findings.isEmpty {
      return events.isEmpty
        ? "\(module) handles no event. No problems found."
        : "\(module) was sent \(events.joined(separator: ", ")). No problems found."
    }
    return findings.map(\.description).joined(separator: "\n")
  }
}
