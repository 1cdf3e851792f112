import RollcallEventArguments
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// What a file or a peer says twice is an error in its data, and never a trap.
@MainActor @Suite(.inTurn, .serialized) struct RepeatedFactTests {
  private func dispatch(_ id: DispatchID, modules: ClosedRange<UInt64>?) -> AnyEntry {
    var entry = DispatchEntry(atNanoseconds: 1)
    (entry.id, entry.event) = (id, "tick")
    entry.handlers = HandlerSpans(
      (modules.map(Array.init) ?? []).map { id in
        HandlerSpan(module: "M\(id)", moduleID: ModuleID(rawValue: id), selfNanoseconds: id)
      })
    return .dispatch(entry)
  }

  private func state(modules: ClosedRange<UInt64> = 1...3) -> DashboardState {
    let rows = modules.map { id in ModuleStatus(id: ModuleID(rawValue: id), name: "M\(id)", order: Int(id)) }
    let source = Hello(application: "Shop", startedNanoseconds: 0, modules: rows)
    return DashboardState(source: source, size: Size(width: 160, height: 40))
  }

  private func lines(_ state: DashboardState) -> [String] {
    var canvas = Canvas(size: state.size)
    state.draw(on: &canvas)
    return canvas.lines()
  }

  /// Two dispatches have one number, and the second has fewer handlers. Each is shown with its own rows.
  @Test(arguments: [nil, 2...2, 3...3] as [ClosedRange<UInt64>?]) func twoDispatchesOfOneNumber(
    second: ClosedRange<UInt64>?
  ) {
    var state = state()
    _ = state.update(.entries([dispatch(5, modules: 1...3)]), now: 0)
    expectEqual(state.moduleRows.spanIndex(of: ModuleID(rawValue: 3)), 2)
    _ = state.update(.entries([dispatch(5, modules: second)]), now: 0)
    expectEqual(lines(state).count, 40)
    for id in 1...3 as ClosedRange<UInt64> {
      let index = second?.contains(id) == true ? 0 : nil
      expectEqual(state.moduleRows.spanIndex(of: ModuleID(rawValue: id)), index)
    }
    // The first one has the same number, and all its rows.
    for key: Key in [.character("2"), .character("["), .enter, .escape, .character("s"), .down, .enter] {
      _ = state.update(.key(key), now: 0)
      expectEqual(lines(state).count, 40)
    }
    expectEqual(state.shownDispatch?.handlers.count, 3)
    expectEqual(state.moduleRows.spanIndex(of: ModuleID(rawValue: 3)), 2)
  }

  @Test func twoModulesOfOneNumber() {
    var state = state()
    state.application.note(events: [])
    let twice = ModuleStatus(id: ModuleID(rawValue: 2), name: "Again", order: 9)
    _ = state.update(
      .prologue(
        Prologue(
          modules: [twice, twice] + Array(state.application.modules.rows), state: .active, launchedNanoseconds: nil,
          entries: [])), now: 0)
    #expect(lines(state).count == 40 && state.application.modules.count == 3)
  }

  /// A form has a field for each argument, and the command has the first value of a name.
  @Test func twoArgumentsOfOneName() {
    let argument = EventArgument(name: "url", example: .string("pay:42"))
    let event = EventDescription(
      name: "openURL", rule: "no", arguments: [argument, EventArgument(name: "url", example: .integer(1)), argument])
    var state = DashboardState(
      source: Hello(application: "Shop", startedNanoseconds: 0, events: [event, event]),
      size: Size(width: 120, height: 40))
    _ = state.update(.key(.character("f")), now: 0)
    expectEqual(state.fireSheet?.single, .fire(event: "openURL", arguments: .object(["url": .string("pay:42")])))
    for key: Key in [.tab, .tab, .character("9"), .enter, .escape] { _ = state.update(.key(key), now: 0) }
    expectEqual(lines(state).count, 40)
  }
}
