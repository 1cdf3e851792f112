import ModuleLifecycle

/// Visits the fields of an object with their keys: it writes them, reads them, or looks at their texts. Only a visitor
/// that `reads` changes the object: the others visit a copy.
package protocol FieldVisitor {
  associatedtype Problem: Error

  /// Visits a field that is always present.
  mutating func field<Value: LineValue>(_ key: String, _ value: inout Value) throws(Problem)
  /// Visits a field that is present only if it is not `nil`.
  mutating func optional<Value: LineValue>(_ key: String, _ value: inout Value?) throws(Problem)
  /// Visits a field whose value can come from a later version. The field is then `nil`, and the line is marked as
  /// incomplete.
  mutating func known<Value: LineValue & RawRepresentable<String>>(_ key: String, _ value: inout Value?) throws(Problem)
  /// Whether the visitor changes fields.
  static var reads: Bool { get }
  /// Visits the object's type. A reader knows it already.
  mutating func type(_ name: String) throws(Problem)
  /// Visits the entry's number in its journal, which is not a field of the entry itself.
  mutating func seq() throws(Problem)
}

extension FieldVisitor {
  /// Visits a field that is present only if it differs from its usual value.
  package mutating func sparse<Value: LineValue & Equatable>(
    _ key: String, _ value: inout Value, usually usual: Value
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
    line.append(raw: "{")
    _ = visited(by: &line)
    line.append(raw: "}")
  }

  package init(reading parser: inout LineParser) throws(LineProblem) {
    var fields = try FieldReader(&parser)
    self.init()
    try visit(&fields)
    try fields.end(&parser)
  }
}
