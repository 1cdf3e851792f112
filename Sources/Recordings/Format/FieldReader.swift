/// Reads the fields of an object, whose keys can be in any order.
///
/// A first pass finds the places of the values, sorts them by key, and checks the syntax. The fields, which are declared
/// in that order too, are then read in one walk. Of duplicate keys, the first counts.
struct FieldReader: FieldVisitor {
  typealias Problem = LineProblem

  private struct Member {
    let key: String
    /// The position of the value.
    let place: Int
  }

  private var members: [Member] = []
  /// The first member that can still be requested.
  private var next = 0
  /// Reads the values.
  private var parser: LineParser
  /// The first required key that is missing.
  private var missing: String?

  static var reads: Bool { true }

  /// Scans the object at the parser's position, and moves the parser behind it.
  init(_ parser: inout LineParser) throws(LineProblem) {
    var members: [Member] = []
    try parser.eachMember { key, parser throws(LineProblem) in
      members.append(Member(key: key, place: parser.place))
      try parser.skipValue()
    }
    members.sort { ($0.key, $0.place) < ($1.key, $1.place) }
    self.members = members
    self.parser = parser
    self.parser.depth += 1
  }

  /// Ends reading, and gives the parser behind the object what was counted and noted inside it.
  ///
  /// - Throws: The problem of the first required field that is missing.
  func end(_ parser: inout LineParser) throws(LineProblem) {
    if let missing { throw LineProblem(.missing).under(missing) }
    let (place, depth) = (parser.place, parser.depth)
    parser = self.parser
    (parser.place, parser.depth) = (place, depth)
  }

  /// Reads the value of any key, before or between the fields; `nil` if the key is missing. Looks at every key.
  mutating func first<Value: LineValue>(_ key: String) throws(LineProblem) -> Value? {
    guard let member = members.first(where: { $0.key == key }) else { return nil }
    return try value(of: member)
  }

  mutating func field<Value: LineValue>(_ key: String, _ value: inout Value) throws(LineProblem) {
    if try !read(key, &value), missing == nil { missing = key }
  }

  mutating func optional<Value: LineValue>(_ key: String, _ value: inout Value?) throws(LineProblem) {
    _ = try read(key, &value)
  }

  mutating func known<Value: LineValue & RawRepresentable<String>>(
    _ key: String, _ value: inout Value?
  ) throws(LineProblem) {
    var word: String?
    try optional(key, &word)
    value = word.flatMap(Value.init)
    guard value == nil, let word, parser.unknownValue == nil else { return }
    parser.unknownValue = LineProblem(.word(word)).under(key).clause
  }

  func type(_ name: String) {}

  func seq() {}

  /// Reads a field if it exists.
  private mutating func read<Value: LineValue>(_ key: String, _ value: inout Value) throws(LineProblem) -> Bool {
    while next < members.count, members[next].key < key { next += 1 }
    guard next < members.count, members[next].key == key else { return false }
    value = try self.value(of: members[next])
    return true
  }

  private mutating func value<Value: LineValue>(of member: Member) throws(LineProblem) -> Value {
    parser.place = member.place
    do throws(LineProblem) { return try Value(reading: &parser) } catch { throw error.under(member.key) }
  }
}
