#if CommandLine
import ModuleLifecycle
import TextFormatting

/// What a recording says may be of any length. A dashboard keeps of each text what can be shown, so that no key costs more
/// because a name is long: what is measured, wrapped, filtered and compared was cut before.
enum LongText {
  /// The most bytes of one text: several lines of the widest screens.
  static let mostBytes = 4_096

  static func isLong(_ text: String) -> Bool { text.utf8.count > mostBytes }
  static func isLong(_ text: String?) -> Bool { text.map(isLong) ?? false }

  static func cut(_ text: inout String) { if isLong(text) { text = text.cut(toBytes: mostBytes) } }
  static func cut(_ text: inout String?) { if isLong(text) { text = text?.cut(toBytes: mostBytes) } }
  static func cut(_ reason: inout ReleaseReason) {
    if isLong(reason.rawValue) { reason = ReleaseReason(rawValue: reason.rawValue.cut(toBytes: mostBytes)) }
  }
  /// Those that all entries about an owned object have.
  static func cut(_ owner: inout String, _ kind: inout String, _ name: inout String, _ lifetime: inout String) {
    cut(&owner)
    cut(&kind)
    cut(&name)
    cut(&lifetime)
  }
  static func cut(_ texts: inout [String]) {
    guard texts.contains(where: isLong) else { return }
    for index in texts.indices { cut(&texts[index]) }
  }
}

extension JournalEntry {
  /// The entry with all its texts cut. Costs a look at each text, and a copy where one is too long.
  var withShortTexts: JournalEntry {
    switch self {
    case .dispatch(let entry): return entry.hasLongTexts ? .dispatch(entry.withShortTexts) : self
    case .module(var entry):
      LongText.cut(&entry.name)
      LongText.cut(&entry.error)
      LongText.cut(&entry.handles)
      return .module(entry)
    case .owned(var entry):
      LongText.cut(&entry.owner, &entry.kind, &entry.name, &entry.lifetime)
      LongText.cut(&entry.detail)
      return .owned(entry)
    case .releasing(var entry):
      LongText.cut(&entry.owner, &entry.kind, &entry.name, &entry.lifetime)
      LongText.cut(&entry.reason)
      return .releasing(entry)
    case .released(var entry):
      LongText.cut(&entry.owner, &entry.kind, &entry.name, &entry.lifetime)
      LongText.cut(&entry.reason)
      LongText.cut(&entry.thread)
      return .released(entry)
    case .overdue(var entry):
      LongText.cut(&entry.name)
      LongText.cut(&entry.mutedBy)
      for index in entry.hints.indices { entry.hints[index].cutTexts() }
      return .overdue(entry)
    case .owner(var entry):
      LongText.cut(&entry.name)
      return .owner(entry)
    case .running(var entry):
      LongText.cut(&entry.module)
      LongText.cut(&entry.event)
      return .running(entry)
    case .output(var entry):
      LongText.cut(&entry.line)
      LongText.cut(&entry.module)
      LongText.cut(&entry.event)
      return .output(entry)
    case .warning(var entry):
      entry.cutTexts()
      return .warning(entry)
    case .completion, .alive, .state, .gap: return self  // none of their texts is kept
    }
  }
}

extension WarningEntry {
  fileprivate mutating func cutTexts() {
    for text in [\.message, \.module, \.event, \.owner, \.error, \.innerEvent] as [WritableKeyPath<Self, String?>] {
      LongText.cut(&self[keyPath: text])
    }
    LongText.cut(&events)
    LongText.cut(&objects)
    for index in handlers.indices {
      LongText.cut(&handlers[index].module)
      LongText.cut(&handlers[index].event)
    }
    if LongText.isLong(reference?.name) || LongText.isLong(reference?.type) { reference = nil }
    hint?.cutTexts()
  }
}

extension HolderHint {
  fileprivate mutating func cutTexts() {
    for text in [\.text, \.holderOwner, \.hold, \.remedy] as [WritableKeyPath<Self, String?>] {
      LongText.cut(&self[keyPath: text])
    }
    LongText.cut(&holder)
  }
}

extension DispatchEntry {
  fileprivate var hasLongTexts: Bool {
    LongText.isLong(event) || LongText.isLong(parentModule) || arguments.hasLongTexts || response.hasLongTexts
      || handlers.contains(where: \.hasLongTexts)
  }

  fileprivate var withShortTexts: DispatchEntry {
    var entry = self
    LongText.cut(&entry.event)
    LongText.cut(&entry.parentModule)
    entry.arguments = arguments.withShortTexts
    entry.response = response.withShortTexts
    for index in entry.handlers.indices {
      LongText.cut(&entry.handlers[index].module)
      LongText.cut(&entry.handlers[index].error)
      LongText.cut(&entry.handlers[index].part)
      LongText.cut(&entry.handlers[index].claimedBy)
      entry.handlers[index].value = entry.handlers[index].value.withShortTexts
    }
    return entry
  }
}

extension HandlerSpan {
  fileprivate var hasLongTexts: Bool {
    LongText.isLong(module) || LongText.isLong(error) || LongText.isLong(part) || LongText.isLong(claimedBy)
      || value.hasLongTexts
  }
}

extension JSONValue {
  fileprivate var hasLongTexts: Bool {
    switch self {
    case .null, .bool, .integer, .number: false
    case .string(let text): LongText.isLong(text)
    case .array(let values): values.contains(where: \.hasLongTexts)
    case .object(let members): members.contains { LongText.isLong($0.key) || $0.value.hasLongTexts }
    }
  }

  fileprivate var withShortTexts: JSONValue {
    switch self {
    case .null, .bool, .integer, .number: self
    case .string(let text): .string(text.cut(toBytes: LongText.mostBytes))
    case .array(let values): .array(values.map(\.withShortTexts))
    case .object(let members):
      .object(
        Dictionary(
          members.map { ($0.key.cut(toBytes: LongText.mostBytes), $0.value.withShortTexts) },
          uniquingKeysWith: { first, _ in first }))
    }
  }
}
#endif
