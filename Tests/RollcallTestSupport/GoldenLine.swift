import Foundation
package import ModuleLifecycle
package import RollcallRecordings

/// A line of the files in `Tests/API`.
package enum GoldenLine {
  /// Returns the lines of a file.
  package static func all(in name: String) throws -> [String] {
    try String(contentsOfFile: path(of: name), encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// The path of a file.
  package static func path(of name: String) -> String {
    URL(filePath: #filePath).appending(path: "../../API/\(name)").standardizedFileURL.path(percentEncoded: false)
  }

  /// Returns the value of a line.
  package static func json(_ line: String) throws -> EventValue {
    try JSONDecoder().decode(EventValue.self, from: Data(line.utf8))
  }

  /// Whether a value has everything that an earlier version had. Later versions can add keys.
  package static func isPart(_ old: EventValue, of new: EventValue) -> Bool {
    switch (old, new) {
    case (.object(let old), .object(let new)):
      old.allSatisfy { key, value in new[key].map { isPart(value, of: $0) } ?? false }
    case (.array(let old), .array(let new)):
      old.count == new.count && zip(old, new).allSatisfy { isPart($0, of: $1) }
    default: old == new
    }
  }

  /// The keys of an object and of the objects inside it, each after the keys that lead to it.
  package static func paths(_ value: EventValue, _ path: String) -> Set<String> {
    switch value {
    case .object(let members):
      members.reduce(into: []) { $0.formUnion(paths($1.value, "\(path).\($1.key)").union(["\(path).\($1.key)"])) }
    case .array(let values): values.reduce(into: []) { $0.formUnion(paths($1, path)) }
    default: []
    }
  }

  /// The keys of an object's fields.
  package static func keys(of object: some LineCoded) -> [String] {
    var (copy, visitor) = (object, KeyVisitor())
    copy.visit(&visitor)
    return visitor.keys
  }
}

/// Collects the keys of an object's fields.
private struct KeyVisitor: FieldVisitor {
  typealias Problem = Never
  static var reads: Bool { false }
  private(set) var keys: [String] = []

  mutating func field<Value: LineValue>(_ key: FieldKey, _ value: inout Value) { keys.append(key.text) }
  mutating func optional<Value: LineValue>(_ key: FieldKey, _ value: inout Value?) { keys.append(key.text) }
  mutating func known<Value: LineValue & RawRepresentable<String>>(_ key: FieldKey, _ value: inout Value?) {
    keys.append(key.text)
  }
}
