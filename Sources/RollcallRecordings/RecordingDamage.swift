/// The parts of a recording that could not be read. All other parts are available.
public struct RecordingDamage: Equatable, Sendable {
  /// A line that could not be read.
  package struct Line: Equatable, Sendable {
    /// The line's number in the file. The header is line 1.
    package let number: Int
    /// Why the line could not be read, as a clause: `'at_ns' is missing`.
    package let reason: String
  }

  /// The number of lines that were skipped because they are not entries.
  package internal(set) var skippedLines = 0
  /// The first skipped line; `nil` if none.
  package internal(set) var first: Line?
  /// Whether the last line is incomplete, as when the writing process was stopped. It is not counted as skipped.
  package internal(set) var isLastLineTorn = false
  /// The number of entries whose type this version does not know. They are skipped, but not damaged.
  package internal(set) var unknownEntries = 0
  /// The first type that this version does not know; `nil` if none.
  package internal(set) var unknownType: String?
  /// The number of entries that are skipped because this version does not know a value that it needs.
  package internal(set) var unknownValues = 0
  /// The first of those values, as a clause: `'state' can't be 'asleep'`.
  package internal(set) var unknownValue: String?
  /// The number of entries that are shown without one of their values, because this version does not know it.
  package internal(set) var incompleteEntries = 0
  /// The first of those values, as a clause.
  package internal(set) var missingValue: String?

  /// The number of entries that come again. They are counted once.
  package internal(set) var repeatedEntries = 0

  /// Creates a value that stands for no damage.
  package init() {}

  /// Whether the whole recording was read.
  public var isNone: Bool { self == RecordingDamage() }

  /// The damage as sentences. Empty if the whole recording was read.
  public var sentences: String {
    var sentences: [String] = []
    if let first {
      sentences.append(
        skippedLines == 1
          ? "Line \(first.number) was skipped: \(first.reason)."
          : "\(skippedLines) lines were skipped. The first is line \(first.number): \(first.reason).")
    }
    if repeatedEntries > 0 {
      sentences.append(
        repeatedEntries == 1
          ? "1 entry comes again, and is counted once." : "\(repeatedEntries) entries come again, and are counted once."
      )
    }
    if let unknownType {
      sentences.append(
        unknownEntries == 1
          ? "1 entry is left out: this version does not know its type, '\(unknownType)'."
          : "\(unknownEntries) entries are left out: this version does not know their types. The first is "
            + "'\(unknownType)'.")
    }
    if let unknownValue {
      sentences.append(
        unknownValues == 1
          ? "1 entry is left out, because this version does not know one of its values: \(unknownValue)."
          : "\(unknownValues) entries are left out, because this version does not know one value of each. The first: "
            + "\(unknownValue).")
    }
    if let missingValue {
      let entries = incompleteEntries == 1 ? "1 entry lacks" : "\(incompleteEntries) entries lack"
      sentences.append("\(entries) a value that this version does not know: \(missingValue).")
    }
    if isLastLineTorn { sentences.append("The last line is incomplete.") }
    return sentences.joined(separator: " ")
  }

  /// Counts an entry, and keeps the first text about one of its kind.
  mutating func add(_ count: WritableKeyPath<Self, Int>, _ first: WritableKeyPath<Self, String?>, _ text: String) {
    self[keyPath: count] += 1
    self[keyPath: first] = self[keyPath: first] ?? text
  }

  mutating func skip(_ number: Int, _ reason: String) {
    skippedLines += 1
    if first == nil { first = Line(number: number, reason: reason) }
  }
}
