@testable import ModuleLifecycle

/// Entries of every type with nasty texts and extreme numbers, the same ones for each seed.
struct RandomEntries {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  private mutating func flag() -> Bool { next() & 1 == 1 }

  private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? { flag() ? make(&self) : nil }

  mutating func number() -> UInt64 {
    switch below(6) {
    case 0: 0
    case 1: .max
    case 2: UInt64(below(200))
    case 3: [9, 10, 11, 99, 100, 101, 999_999, 9_999_999_999_999_999_999, 10_000_000_000_000_000_000][below(9)]
    default: next() >> UInt64(below(64))
    }
  }

  mutating func integer() -> Int { Int(bitPattern: UInt(truncatingIfNeeded: number())) }

  mutating func text() -> String {
    let pieces = [
      "", "a", "Feed", "\"", "\\", "/", "\n", "\r\n", "\t", "\u{8}", "\u{C}", "\u{0}", "\u{1F}", "\u{7F}", "\u{80}",
      "é", "e\u{301}", "漢字", "😀", "👩‍👩‍👧", "\u{2028}", "\u{FFFD}", "\u{10FFFF}", "{\"a\":[1]}", "didFinishLaunching",
      String(repeating: "x", count: 1_021), String(repeating: "\u{1}", count: 30), "12345678", "1234567\"", "\\u0041",
    ]
    return (0..<below(5)).map { _ in pieces[below(pieces.count)] }.joined()
  }

  mutating func double() -> Double {
    switch below(4) {
    case 0: [0.5, -0.0, 0.1, 1e16, 1e15, -1.5e-7, 1e-5, 0.0001, 1e100, .greatestFiniteMagnitude, .pi][below(11)]
    case 1: .leastNonzeroMagnitude * Double(below(1_000))
    case 2: Double(below(1_000_000)) / 1_000
    default:
      {
        let value = Double(bitPattern: $0)
        return value.isFinite ? value : 2.5
      }(next())
    }
  }

  mutating func value(depth: Int = 0) -> JSONValue {
    switch below(depth > 3 ? 5 : 7) {
    case 0: .null
    case 1: .bool(flag())
    case 2: .integer(Int64(bitPattern: number()))
    case 3: .number(double())
    case 4: .string(text())
    case 5: .array((0..<below(4)).map { _ in value(depth: depth + 1) })
    default:
      .object(
        Dictionary(
          (0..<below(5)).map { _ in (text(), value(depth: depth + 1)) }, uniquingKeysWith: { first, _ in first }))
    }
  }

  private mutating func module() -> ModuleID { ModuleID(rawValue: number()) }

  private mutating func span() -> HandlerSpan {
    HandlerSpan(
      module: text(), moduleID: module(), order: integer(), outcome: HandlerSpan.Outcome(rawValue: text()),
      value: value(), startNanoseconds: number(), selfNanoseconds: number(), totalNanoseconds: number(),
      error: maybe { $0.text() }, parent: maybe { $0.integer() }, part: maybe { $0.text() },
      suspendedNanoseconds: maybe { $0.number() }, claimedBy: maybe { $0.text() })
  }

  private mutating func applicationState() -> ApplicationState { ApplicationState.allCases[below(5)] }

  mutating func entry() -> JournalEntry {
    switch below(13) {
    case 0:
      .dispatch(
        DispatchEntry(
          id: number(), parent: maybe { $0.number() }, parentModule: maybe { $0.text() }, event: text(),
          arguments: value(), atNanoseconds: number(), totalNanoseconds: number(), response: value(),
          state: applicationState(), isOutOfState: flag(), isReplay: flag(),
          handlers: (0..<below(5)).map { _ in span() }))
    case 1:
      .completion(
        CompletionEntry(
          kind: .late, dispatch: number(), event: text(), module: text(), moduleID: module(), value: value(),
          atNanoseconds: number(), tookNanoseconds: number()))
    case 2:
      .module(
        ModuleEntry(
          change: .broughtBack, id: module(), name: text(), order: integer(), isMain: flag(), isOn: flag(),
          owner: number(), parent: maybe { $0.module() }, atNanoseconds: number(),
          tookNanoseconds: maybe { $0.number() }, handles: (0..<below(4)).map { _ in text() },
          reason: maybe { $0.text() }, isLateRelease: flag()))
    case 3:
      .owned(
        OwnedEntry(
          id: number(), owner: text(), ownerID: number(), number: integer(), kind: text(), name: text(),
          lifetime: text(), detail: maybe { $0.text() }, dispatch: maybe { $0.number() }, atNanoseconds: number()))
    case 4:
      .released(
        ReleasedEntry(
          id: number(), owner: text(), ownerID: number(), number: integer(), kind: text(), name: text(),
          lifetime: text(), reason: ReleaseReason(rawValue: text()), atNanoseconds: number(),
          cleanupNanoseconds: number(), thread: text(), isLateRelease: flag(), aliveAfter: maybe { $0.number() },
          deadAfter: maybe { $0.number() }))
    case 5:
      .overdue(
        OverdueEntry(
          id: maybe { $0.module() }, name: text(), owner: number(), atNanoseconds: number(),
          afterNanoseconds: number(), hints: (0..<below(3)).map { _ in hint() }, mutedBy: maybe { $0.text() }))
    case 6:
      .owner(
        OwnerEntry(
          change: flag() ? .expected : .freed, owner: number(), name: text(), atNanoseconds: number(),
          tookNanoseconds: maybe { $0.number() }, isLateRelease: flag(), aliveAfter: maybe { $0.number() },
          deadAfter: maybe { $0.number() }))
    case 7:
      .alive(
        AliveEntry(
          owner: text(), ownerID: number(), number: integer(), kind: text(), name: text(), state: text(),
          atNanoseconds: number()))
    case 8:
      .running(
        RunningEntry(
          module: text(), event: text(), dispatch: maybe { $0.number() }, atNanoseconds: number(),
          runningNanoseconds: number(), dispatchNanoseconds: maybe { $0.number() }, thresholdNanoseconds: number(),
          budgetNanoseconds: maybe { $0.number() }))
    case 9: .state(StateEntry(state: applicationState(), atNanoseconds: number()))
    case 10:
      .output(
        OutputEntry(line: text(), module: maybe { $0.text() }, event: maybe { $0.text() }, atNanoseconds: number()))
    case 11:
      .warning(
        WarningEntry(
          kind: WarningEntry.Kind(rawValue: text()), message: text(), module: maybe { $0.text() },
          dispatch: maybe { $0.number() }, atNanoseconds: number()))
    default: .gap(GapEntry(dropped: number()))
    }
  }

  private mutating func hint() -> HolderHint {
    HolderHint(
      text: text(), trust: HolderHint.Trust(rawValue: text()),
      object: maybe { OwnedObjectID(owner: $0.number(), number: $0.integer()) }, remedy: maybe { $0.text() })
  }
}
