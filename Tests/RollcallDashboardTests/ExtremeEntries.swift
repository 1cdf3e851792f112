import RollcallTestSupport

@testable import ModuleLifecycle
@testable import RollcallRecordings

/// Makes entries and headers whose every number is an extreme one. Equal seeds give equal entries.
///
/// It visits the declared fields of the format, so that it knows each new one.
struct ExtremeEntries {
  private var filler: Filler

  init(seed: UInt64) { filler = Filler(random: SplitMix(state: seed)) }

  /// The header of a recording.
  mutating func header() -> JournalHeader {
    var header: JournalHeader = filler.filled()
    header.version = JournalHeader.latest
    return header
  }

  /// An object of the format.
  mutating func object<Object: LineCoded>(_ type: Object.Type) -> Object { filler.filled() }

  /// An entry of any type, often one that the views build on.
  mutating func entry() -> AnyEntry {
    switch filler.below(24) {
    case 0...2: .dispatch(filler.filled())
    case 3...5: .module(filler.filled())
    case 6: .completion(filler.filled())
    case 7, 8: .owned(filler.filled())
    case 9: .releasing(filler.filled())
    case 10: .released(filler.filled())
    case 11: .overdue(filler.filled())
    case 12: .owner(filler.filled())
    case 13: .alive(filler.filled())
    case 14: .running(filler.filled())
    case 15: .state(filler.filled())
    case 16: .output(filler.filled())
    case 17: .mark(filler.filled())
    case 18: .warning(filler.filled())
    case 19: .request(filler.filled())
    case 20: .journal(filler.filled())
    case 21: .lookUp(filler.filled())
    case 22: .stopped(filler.filled())
    default: .gap(filler.filled())
    }
  }
}

/// A visitor that gives each field a value.
private struct Filler: FieldVisitor {
  static let reads = true
  var random: SplitMix
  /// The key of the field that is being filled.
  private var key = ""

  init(random: SplitMix) { self.random = random }

  mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  mutating func filled<Object: LineCoded>() -> Object {
    var object = Object()
    object.visit(&self)
    return object
  }

  /// A value of a type; `nil` for a type that this visitor does not know.
  mutating func value<Value>(of type: Value.Type) -> Value? {
    if let type = type as? any Makeable.Type { return type.init(&self) as? Value }
    if let type = type as? any LineCoded.Type { return filled(type) as? Value }
    if let type = type as? any RawRepresentable<String>.Type { return word(of: type) as? Value }
    return nil
  }

  private mutating func filled<Object: LineCoded>(_ type: Object.Type) -> Any { filled() as Object }

  private mutating func word<Word: RawRepresentable<String>>(of type: Word.Type) -> Any? {
    let known = (Self.wordsByKey[key] ?? Self.words).compactMap { Word(rawValue: $0) }
    return known.isEmpty ? nil : pick(known)
  }

  mutating func text() -> String {
    switch key {
    case "event", "inner_event", "handles", "events":
      pick(["didFinishLaunching", "willFinishLaunching", "openURL", "didBecomeActive"])
    case "kind": pick(["timer", "file", "weak-reference"])
    default: pick(["Feed", "Shop", "Cart", "a b", ""])
    }
  }

  private static let words = [
    "active", "notRunning", "inactive", "background", "suspended", "late", "again", "overBudget", "handlerThrew",
    "outOfState", "launchAborted", "ownerReleased", "cancelled", "swept", "declared", "found", "possible", "cleaned",
    "ran", "notRun", "waits", "accepted", "refused", "starting", "started", "teardown",
  ]
  /// The words of fields that accept any.
  private static let wordsByKey = [
    "change": [
      "registered", "registered", "registered", "broughtBack", "switchedOn", "moved", "removed", "switchedOff",
      "failed", "unregistered", "freed", "expected",
    ],
    "outcome": ["returned", "answered", "abstained", "threw", "unanswered", "skipped", "done", "refused"],
  ]

  // MARK: Fields

  mutating func field<Value: LineValue>(_ key: FieldKey, _ value: inout Value) {
    self.key = key.text
    value = self.value(of: Value.self) ?? value
  }

  mutating func optional<Value: LineValue>(_ key: FieldKey, _ value: inout Value?) {
    self.key = key.text
    // Most numbers are there; what stands in relations is also missing.
    value = below(key.text.contains("parent") ? 2 : 5) == 0 ? nil : self.value(of: Value.self)
  }

  mutating func known<Value: LineValue & RawRepresentable<String>>(_ key: FieldKey, _ value: inout Value?) {
    optional(key, &value)
  }
}

/// A type whose values are chosen, not made of fields.
private protocol Makeable { init(_ filler: inout Filler) }

extension UInt64: Makeable {
  fileprivate init(_ filler: inout Filler) {
    self = filler.pick([0, 1, 2, 1_000_000, 1 << 63 - 1, 1 << 63, .max - 1, .max])
  }
}

extension Int: Makeable {
  fileprivate init(_ filler: inout Filler) { self = filler.pick([0, 1, 2, .max, .min, -1]) }
}

extension Bool: Makeable {
  fileprivate init(_ filler: inout Filler) { self = filler.below(2) == 0 }
}

extension String: Makeable {
  fileprivate init(_ filler: inout Filler) { self = filler.text() }
}

extension Duration: Makeable {
  fileprivate init(_ filler: inout Filler) { self = .nanoseconds(UInt64(&filler)) }
}

extension ModuleID: Makeable {
  fileprivate init(_ filler: inout Filler) { self.init(rawValue: UInt64(&filler)) }
}

extension EventValue: Makeable {
  fileprivate init(_ filler: inout Filler) {
    self = filler.pick([
      .null, .bool(true), .integer(.max), .integer(.min), .number(1e308), .string("pay:42"), .array([.integer(.min)]),
      .object(["url": .string("pay:42"), "n": .integer(.max)]),
    ])
  }
}

extension AllowedWarnings: Makeable {
  fileprivate init(_ filler: inout Filler) { self.init() }
}

extension Array: Makeable where Element: LineValue {
  fileprivate init(_ filler: inout Filler) {
    self = (0..<filler.below(4)).compactMap { _ in filler.value(of: Element.self) }
  }
}

extension Optional: Makeable where Wrapped: LineValue {
  fileprivate init(_ filler: inout Filler) { self = filler.below(4) == 0 ? nil : filler.value(of: Wrapped.self) }
}

extension Dictionary: Makeable where Key == String, Value: LineValue {
  fileprivate init(_ filler: inout Filler) {
    self = [:]
    for key in ["didFinishLaunching", "openURL"] { self[key] = filler.value(of: Value.self) }
  }
}
