import RollcallInspection
import RollcallTerminalUI
import RollcallTestSupport
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallRecordings

/// A recording can be valid JSON and still be nonsense: modules inside themselves, rows inside missing rows, events
/// that sent each other, extreme numbers.
@Suite(.inTurn, .serialized) struct HostileRecordingTests {
  /// Keys for every view of the state.
  private static let keys: [Key] = [
    .character("2"), .enter, .escape, .character("t"), .character("s"), .character("3"), .enter, .escape,
    .character("w"),
    .escape, .character("["), .character("1"), .enter, .escape, .character("z"), .character("/"), .character("m"),
    .enter,
  ]

  /// The depth of nested rows: less in builds without optimisation.
  private static let depth = isOptimised ? 20_000 : 4_000

  private func look(at entries: [AnyEntry], seed: UInt64) {
    let source = Hello(application: "Storefront", startedNanoseconds: .max)
    for size in [Size(width: 80, height: 24), Size(width: 200, height: 50)] {
      var state = DashboardState(source: source, size: size)
      _ = state.update(.entries(entries), now: .max)
      for key in [.character("j")] + Self.keys {
        _ = state.update(.key(key), now: .max)
        var canvas = Canvas(size: size)
        state.draw(on: &canvas)
        #expect(canvas.lines().allSatisfy { $0.columnWidth == size.width }, "seed \(seed)")
      }
    }
    var state = DashboardState(source: source, size: Size(width: 80, height: 24))
    _ = state.update(.entries(entries), now: .max)
    for line in ["timings", "modules", "cleanup", "warnings", "status", "stats"] {
      _ = state.update(.line(line), now: .max)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func nonsenseIsShown(seed: UInt64) {
    var nonsense = Nonsense(seed: seed)
    look(at: (0..<60).map { _ in nonsense.entry() }, seed: seed)
  }

  /// Looks at each circle separately, so that none hides another.
  @Test func circlesEnd() {
    var nonsense = Nonsense(seed: 0)
    func module(_ id: UInt64, in parent: UInt64, _ change: ModuleEntry.Change) -> AnyEntry {
      nonsense.module(id: id, parent: parent, change)
    }
    let itself = [module(5, in: 5, .registered), module(5, in: 5, .moved), module(5, in: 5, .removed)]
    look(at: itself, seed: 0)
    let pair = [1, 2, 1].map { module($0, in: 3 - $0, .registered) } + [module(1, in: 2, .removed)]
    look(at: pair, seed: 0)
    look(at: (1...100).map { module($0, in: $0 + 1, .registered) } + [module(101, in: 102, .removed)], seed: 0)
    let sent = (0..<200).map { nonsense.dispatch(id: 5 + $0 % 2, parent: 6 - $0 % 2, rows: 1) }
    look(at: [nonsense.dispatch(id: 5, parent: nil, rows: 3)] + sent, seed: 0)
    var deep = nonsense.dispatch(id: 9, parent: nil, rows: 0)
    if case .dispatch(var entry) = deep {
      entry.handlers = HandlerSpans((0..<Self.depth).map { nonsense.row(parent: $0 - 1) })
      deep = .dispatch(entry)
    }
    look(at: [deep], seed: 0)
  }
}

/// Makes entries with arbitrary relations and numbers. Equal seeds give equal entries.
private struct Nonsense {
  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(state: seed) }

  private mutating func bits() -> UInt64 { random.next() }

  private mutating func id() -> UInt64 { bits() % 8 }
  private mutating func time() -> UInt64 {
    [0, 1, 1_000_000, bits() >> (bits() % 64), .max - 1, .max][Int(bits() % 6)]
  }
  private mutating func place() -> Int { [-1, 0, 1, 2, 7, .max, .min][Int(bits() % 7)] }
  private mutating func name() -> String { ["A", "B", "", "e\u{301}", "日本", "\u{1B}[31m"][Int(bits() % 6)] }

  mutating func module(id: UInt64, parent: UInt64?, _ change: ModuleEntry.Change) -> AnyEntry {
    .module(
      ModuleEntry(
        change: change, id: ModuleID(rawValue: id), name: "M\(id)", order: Int(id), isMain: false,
        isOn: true, owner: OwnerID(rawValue: id), parent: parent.map(ModuleID.init(rawValue:)), atNanoseconds: time(),
        handles: ["tick"]))
  }

  mutating func dispatch(id: UInt64, parent: UInt64?, rows: Int) -> AnyEntry {
    .dispatch(
      DispatchEntry(
        id: DispatchID(rawValue: id), parent: parent.map(DispatchID.init), parentModule: parent.map { _ in "A" },
        event: "tick", arguments: .null,
        atNanoseconds: time(), totalNanoseconds: time(), response: .null, state: .active, isOutOfState: false,
        handlers: (0..<rows).map { _ in row(parent: bits() % 2 == 0 ? nil : place()) }))
  }

  mutating func row(parent: Int?) -> HandlerSpan {
    HandlerSpan(
      module: name(), moduleID: ModuleID(rawValue: id()), order: place(), outcome: .returned, value: .null,
      startNanoseconds: time(), selfNanoseconds: time(), totalNanoseconds: time(), parent: parent,
      part: bits() % 2 == 0 ? nil : "part", suspendedNanoseconds: bits() % 2 == 0 ? nil : time())
  }

  mutating func entry() -> AnyEntry {
    let (owner, dispatch) = (id(), id())
    switch bits() % 9 {
    case 0, 1:
      let changes: [ModuleEntry.Change] = [
        .registered, .removed, .freed, .broughtBack, .moved, .switchedOn, .switchedOff, .failed,
      ]
      return module(id: id(), parent: bits() % 2 == 0 ? nil : id(), changes[Int(bits() % 8)])
    case 2, 3: return self.dispatch(id: dispatch, parent: bits() % 2 == 0 ? nil : id(), rows: Int(bits() % 6))
    case 4:
      return .owned(
        OwnedEntry(
          OwnedObjectFacts(
            id: id(), owner: name(), ownerID: OwnerID(rawValue: owner), number: place(), kind: "timer", name: name(),
            lifetime: "module"),
          dispatch: DispatchID(rawValue: id()), atNanoseconds: time()))
    case 5:
      return .released(
        ReleasedEntry(
          OwnedObjectFacts(
            id: id(), owner: name(), ownerID: OwnerID(rawValue: owner), number: place(), kind: "timer", name: name(),
            lifetime: "module"),
          reason: .ownerReleased, atNanoseconds: time(), cleanupNanoseconds: time()))
    case 6:
      return .warning(
        WarningEntry(
          kind: .overBudget, module: name(), dispatch: DispatchID(rawValue: dispatch), atNanoseconds: time(),
          event: "tick",
          elapsedNanoseconds: time(), limitNanoseconds: time(), handlerNanoseconds: time(), isUnderWay: true))
    case 7: return .gap(GapEntry(dropped: time()))
    default: return .output(OutputEntry(line: name(), module: name(), event: "tick", atNanoseconds: time()))
    }
  }
}
