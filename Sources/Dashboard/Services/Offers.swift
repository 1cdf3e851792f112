#if CommandLine
/// What a dashboard can do for its user beside the application; none, and it is not offered.
public struct Offers: Sendable, Equatable {
  /// The experiments of the lab, in the order of their pages.
  public var experiments: [ExperimentDescription]
  /// The formats to export in.
  public var exports: [ExportDescription]
  /// Whether what happens can be recorded.
  public var records: Bool

  /// What is offered; by default nothing.
  public init(
    experiments: [ExperimentDescription] = [], exports: [ExportDescription] = [], records: Bool = false
  ) {
    (self.experiments, self.exports, self.records) = (experiments, exports, records)
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

/// A format to export in, as a dashboard knows it.
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
