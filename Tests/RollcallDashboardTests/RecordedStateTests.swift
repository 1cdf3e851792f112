import Foundation
import ModuleLifecycleTesting
import RollcallInspection
import RollcallRecordings
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// A recording has all that a dashboard needs: a state built from its header and its entries equals the live state.
@MainActor @Suite(.inTurn, .serialized) struct RecordedStateTests {
  private let path = "\(FileManager.default.temporaryDirectory.path)/rollcall-\(UUID().uuidString).rollcall"

  private func replayed(size: Size) throws -> DashboardState {
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    let lines = text.split(separator: "\n")
    let header = try JournalLine.header(Array(try #require(lines.first).utf8))
    var state = DashboardState(
      source: Hello(
        application: header.application, startedNanoseconds: header.startedNanoseconds, modules: header.modules ?? [],
        events: (header.rules ?? [:]).map { EventDescription(name: $0.key, rule: $0.value) },
        state: header.state ?? .notRunning, budgets: header.budgets ?? .none,
        launchedNanoseconds: header.launchedNanoseconds),
      size: size, allowed: header.allowedWarnings ?? AllowedWarnings())
    let entries = try lines.dropFirst().map { try JournalLine.entry(String($0)) }
    _ = state.update(.entries(entries), now: entries.count > 0 ? 1 : 0)
    return state
  }

  private func live(_ composite: CompositeDelegate, size: Size) -> DashboardState {
    let source = Hello(
      application: composite.name, startedNanoseconds: composite.journal.header(application: "").startedNanoseconds,
      modules: composite.modules, events: composite.catalog.types.map(EventDescription.init), state: composite.state,
      budgets: composite.budgets)
    var state = DashboardState(source: source, size: size)
    _ = state.update(.entries(composite.journal.reader().readAny()), now: 1)
    return state
  }

  private func screen(_ state: DashboardState) -> [String] {
    var canvas = Canvas(size: state.size, glyphs: .unicode)
    state.draw(on: &canvas)
    return canvas.lines()
  }

  private func use(_ composite: CompositeDelegate) throws {
    composite.send(DidFinishLaunching())
    composite.send(OpenURL.example)
    try composite.move("Feed", to: 2)
    try composite.remove("Feed")
    try composite.restore("Feed")
    try composite.set("Push", isOn: false)
    try composite.remove("Network")
  }

  @Test func aFullRecordingEqualsTheLiveRun() throws {
    let clock = ManualClock()
    let composite = CompositeDelegate(
      name: "Storefront", journal: Journal(clock: clock.monotonic), sleep: { _ in throw CancellationError() })
    try Storefront.build(composite, clock)
    let recording = try composite.journal.record(to: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try use(composite)
    recording.stop()
    let live = live(composite, size: Size(width: 120, height: 40))
    let replayed = try replayed(size: Size(width: 120, height: 40))
    expectEqual(replayed.application.modules.rows.map { $0 }, live.application.modules.rows.map { $0 })
    expectEqual(replayed.application.ownership, live.application.ownership)
    expectEqual(replayed.application.history, live.application.history)
    expectEqual(replayed.application.warnings, live.application.warnings)
    #expect(
      replayed.application.state == live.application.state
        && replayed.application.launchedAt == live.application.launchedAt)
    expectEqual(screen(replayed).dropLast(2), screen(live).dropLast(2))
  }

  @Test func aLateRecordingHasTheCurrentState() throws {
    let clock = ManualClock()
    let composite = CompositeDelegate(
      name: "Storefront", journal: Journal(clock: clock.monotonic), sleep: { _ in throw CancellationError() })
    try Storefront.build(composite, clock)
    try use(composite)
    let recording = try composite.journal.record(to: path, from: .next)
    defer { try? FileManager.default.removeItem(atPath: path) }
    composite.send(DidBecomeActive())
    recording.stop()
    let (live, replayed) = (
      live(composite, size: Size(width: 120, height: 40)), try replayed(size: Size(width: 120, height: 40))
    )
    expectEqual(replayed.application.source.modules, composite.modules)
    expectEqual(replayed.application.modules.rows.map(\.name), live.application.modules.rows.map(\.name))
    expectEqual(
      replayed.application.modules.rows.filter(\.isPresent).map(\.owner),
      live.application.modules.rows.filter(\.isPresent).map(\.owner))
    expectEqual(replayed.application.modules.counts, live.application.modules.counts)
    expectEqual(replayed.application.ownership.liveCount, live.application.ownership.liveCount)
    expectEqual(replayed.application.state, live.application.state)
    #expect(replayed.application.launchedAt != nil)
  }
}
