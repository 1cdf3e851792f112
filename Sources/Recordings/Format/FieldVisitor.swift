import ModuleLifecycle

/// Visits the fields of an object with their keys: it writes them, reads them, or looks at their texts. Only a visitor
/// that `reads` changes the object: the others visit a copy.
package protocol FieldVisitor: ~Copyable {
  associatedtype Problem: Error

  /// Visits a field that is always present.
  mutating func field<Value: LineValue>(_ key: StaticString, _ value: inout Value) throws(Problem)
  /// Visits a field that is always written but can be missing in old recordings. If so, it keeps its value.
  mutating func defaulted<Value: LineValue>(_ key: StaticString, _ value: inout Value) throws(Problem)
  /// Visits a field that is present only if it is not `nil`.
  mutating func optional<Value: LineValue>(_ key: StaticString, _ value: inout Value?) throws(Problem)
  /// Visits a field whose value can come from a later version. The field is then `nil`, and the line is marked as
  /// incomplete.
  mutating func known<Value: LineValue & RawRepresentable<String>>(
    _ key: StaticString, _ value: inout Value?
  ) throws(Problem)
  /// Visits a text that repeats the other fields, for readers that do not know them. It is read, because it may say
  /// more.
  mutating func text(_ key: StaticString, _ value: inout String?, or words: String?) throws(Problem)
  /// Whether the visitor changes fields.
  static var reads: Bool { get }
  /// Visits the entry's type.
  mutating func type(_ name: StaticString) throws(Problem)
  /// Visits the entry's number in its journal, which is not a field of the entry itself.
  mutating func seq() throws(Problem)
}

extension FieldVisitor where Self: ~Copyable {
  /// Visits a field that is present only if it differs from its usual value.
  package mutating func sparse<Value: LineValue & Equatable>(
    _ key: StaticString, _ value: inout Value, usually usual: Value
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

  /// Visits the fields.
  mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem)
}

extension LineCoded {
  package func write(to line: inout LineBuffer) {
    line.append(raw: "{")
    var copy = self
    copy.visit(&line)
    line.append(raw: "}")
  }

  package init(reading parser: inout LineParser) throws(LineProblem) {
    let start = parser
    do throws(LineProblem) {
      try self.init(&parser, isSorted: true)
    } catch {
      // The keys may be in another order.
      parser = start
      try self.init(&parser, isSorted: false)
    }
  }

  private init(_ parser: inout LineParser, isSorted: Bool) throws(LineProblem) {
    var fields = try FieldReader(parser, isSorted: isSorted)
    self.init()
    try visit(&fields)
    parser = try fields.end()
  }
}

extension LineBuffer: FieldVisitor {
  @inline(__always) package mutating func field<Value: LineValue>(_ key: StaticString, _ value: inout Value) {
    append(key: key)
    value.write(to: &self)
  }

  @inline(__always) package mutating func defaulted<Value: LineValue>(_ key: StaticString, _ value: inout Value) {
    field(key, &value)
  }

  @inline(__always) package mutating func optional<Value: LineValue>(_ key: StaticString, _ value: inout Value?) {
    guard let value else { return }
    append(key: key)
    value.write(to: &self)
  }

  package static var reads: Bool { false }

  package mutating func known<Value: LineValue & RawRepresentable<String>>(_ key: StaticString, _ value: inout Value?) {
    optional(key, &value)
  }

  package mutating func text(_ key: StaticString, _ value: inout String?, or words: String?) {
    var words = words
    optional(key, &words)
  }

  package mutating func type(_ name: StaticString) {
    append(key: "type")
    append(raw: "\"")
    append(raw: name)
    append(raw: "\"")
  }

  package mutating func seq() {
    var number = entryNumber
    optional("seq", &number)
  }
}
