package import ModuleLifecycle
import TextFormatting

extension JournalEntry {
  /// The entry with every text cut to at most `limit` bytes, because third-party text can have any length. An entry
  /// with only short texts is not copied.
  package func withTexts(atMost limit: Int) -> JournalEntry {
    hasTexts(over: limit) ? changingTexts { _, text in text.cut(toBytes: limit) } : self
  }

  private func hasTexts(over limit: Int) -> Bool {
    switch self {
    case .dispatch(let entry): entry.hasTexts(over: limit)
    case .completion(let entry): entry.hasTexts(over: limit)
    case .module(let entry): entry.hasTexts(over: limit)
    case .owned(let entry): entry.hasTexts(over: limit)
    case .releasing(let entry): entry.hasTexts(over: limit)
    case .released(let entry): entry.hasTexts(over: limit)
    case .overdue(let entry): entry.hasTexts(over: limit)
    case .owner(let entry): entry.hasTexts(over: limit)
    case .running(let entry): entry.hasTexts(over: limit)
    case .output(let entry): entry.hasTexts(over: limit)
    case .mark(let entry): entry.hasTexts(over: limit)
    case .warning(let entry): entry.hasTexts(over: limit)
    case .request(let entry): entry.hasTexts(over: limit)
    case .alive(let entry): entry.hasTexts(over: limit)
    case .state, .journal, .gap: false
    }
  }

  /// The entry with each text replaced by the result of a closure.
  ///
  /// - Parameter change: Called with the field's key and a text in that field.
  package func changingTexts(_ change: (StaticString, String) -> String) -> JournalEntry {
    func changed<Entry: LineCoded>(_ entry: Entry, _ make: (Entry) -> JournalEntry) -> JournalEntry {
      var entry = entry
      entry.changeTexts(under: "", change)
      return make(entry)
    }
    return switch self {
    case .dispatch(let entry): changed(entry, JournalEntry.dispatch)
    case .completion(let entry): changed(entry, JournalEntry.completion)
    case .module(let entry): changed(entry, JournalEntry.module)
    case .owned(let entry): changed(entry, JournalEntry.owned)
    case .releasing(let entry): changed(entry, JournalEntry.releasing)
    case .released(let entry): changed(entry, JournalEntry.released)
    case .overdue(let entry): changed(entry, JournalEntry.overdue)
    case .owner(let entry): changed(entry, JournalEntry.owner)
    case .running(let entry): changed(entry, JournalEntry.running)
    case .output(let entry): changed(entry, JournalEntry.output)
    case .mark(let entry): changed(entry, JournalEntry.mark)
    case .warning(let entry): changed(entry, JournalEntry.warning)
    case .request(let entry): changed(entry, JournalEntry.request)
    case .alive(let entry): changed(entry, JournalEntry.alive)
    case .state, .journal, .gap: self
    }
  }
}

extension LineValue {
  /// Cuts each text longer than `limit` bytes to a prefix and an ellipsis.
  package mutating func cutTexts(to limit: Int) { changeTexts(under: "") { _, text in text.cut(toBytes: limit) } }
}

/// Visits the texts in the fields. All of them go through `field`.
private protocol TextVisitor: FieldVisitor where Problem == Never {}

extension TextVisitor {
  mutating func defaulted<Value: LineValue>(_ key: StaticString, _ value: inout Value) { field(key, &value) }
  mutating func optional<Value: LineValue>(_ key: StaticString, _ value: inout Value?) { field(key, &value) }
  mutating func known<Value: LineValue & RawRepresentable<String>>(_ key: StaticString, _ value: inout Value?) {}
  mutating func text(_ key: StaticString, _ value: inout String?, or words: String?) { field(key, &value) }
  mutating func type(_ name: StaticString) {}
  mutating func seq() {}
}

/// Finds out whether any text is too long. Changes nothing.
private struct TextSearch: TextVisitor {
  let limit: Int
  var hasFound = false

  static var reads: Bool { false }

  mutating func field<Value: LineValue>(_ key: StaticString, _ value: inout Value) {
    if !hasFound { hasFound = value.hasTexts(over: limit) }
  }
}

private struct TextChange: TextVisitor {
  let change: (StaticString, String) -> String

  static var reads: Bool { true }

  mutating func field<Value: LineValue>(_ key: StaticString, _ value: inout Value) {
    value.changeTexts(under: key, change)
  }
}

extension LineCoded {
  package func hasTexts(over limit: Int) -> Bool {
    var search = TextSearch(limit: limit)
    var copy = self
    copy.visit(&search)
    return search.hasFound
  }

  package mutating func changeTexts(under key: StaticString, _ change: (StaticString, String) -> String) {
    withoutActuallyEscaping(change) { change in
      var visitor = TextChange(change: change)
      visit(&visitor)
    }
  }
}

// MARK: - Values

/// The default for the many values without texts.
extension LineValue {
  package func hasTexts(over limit: Int) -> Bool { false }
  package mutating func changeTexts(under key: StaticString, _ change: (StaticString, String) -> String) {}
}

extension String {
  package func hasTexts(over limit: Int) -> Bool { utf8.count > limit }
  package mutating func changeTexts(under key: StaticString, _ change: (StaticString, String) -> String) {
    self = change(key, self)
  }
}

extension LineValue where Self: RawRepresentable, RawValue == String {
  package func hasTexts(over limit: Int) -> Bool { rawValue.hasTexts(over: limit) }
  package mutating func changeTexts(under key: StaticString, _ change: (StaticString, String) -> String) {
    self = Self(rawValue: change(key, rawValue)) ?? self
  }
}

extension Optional where Wrapped: LineValue {
  package func hasTexts(over limit: Int) -> Bool { self?.hasTexts(over: limit) ?? false }
  package mutating func changeTexts(under key: StaticString, _ change: (StaticString, String) -> String) {
    self?.changeTexts(under: key, change)
  }
}

extension Array where Element: LineValue {
  package func hasTexts(over limit: Int) -> Bool { contains { $0.hasTexts(over: limit) } }
  package mutating func changeTexts(under key: StaticString, _ change: (StaticString, String) -> String) {
    for index in indices { self[index].changeTexts(under: key, change) }
  }
}

extension JSONValue {
  package func hasTexts(over limit: Int) -> Bool {
    switch self {
    case .null, .bool, .integer, .number: false
    case .string(let text): text.hasTexts(over: limit)
    case .array(let values): values.hasTexts(over: limit)
    case .object(let members): members.contains { $0.key.hasTexts(over: limit) || $0.value.hasTexts(over: limit) }
    }
  }

  package mutating func changeTexts(under key: StaticString, _ change: (StaticString, String) -> String) {
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
