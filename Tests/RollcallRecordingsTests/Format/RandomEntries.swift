@testable import ModuleLifecycle
@testable import RollcallRecordings

/// Makes random entries of every type with all possible values. Equal seeds give equal entries.
struct RandomEntries {
  private var state: UInt64
  /// The greatest number in an entry.
  var greatest = UInt64.max

  init(seed: UInt64) { state = seed }

  mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(bits() % UInt64(bound)) }

  mutating func chance(_ percent: Int = 50) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// A small number, a number of nanoseconds, or one of the greatest numbers.
  mutating func number() -> UInt64 {
    let number = bits() >> UInt64(below(64))
    return chance(5) ? greatest : min(number, greatest)
  }

  mutating func integer() -> Int {
    let number = Int(truncatingIfNeeded: bits()) >> below(64)
    return chance(5) ? pick([.max, .min, 0, -1]) : number
  }

  mutating func text() -> String {
    let pieces = [
      "Session", "pay:42", "a/b", "\"", "\\", "\n", "\r\n", "\t", "\u{0}", "\u{8}", "\u{C}", "\u{1F}", "\u{7F}", "é",
      "e\u{301}",
      "中文", "👩‍👩‍👧", "𝄞", "\u{2028}", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}", "{", "}", "[", ",", ":", "\"type\":\"gap\"}",
      "\\u0041", " ",
    ]
    return (0..<below(chance(10) ? 40 : 4)).map { _ in pick(pieces) }.joined()
  }

  mutating func fraction() -> Double {
    let double = Double(bitPattern: bits())
    return double.isFinite && chance(60) ? double : Double(integer()) / pick([1, 3, 1000, 1e9])
  }

  mutating func value(depth: Int = 0) -> EventValue {
    switch below(depth > 4 ? 5 : 7) {
    case 0: return .null
    case 1: return .bool(chance())
    case 2: return .integer(Int64(integer()))
    case 3:
      // A whole number is read as an integer if it fits.
      let number = fraction()
      return Int64(exactly: number).map(EventValue.integer) ?? .number(number)
    case 4: return .string(text())
    case 5: return .array((0..<below(4)).map { _ in value(depth: depth + 1) })
    default:
      return .object(
        Dictionary(
          (0..<below(4)).map { _ in (text(), value(depth: depth + 1)) }, uniquingKeysWith: { first, _ in first }))
    }
  }

  mutating func numberIfAny() -> UInt64? { chance() ? number() : nil }
  mutating func idIfAny<ID: SerialID>() -> ID? { chance() ? id() : nil }
  mutating func textIfAny() -> String? { chance() ? text() : nil }
  mutating func id<ID: SerialID>() -> ID { ID(rawValue: number()) }
}

extension RandomEntries {
  /// An entry of any type.
  mutating func next() -> AnyEntry {
    switch below(18) {
    case 0: return .dispatch(dispatch())
    case 1:
      return .completion(
        CompletionEntry(
          kind: chance() ? .late : .again, dispatch: id(), event: text(), module: text(), moduleID: id(),
          value: value(), atNanoseconds: number(), tookNanoseconds: number()))
    case 2:
      return .module(
        ModuleEntry(
          change: .init(rawValue: text()), id: id(), name: text(), order: integer(), isMain: chance(),
          isOn: chance(),
          owner: id(), parent: idIfAny(), atNanoseconds: number(), tookNanoseconds: numberIfAny(),
          handles: (0..<below(4)).map { _ in text() }, after: (0..<below(3)).map { _ in text() }, isRequired: chance(),
          cause: chance() ? pick([.launchAborted, .leftOut, .deferred, .init(rawValue: text())]) : nil,
          error: textIfAny(), isLateRelease: chance()))
    case 3:
      return .owned(
        OwnedEntry(
          OwnedObjectFacts(
            id: number(), owner: text(), ownerID: id(), number: integer(), kind: text(), name: text(),
            lifetime: text()), detail: textIfAny(), dispatch: idIfAny(), atNanoseconds: number()))
    case 4:
      return .released(
        ReleasedEntry(
          OwnedObjectFacts(
            id: number(), owner: text(), ownerID: id(), number: integer(), kind: text(), name: text(),
            lifetime: text()), reason: .swept, atNanoseconds: number(), cleanupNanoseconds: number(),
          thread: text(),
          isLateRelease: chance(), aliveAfter: idIfAny(), deadAfter: idIfAny()))
    case 5:
      return .overdue(
        OverdueEntry(
          id: idIfAny(), name: text(), owner: id(), atNanoseconds: number(),
          afterNanoseconds: number(), hints: (0..<below(3)).map { _ in hint() }, mutedBy: textIfAny()))
    case 6:
      return .owner(
        OwnerEntry(
          change: chance() ? .expected : .freed, owner: id(), name: text(), atNanoseconds: number(),
          tookNanoseconds: numberIfAny(), isLateRelease: chance(), aliveAfter: idIfAny(), deadAfter: idIfAny()))
    case 7:
      return .alive(
        AliveEntry(
          owner: text(), ownerID: id(), number: integer(), kind: text(), name: text(), state: text(),
          atNanoseconds: number()))
    case 8:
      return .running(
        RunningEntry(
          module: text(), moduleID: idIfAny(), event: text(), dispatch: idIfAny(), atNanoseconds: number(),
          runningNanoseconds: number(),
          dispatchNanoseconds: numberIfAny(), thresholdNanoseconds: number(), budgetNanoseconds: numberIfAny()))
    case 9: return .state(StateEntry(state: pick(ApplicationState.allCases), atNanoseconds: number()))
    case 10:
      return .output(
        OutputEntry(
          line: text(), module: textIfAny(), moduleID: idIfAny(), event: textIfAny(), atNanoseconds: number()))
    case 11:
      var warning = WarningEntry(
        kind: pick(WarningEntry.Kind.allCases + [.init(rawValue: text())]), message: textIfAny(), module: textIfAny(),
        dispatch: idIfAny(), atNanoseconds: number(), ownerID: idIfAny(), moduleID: idIfAny(),
        event: textIfAny(), owner: textIfAny(), error: textIfAny(),
        state: chance() ? pick(ApplicationState.allCases) : nil, elapsedNanoseconds: numberIfAny(),
        limitNanoseconds: numberIfAny(), chargedNanoseconds: numberIfAny(), handlerNanoseconds: numberIfAny(),
        isUnderWay: chance(), innerEvent: textIfAny(), count: chance() ? integer() : nil,
        limit: chance() ? integer() : nil,
        handlers: (0..<below(3)).map { _ in .init(module: text(), moduleID: idIfAny(), event: textIfAny()) },
        events: (0..<below(3)).map { _ in text() }, objects: (0..<below(3)).map { _ in text() },
        fate: chance() ? pick([.cleaned, .ran, .notRun, .waits]) : nil,
        reference: chance() ? .init(name: text(), policy: text(), reading: text(), type: text()) : nil,
        hint: chance() ? hint() : nil)
      if warning.message == warning.words { warning.message = nil }
      return .warning(warning)
    case 12:
      return .releasing(
        ReleasingEntry(
          OwnedObjectFacts(
            id: number(), owner: text(), ownerID: id(), number: integer(), kind: text(), name: text(),
            lifetime: text()), reason: .cancelled, atNanoseconds: number()))
    case 13: return .journal(JournalSwitchEntry(isOn: chance(), atNanoseconds: number()))
    case 14:
      var entry = RequestEntry()
      (entry.command, entry.event, entry.claimedName) = (text(), chance() ? text() : nil, chance() ? text() : nil)
      (entry.arguments, entry.moduleID) = (chance() ? value() : nil, idIfAny())
      if entry.arguments == .null { entry.arguments = nil }
      (entry.process, entry.user) = (chance() ? below(9_999) : nil, chance() ? below(9_999) : nil)
      (entry.outcome, entry.reason) = (pick(RequestEntry.Outcome.allCases), chance() ? text() : nil)
      entry.atNanoseconds = number()
      return .request(entry)
    case 15:
      return .lookUp(
        LookUpEntry(
          module: text(), moduleID: id(), by: textIfAny(), byID: idIfAny(), dispatch: idIfAny(),
          atNanoseconds: number()))
    case 16: return .stopped(StoppedEntry(atNanoseconds: number(), tookNanoseconds: number()))
    default: return .gap(GapEntry(dropped: number()))
    }
  }

  private mutating func dispatch() -> DispatchEntry {
    var entry = DispatchEntry(
      id: id(), parent: idIfAny(), parentModule: textIfAny(),
      parentModuleID: idIfAny(), event: text(), arguments: value(),
      atNanoseconds: number(), totalNanoseconds: number(), response: value(), state: pick(ApplicationState.allCases),
      isOutOfState: chance(), isReplay: chance(), isCut: [nil, true, false][Int(state % 3)],
      handlers: (0..<below(5)).map { _ in span() })
    (entry.details.follows, entry.details.heldNanoseconds, entry.isFired) = (idIfAny(), numberIfAny(), chance())
    return entry
  }

  private mutating func span() -> HandlerSpan {
    HandlerSpan(
      module: text(), moduleID: id(), order: integer(),
      outcome: pick([.returned, .answered, .held, .init(rawValue: text())]),
      value: value(), startNanoseconds: number(), selfNanoseconds: number(), totalNanoseconds: number(),
      error: textIfAny(), parent: chance() ? integer() : nil, part: textIfAny(), suspendedNanoseconds: numberIfAny(),
      claimedBy: textIfAny())
  }

  private mutating func hint() -> HolderHint {
    var hint = HolderHint(
      holder: text(), holderOwner: textIfAny(), hold: textIfAny(), text: textIfAny(),
      trust: pick([.declared, .found, .possible, .init(rawValue: text())]),
      object: chance() ? OwnedObjectID(owner: id(), number: integer()) : nil, remedy: textIfAny())
    // A text that equals the one made from the fields is not kept.
    if hint.text == hint.words { hint.text = nil }
    return hint
  }
}
