import ModuleLifecycle

/// The key of a field.
package struct FieldKey: ExpressibleByStringLiteral, Sendable {
  package let text: String
  /// The first 16 bytes, as a number that keeps their order. The compiler computes it for most keys.
  let word: UInt128

  /// Creates a key from its text.
  @inline(__always) package init(stringLiteral text: String) {
    self.text = text
    word = text.utf8.count < 16 ? Self.word(of: text.utf8) : Self.longWord(text)
  }

  /// Not inlined, because the compiler can't compute it.
  @inline(never) private static func longWord(_ text: String) -> UInt128 { word(of: text.utf8) }

  @inline(__always) static func word(of bytes: some Sequence<UInt8>) -> UInt128 {
    var (word, rest): (UInt128, UInt128) = (0, 128)
    for byte in bytes {
      word = word &<< 8 | UInt128(byte)
      rest &-= 8
      if rest == 0 { return word }
    }
    return rest == 128 ? 0 : word &<< rest
  }
}

/// Visits the fields of an object with their keys: it writes them, reads them, or looks at their texts. Only a visitor
/// that `reads` changes the object: the others visit a copy.
package protocol FieldVisitor {
  associatedtype Problem: Error

  /// Visits a field that is always present.
  mutating func field<Value: LineValue>(_ key: FieldKey, _ value: inout Value) throws(Problem)
  /// Visits a field that is present only if it is not `nil`.
  mutating func optional<Value: LineValue>(_ key: FieldKey, _ value: inout Value?) throws(Problem)
  /// Visits a field whose value can come from a later version. The field is then `nil`, and the line is marked as
  /// incomplete.
  mutating func known<Value: LineValue & RawRepresentable<String>>(
    _ key: FieldKey, _ value: inout Value?
  ) throws(Problem)
  /// Whether the visitor changes fields.
  static var reads: Bool { get }
}

extension FieldVisitor {
  /// Visits a field that is present only if it differs from its usual value.
  package mutating func sparse<Value: LineValue & Equatable>(
    _ key: FieldKey, _ value: inout Value, usually usual: Value
  ) throws(Problem) {
    var unusual = value == usual ? nil : value
    try optional(key, &unusual)
    if let unusual, unusual != value { value = unusual }
  }
}

/// An object of the format. Its fields are declared once, sorted by key, for both writing and reading.
package protocol LineCoded: LineValue {
  /// Creates a value to be filled by reading.
  init()

  /// Visits the fields, in the order of their keys.
  mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem)
}

extension LineCoded {
  /// Visits the fields of a copy.
  ///
  /// - Returns: The copy, with the visitor's changes.
  func visited<Visitor: FieldVisitor>(by fields: inout Visitor) throws(Visitor.Problem) -> Self {
    var copy = self
    try copy.visit(&fields)
    return copy
  }

  package func write(to line: inout LineBuffer) {
    line.object { _ = visited(by: &$0) }
  }

  package init(reading parser: inout LineParser) throws(LineProblem) {
    self.init()
    try parser.object { line throws(LineProblem) in try visit(&line) }
  }
}
