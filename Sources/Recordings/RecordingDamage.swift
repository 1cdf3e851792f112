/// What of a recording could not be read. The rest can.
public struct RecordingDamage: Equatable, Sendable {
  /// A line that could not be read.
  public struct Line: Equatable, Sendable {
    /// Its number in the file; the header's is 1.
    public let number: Int
    /// Why, as a clause: `'at_ns' is missing`.
    public let reason: String
  }

  /// How many lines were skipped because they are no entries.
  public internal(set) var skippedLines = 0
  /// The first of them.
  public internal(set) var first: Line?
  /// Whether the last line ends in its middle, as it does where whoever wrote it was stopped. It is not counted as skipped.
  public internal(set) var isLastLineTorn = false
  /// How many entries are of types that this version does not know. They are not damaged, and skipped all the same.
  public internal(set) var unknownEntries = 0
  /// The first type that this version does not know.
  public internal(set) var unknownType: String?
  /// How many entries have values that this version does not know, and cannot do without. They are skipped as well.
  public internal(set) var unknownValues = 0
  /// The first of those values, as a clause: `'state' can't be 'asleep'`.
  public internal(set) var unknownValue: String?
  /// How many entries are shown without a value of theirs, which this version does not know.
  public internal(set) var incompleteEntries = 0
  /// The first of those values, as a clause.
  public internal(set) var missingValue: String?

  /// No damage.
  public init() {}

  /// Whether everything was read.
  public var isNone: Bool { self == RecordingDamage() }

  /// What could not be read, in sentences; empty where all was.
  public var sentences: String {
    var sentences: [String] = []
    if let first {
      sentences.append(
        skippedLines == 1
          ? "Line \(first.number) was skipped: \(first.reason)."
          : "\(skippedLines) lines were skipped, the first one line \(first.number): \(first.reason).")
    }
    if let unknownType {
      sentences.append(
        unknownEntries == 1
          ? "1 entry is left out: this version does not know its type, '\(unknownType)'."
          : "\(unknownEntries) entries are left out: this version does not know their types, the first one "
            + "'\(unknownType)'.")
    }
    if let unknownValue {
      sentences.append(
        unknownValues == 1
          ? "1 entry is left out: this version does not know a value of it, \(unknownValue)."
          : "\(unknownValues) entries are left out: this version does not know a value of each, in the first one "
            + "\(unknownValue).")
    }
    if let missingValue {
      let entries = incompleteEntries == 1 ? "1 entry lacks" : "\(incompleteEntries) entries lack"
      sentences.append("\(entries) a value that this version does not know: \(missingValue).")
    }
    if isLastLineTorn { sentences.append("The last line is torn.") }
    return sentences.joined(separator: " ")
  }

  mutating func noteIncomplete(_ value: String) {
    incompleteEntries += 1
    if missingValue == nil { missingValue = value }
  }

  mutating func skip(_ number: Int, _ reason: String) {
    skippedLines += 1
    if first == nil { first = Line(number: number, reason: reason) }
  }
}
