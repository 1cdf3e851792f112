package import ModuleLifecycle
import RollcallTextFormatting

/// Replaces a text in a field, given the field's key and the text.
package typealias TextChange = (_ key: String, _ text: String) -> String

extension LineValue {
  /// Cuts each text longer than `limit` bytes to a prefix and an ellipsis.
  package mutating func cutTexts(to limit: Int) { changeTexts { _, text in text.cut(toBytes: limit) } }

  /// Changes each text in the value. The closure gets the key of the innermost field and the text.
  package mutating func changeTexts(_ change: @escaping TextChange) { changeTexts(under: "", change) }
}

/// Changes the texts in the fields.
private struct TextVisitor: FieldVisitor {
  typealias Problem = Never

  let change: TextChange

  static var reads: Bool { true }

  func field<Value: LineValue>(_ key: FieldKey, _ value: inout Value) { value.changeTexts(under: key.text, change) }
  func optional<Value: LineValue>(_ key: FieldKey, _ value: inout Value?) { value.changeTexts(under: key.text, change) }
  func known<Value: LineValue & RawRepresentable<String>>(_ key: FieldKey, _ value: inout Value?) {}
}

extension LineCoded {
  package mutating func changeTexts(under key: String, _ change: @escaping TextChange) {
    var visitor = TextVisitor(change: change)
    visit(&visitor)
  }
}

// MARK: - Values

/// The default for the many values without texts.
extension LineValue {
  package mutating func changeTexts(under key: String, _ change: @escaping TextChange) {}
}

extension String {
  package mutating func changeTexts(under key: String, _ change: @escaping TextChange) { self = change(key, self) }
}

extension LineValue where Self: RawRepresentable, RawValue == String {
  package mutating func changeTexts(under key: String, _ change: @escaping TextChange) {
    self = Self(rawValue: change(key, rawValue)) ?? self
  }
}

extension LineValue where Self: RecordedWord {
  package mutating func changeTexts(under key: String, _ change: @escaping TextChange) {
    self = Self(rawValue: change(key, rawValue))
  }
}

extension Optional where Wrapped: LineValue {
  package mutating func changeTexts(under key: String, _ change: @escaping TextChange) {
    self?.changeTexts(under: key, change)
  }
}

extension Array where Element: LineValue {
  package mutating func changeTexts(under key: String, _ change: @escaping TextChange) {
    for index in indices { self[index].changeTexts(under: key, change) }
  }
}

extension EventValue {
  package mutating func changeTexts(under key: String, _ change: @escaping TextChange) {
    switch self {
    case .null, .bool, .integer, .number: break
    case .string(let text): self = .string(change(key, text))
    case .array(var values):
      values.changeTexts(under: key, change)
      self = .array(values)
    case .object(let members):
      self = .object(
        members.reduce(into: [:]) { members, member in
          var value = member.value
          value.changeTexts(under: key, change)
          members[change(key, member.key)] = value
        })
    }
  }
}
