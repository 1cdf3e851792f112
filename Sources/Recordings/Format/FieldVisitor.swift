import ModuleLifecycle

/// What goes through the fields of an object, each with its key: it writes them, reads them, or looks at their texts. Only
/// one that `reads` may change a field.
package protocol FieldVisitor: ~Copyable {
  associatedtype Problem: Error

  /// A field that is always there.
  mutating func field<Value: LineValue>(_ key: StaticString, _ value: inout Value) throws(Problem)
  /// A field that is always written, and missing in old recordings: then it stays as it is.
  mutating func defaulted<Value: LineValue>(_ key: StaticString, _ value: inout Value) throws(Problem)
  /// A field that is only there where it is not `nil`.
  mutating func optional<Value: LineValue>(_ key: StaticString, _ value: inout Value?) throws(Problem)
  /// A field whose value may be one of a later version: then it is `nil`, and the line is known to have said more.
  mutating func known<Value: LineValue & RawRepresentable<String>>(
    _ key: StaticString, _ value: inout Value?
  ) throws(Problem)
  /// What the other fields say, in words, for readers that do not know them. It is read where it may say more.
  mutating func text(_ key: StaticString, _ value: inout String?, or words: String?) throws(Problem)
  /// Whether it changes the fields that it goes through.
  static var reads: Bool { get }
  /// The entry's type.
  mutating func type(_ name: StaticString) throws(Problem)
  /// The entry's number in its journal, which is no field of the entry itself.
  mutating func seq() throws(Problem)
}

extension FieldVisitor where Self: ~Copyable {
  /// A field that is only there where it does not say the usual.
  package mutating func sparse<Value: LineValue & Equatable>(
    _ key: StaticString, _ value: inout Value, usually usual: Value
  ) throws(Problem) {
    var unusual = value == usual ? nil : value
    try optional(key, &unusual)
    if let unusual, unusual != value { value = unusual }
  }
}

/// An object of the format. Its fields are declared once, sorted by their keys; what is written and read follows from that.
package protocol LineCoded: LineValue {
  /// One that says nothing yet.
  init()

  /// Goes through the fields. Where the visitor does not read, nothing may be changed here.
  mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem)
}

extension LineCoded {
  package func write(to line: inout LineBuffer) {
    line.append(raw: "{")
    // A copy would cost as much as the writing; and who writes changes nothing.
    unsafe withUnsafePointer(to: self) { unsafe UnsafeMutablePointer(mutating: $0).pointee.visit(&line) }
    line.append(raw: "}")
  }

  package init(reading parser: inout LineParser) throws(LineProblem) {
    let start = parser
    do throws(LineProblem) {
      try self.init(&parser, isSorted: true)
    } catch {
      // Perhaps its keys are only in another order than ours.
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
