/// One line of an experiment: an action, an observation or a note.
public struct LabLine: Sendable, Equatable {
  /// The kind of a line.
  public enum Kind: String, Sendable, CaseIterable {
    /// An action of the experiment.
    case step
    /// An observation.
    case result
    /// The runtime ended a child process.
    case trap
    /// An observation of undefined behaviour: another build or another run may observe something else.
    case undefined
    /// Background information.
    case note
  }

  /// The kind of the line.
  public let kind: Kind
  /// The text, in one or two sentences.
  public let text: String
  /// The time since the decisive moment, such as the last release; `nil` when no time is measured.
  public let afterNanoseconds: UInt64?

  /// Creates a line. Experiments create them; tests can too.
  public init(_ kind: Kind, _ text: String, afterNanoseconds: UInt64? = nil) {
    self.kind = kind
    self.text = text
    self.afterNanoseconds = afterNanoseconds
  }
}
