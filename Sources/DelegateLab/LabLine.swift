/// One line of an experiment: something that was done, or seen.
public struct LabLine: Sendable, Equatable {
  /// What a line says.
  public enum Kind: String, Sendable, CaseIterable {
    /// Something was done.
    case step
    /// Something was seen.
    case result
    /// A process of its own was ended by the runtime.
    case trap
    /// Something was seen that means nothing: what another build or another run sees may be something else.
    case undefined
    /// Something to know.
    case note
  }

  /// What it says.
  public let kind: Kind
  /// The line itself, in one or two sentences.
  public let text: String
  /// How long after the decisive moment it was written, such as the last release; `nil` where there was none yet.
  public let afterNanoseconds: UInt64?

  /// A line; experiments make them, and so does a test.
  public init(_ kind: Kind, _ text: String, afterNanoseconds: UInt64? = nil) {
    self.kind = kind
    self.text = text
    self.afterNanoseconds = afterNanoseconds
  }
}
