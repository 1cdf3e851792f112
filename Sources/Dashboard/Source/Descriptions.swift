#if CommandLine
public import ModuleLifecycle
import OrderedCollections

/// An event as a dashboard offers it.
public struct EventDescription: Sendable, Equatable {
  /// Its name.
  public var name: String
  /// How its votes are combined, in words that complete "The answer is …".
  public var rule: String
  /// Its arguments, in the order in which a form shows them.
  public var arguments: [EventArgument]
  /// The states in which it is expected; `nil` where that is all the same.
  public var expectedStates: Set<ApplicationState>?
  /// How long its handlers may take to answer after they have returned, in nanoseconds; `nil` where they answer at once.
  public var deadlineNanoseconds: UInt64?
  /// The events that its example stands for, which are sent right after it.
  public var bridged: [String]

  /// A description of an event.
  public init(
    name: String, rule: String, arguments: [EventArgument] = [], expectedStates: Set<ApplicationState>? = nil,
    deadlineNanoseconds: UInt64? = nil, bridged: [String] = []
  ) {
    self.name = name
    self.rule = rule
    self.arguments = arguments
    self.expectedStates = expectedStates
    self.deadlineNanoseconds = deadlineNanoseconds
    self.bridged = bridged
  }

  /// The description of an event type.
  public init(of type: any LifecycleEvent.Type) {
    func open<Event: LifecycleEvent>(_ type: Event.Type) -> EventDescription {
      EventDescription(
        name: type.name, rule: type.policy.rule, arguments: EventArgument.all(of: type),
        expectedStates: type.transition?.expected,
        deadlineNanoseconds: (type as? any AsyncLifecycleEvent.Type).map { UInt64(nanoseconds: $0.deadline) },
        bridged: Array(OrderedSet(type.example.bridged.map { Swift.type(of: $0).name })))
    }
    self = open(type)
  }
}

/// An experiment as a dashboard offers it: a question, and code that is run to answer it.
public struct ExperimentDescription: Sendable, Equatable {
  /// Its name.
  public var id: String
  /// Its title, in a few words.
  public var title: String
  /// The question that it answers, as a sentence.
  public var question: String

  /// A description of an experiment.
  public init(id: String, title: String, question: String) {
    self.id = id
    self.title = title
    self.question = question
  }
}

/// What an experiment says while it runs.
public enum ExperimentProgress: Sendable, Equatable {
  /// It has written a line.
  case line(ExperimentLine)
  /// It has come to its end.
  case finished
}

/// One line of an experiment.
public struct ExperimentLine: Sendable, Equatable {
  /// How a line is to be taken; its word says the same.
  public enum Tone: Sendable {
    /// Something that was done.
    case plain
    /// Something that was seen.
    case strong
    /// Something that must not be relied on.
    case caution
    /// Something that ends a program.
    case bad
    /// Something to know.
    case faint
  }

  /// What the line says, in a word of at most nine columns: `step`, `result`.
  public var word: String
  /// How it is to be taken.
  public var tone: Tone
  /// The line itself.
  public var text: String
  /// How long after the decisive moment it was written; `nil` where there was none yet.
  public var afterNanoseconds: UInt64?

  /// A line.
  public init(word: String, tone: Tone, text: String, afterNanoseconds: UInt64? = nil) {
    self.word = word
    self.tone = tone
    self.text = text
    self.afterNanoseconds = afterNanoseconds
  }
}

/// A format that a source can export in, as a dashboard knows it.
public struct ExportDescription: Sendable, Equatable {
  /// Its name, as users write it: `trace`. No two begin with the same letter.
  public var name: String
  /// What it is for, as a few words after its name.
  public var purpose: String
  /// Whether it is about one dispatch, the launch unless another is asked for.
  public var isAboutOneDispatch: Bool

  /// A format.
  public init(name: String, purpose: String, isAboutOneDispatch: Bool = false) {
    self.name = name
    self.purpose = purpose
    self.isAboutOneDispatch = isAboutOneDispatch
  }
}

/// What came of an export.
public struct ExportSummary: Sendable, Equatable {
  /// The file.
  public var path: String
  /// Its size.
  public var byteCount: Int
  /// How many entries are in it.
  public var entryCount: Int
  /// How many are not, because they were dropped when the journal was full.
  public var missing: UInt64

  /// A file that has been written.
  public init(path: String, byteCount: Int, entryCount: Int, missing: UInt64 = 0) {
    self.path = path
    self.byteCount = byteCount
    self.entryCount = entryCount
    self.missing = missing
  }
}
#endif
