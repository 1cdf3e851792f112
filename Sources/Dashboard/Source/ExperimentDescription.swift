#if CommandLine
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
#endif
