import RollcallInspection
import RollcallLaunches
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// What a file or a peer nests deeper than any application does is shown at the greatest depth.
@MainActor @Suite(.inTurn, .serialized) struct DeepNestingTests {
  private static let deepest = ModuleList.mostNested

  private func id(_ number: Int) -> ModuleID { ModuleID(rawValue: UInt64(number)) }

  private func status(_ number: Int, in parent: Int?) -> ModuleStatus {
    ModuleStatus(
      id: id(number), name: "M\(number)", order: 1, isPresent: true, isOn: true,
      owner: OwnerID(rawValue: UInt64(number)),
      parent: parent.map(id), handles: ["openURL"])
  }

  /// Each module is in the one before it.
  private func chain(_ count: Int) -> [ModuleStatus] { (1...count).map { status($0, in: $0 > 1 ? $0 - 1 : nil) } }

  private func state(_ modules: [ModuleStatus]) -> DashboardState {
    DashboardState(
      source: Hello(application: "Shop", startedNanoseconds: 0, modules: modules), size: Size(width: 120, height: 40))
  }

  /// Sorts by every key and draws the screen.
  private func sortAndDraw(_ state: inout DashboardState) {
    for key in [SortKey.name, .owned, .order] {
      for reversed in [true, false] {
        state.arrange(by: key, reversed: reversed)
        let list = state.application.modules
        #expect(state.rowOrder.map { $0.indices(in: list).count == list.count } ?? (key == .order))
      }
    }
    var canvas = Canvas(size: state.size)
    state.draw(on: &canvas)
    expectEqual(canvas.lines().count, 40)
  }

  private func expectBounded(_ list: ModuleList, count: Int) {
    expectEqual(list.count, count)
    #expect(list.rows.allSatisfy { list.depth(of: $0) <= Self.deepest })
  }

  @Test func aChainOfAHello() throws {
    var state = state(chain(8_000))
    let list = state.application.modules
    expectBounded(list, count: 8_000)
    #expect(list.rows.map(\.name) == (1...8_000).map { "M\($0)" })
    expectEqual(list.rows.prefix(17).map { list.depth(of: $0) }, Array(0...16))
    let last = try #require(list[id(8_000)])
    #expect(list.depth(of: last) == Self.deepest && last.parent == id(16))
    sortAndDraw(&state)
  }

  @Test func aChainOfAPrologue() {
    var state = state([])
    _ = state.update(
      .prologue(Prologue(modules: chain(2_000), state: .active, launchedNanoseconds: nil, entries: [])), now: 0)
    expectBounded(state.application.modules, count: 2_000)
    sortAndDraw(&state)
  }

  /// The modules of a composite are registered before it. The composite around all may never come.
  @Test(arguments: [true, false]) func aChainOfEntries(hasTop: Bool) {
    var state = state([])
    for number in (1...200).reversed() {
      var entry = ModuleEntry(atNanoseconds: 0)
      (entry.change, entry.id, entry.name) = (.registered, id(number), "M\(number)")
      (entry.order, entry.owner, entry.isOn) = (1, OwnerID(rawValue: UInt64(number)), true)
      entry.parent = number > 1 || !hasTop ? id(number - 1) : nil
      _ = state.update(.entries([.module(entry)]), now: 0)
    }
    expectBounded(state.application.modules, count: 200)
    sortAndDraw(&state)
  }

  /// A module inside itself is at the top, with what it contains below it.
  @Test func circles() {
    var state = state([status(1, in: 3), status(2, in: 1), status(3, in: 2), status(4, in: 4), status(5, in: 2)])
    let list = state.application.modules
    expectEqual(list.rows.map { list.depth(of: $0) }, [2, 0, 1, 0, 1])
    expectBounded(list, count: 5)
    sortAndDraw(&state)
  }

  /// A list of the modules visits each composite, of which there are no more than levels.
  @Test func aPlainList() {
    var state = state(chain(300))
    let effects = state.update(.line("modules"), now: 0)
    guard case .say(let lines)? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(lines.count == 301 && lines.last == "284 present.")
    expectEqual(lines[299], String(repeating: "  ", count: 16) + "M300: events 1, owns nothing")
    expectEqual(state.application.modules.rows.count { state.application.modules.isComposite($0) }, Self.deepest)
  }

  @Test func rowsOfADispatch() {
    var dispatch = DispatchEntry(atNanoseconds: 0)
    dispatch.handlers = HandlerSpans(
      (0..<200).map { index in
        var span = HandlerSpan(module: "M1")
        (span.parent, span.part) = (index > 0 ? index - 1 : nil, index > 0 ? "part" : nil)
        return span
      })
    let sound = dispatch.withSoundRows
    #expect(sound.depths == (0..<200).map { min($0, 64) })
    expectEqual(sound.handlers.map(\.parent), dispatch.handlers.prefix(65).map(\.parent) + (65..<200).map { _ in 63 })
    for parent in [-1, 1, 7, .max, .min] {
      var rows = Array(dispatch.handlers)
      rows[1].parent = parent
      dispatch.handlers = HandlerSpans(rows)
      #expect(dispatch.withSoundRows.handlers[1].parent == nil)
    }
  }
}
