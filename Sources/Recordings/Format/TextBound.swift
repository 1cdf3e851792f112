package import ModuleLifecycle
import TextFormatting

extension JournalEntry {
  /// The same with no text longer than so many bytes: others wrote it, and may have written anything. An entry with short
  /// texts only is not copied.
  package func withTexts(atMost limit: Int) -> JournalEntry {
    func bounded<Entry: LineCoded>(_ entry: Entry, _ make: (Entry) -> JournalEntry) -> JournalEntry {
      guard entry.hasTexts(over: limit) else { return self }
      var entry = entry
      entry.cutTexts(to: limit)
      return make(entry)
    }
    return switch self {
    case .dispatch(let entry): bounded(entry, JournalEntry.dispatch)
    case .completion(let entry): bounded(entry, JournalEntry.completion)
    case .module(let entry): bounded(entry, JournalEntry.module)
    case .owned(let entry): bounded(entry, JournalEntry.owned)
    case .releasing(let entry): bounded(entry, JournalEntry.releasing)
    case .released(let entry): bounded(entry, JournalEntry.released)
    case .overdue(let entry): bounded(entry, JournalEntry.overdue)
    case .owner(let entry): bounded(entry, JournalEntry.owner)
    case .running(let entry): bounded(entry, JournalEntry.running)
    case .output(let entry): bounded(entry, JournalEntry.output)
    case .warning(let entry): bounded(entry, JournalEntry.warning)
    case .alive, .state, .gap: self
    }
  }
}

/// Looks at the texts among the fields: all go through `field`.
private protocol TextVisitor: FieldVisitor where Problem == Never {}

extension TextVisitor {
  mutating func defaulted<Value: LineValue>(_ key: StaticString, _ value: inout Value) { field(key, &value) }
  mutating func optional<Value: LineValue>(_ key: StaticString, _ value: inout Value?) { field(key, &value) }
  mutating func known<Value: LineValue & RawRepresentable<String>>(_ key: StaticString, _ value: inout Value?) {}
  mutating func text(_ key: StaticString, _ value: inout String?, or words: String?) { field(key, &value) }
  mutating func type(_ name: StaticString) {}
  mutating func seq() {}
}

/// Looks for a text that is too long, and changes nothing.
private struct TextSearch: TextVisitor {
  let limit: Int
  var hasFound = false

  static var reads: Bool { false }

  mutating func field<Value: LineValue>(_ key: StaticString, _ value: inout Value) {
    if !hasFound { hasFound = value.hasTexts(over: limit) }
  }
}

/// Cuts the texts that are too long.
private struct TextCut: TextVisitor {
  let limit: Int

  static var reads: Bool { true }

  mutating func field<Value: LineValue>(_ key: StaticString, _ value: inout Value) { value.cutTexts(to: limit) }
}

extension LineCoded {
  package func hasTexts(over limit: Int) -> Bool {
    var search = TextSearch(limit: limit)
    // As in writing: this visitor changes no field, and a copy would cost more than the search.
    unsafe withUnsafePointer(to: self) { unsafe UnsafeMutablePointer(mutating: $0).pointee.visit(&search) }
    return search.hasFound
  }

  package mutating func cutTexts(to limit: Int) {
    var cut = TextCut(limit: limit)
    visit(&cut)
  }
}

// MARK: - Values

/// Nearly all values have no text.
extension LineValue {
  package func hasTexts(over limit: Int) -> Bool { false }
  package mutating func cutTexts(to limit: Int) {}
}

extension String {
  package func hasTexts(over limit: Int) -> Bool { utf8.count > limit }
  package mutating func cutTexts(to limit: Int) { self = cut(toBytes: limit) }
}

extension LineValue where Self: RawRepresentable, RawValue == String {
  package func hasTexts(over limit: Int) -> Bool { rawValue.hasTexts(over: limit) }
  package mutating func cutTexts(to limit: Int) { self = Self(rawValue: rawValue.cut(toBytes: limit)) ?? self }
}

extension Optional where Wrapped: LineValue {
  package func hasTexts(over limit: Int) -> Bool { self?.hasTexts(over: limit) ?? false }
  package mutating func cutTexts(to limit: Int) { self?.cutTexts(to: limit) }
}

extension Array where Element: LineValue {
  package func hasTexts(over limit: Int) -> Bool { contains { $0.hasTexts(over: limit) } }
  package mutating func cutTexts(to limit: Int) { for index in indices { self[index].cutTexts(to: limit) } }
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

  package mutating func cutTexts(to limit: Int) {
    switch self {
    case .null, .bool, .integer, .number: break
    case .string(let text): self = .string(text.cut(toBytes: limit))
    case .array(var values):
      values.cutTexts(to: limit)
      self = .array(values)
    case .object(let members):
      self = .object(
        members.reduce(into: [:]) { members, member in
          var value = member.value
          value.cutTexts(to: limit)
          members[member.key.cut(toBytes: limit)] = value
        })
    }
  }
}
