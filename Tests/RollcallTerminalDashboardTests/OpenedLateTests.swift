import Foundation
import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallDashboard
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import RollcallCursesTerminal
@testable import RollcallTerminalDashboard

/// A dashboard that is opened after the journal has forgotten its first entries.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct OpenedLateTests {
  private final class Door: Module {
    let owned = OwnedObjects()
    init() { owned.own("front", as: "lock") {} }
    static func handlers(_ handlers: inout ModuleHandlers<Door>) {
      handlers.answer(OpenURL.self) { _, event in event.url.absoluteString == "door:front" }
    }
  }

  private final class Garden: Module {
    let owned = OwnedObjects()
    init() { for name in ["hose", "tap"] { owned.own(name, as: "water") {} } }
    static func handlers(_ handlers: inout ModuleHandlers<Garden>) { handlers.on(DidFinishLaunching.self) { _, _ in } }
  }

  /// Keeps the garden that it creates, so that the garden becomes overdue.
  @MainActor private final class Holder {
    private var held: Garden?
    func garden() -> Garden {
      let garden = Garden()
      held = garden
      return garden
    }
  }

  private let composite = CompositeDelegate(
    name: "House", journal: Journal(capacity: 64 << 10), releaseGrace: .milliseconds(1), sleep: { _ in })

  private func open() -> DashboardProgram {
    DashboardProgram(
      DashboardSubject(connection: InspectionAgent(composite) {}),
      context: TerminalContext(
        size: Size(width: 120, height: 40), glyphs: .unicode, waker: TerminalWaker(), printed: PrintedOutput(),
        clipboard: .terminal))
  }

  private func lines(_ program: DashboardProgram) -> [String] {
    var canvas = Canvas(size: Size(width: 120, height: 40))
    program.draw(on: &canvas)
    return canvas.lines()
  }

  @Test func aLateDashboardShowsTheSameAsAnEarlyOne() async throws {
    let early = open()
    let holder = Holder()
    try composite.register("Door") { Door() }
    try composite.register("Garden") { holder.garden() }
    try composite.register("Attic", isOn: false) { Door() }
    composite.send(DidFinishLaunching())
    composite.send(DidBecomeActive())
    try composite.remove("Garden")
    early.handle(.woken)
    while !lines(early).contains(where: { $0.contains("OVERDUE") }) {
      await Task.yield()
      early.handle(.woken)
    }
    try forget { early.handle(.woken) }
    let late = open()
    await read(late)
    // The lines above the panes count warnings, the lines below count events: the journal has forgotten some.
    let panes = { (program: DashboardProgram) in
      self.lines(program)[1..<24].map { $0.replacing(/[0-9.]+ (ms|µs|s) *│/, with: "#│") }
    }
    expectEqual(panes(late), panes(early))
    withExtendedLifetime(holder) {}
  }

  /// Gives a program enough turns to read all entries.
  private func read(_ program: DashboardProgram) async {
    for _ in 0..<100 {
      await Task.yield()
      program.handle(.woken)
    }
  }

  /// Sends enough events to make the journal forget everything before them.
  private func forget(_ body: () -> Void = {}) throws {
    let url = try #require(URL(string: "door:front"))
    let end = composite.journal.reader(from: .next).next
    while composite.journal.reader().next < end {
      composite.send(OpenURL(url: url))
      body()
    }
  }

  @Test func aDashboardAfterAGapShowsTheSameAsOneWithoutGaps() async throws {
    let (reading, behind) = (open(), open())
    let holder = Holder()
    try composite.register("Door") { Door() }
    try composite.register("Garden") { holder.garden() }
    try composite.register("Shed") { Garden() }
    try composite.register("Attic", isOn: false) { Door() }
    try composite.register("Fence") { Garden() }
    try composite.remove("Fence")
    await read(reading)
    await read(behind)
    // The program misses the following entries.
    composite.send(DidFinishLaunching())
    try composite.move("Door", to: 2)
    try composite.remove("Garden")
    try composite.remove("Shed")
    try composite.set("Attic", isOn: true)
    while composite.modulesStillAlive.isEmpty { await Task.yield() }
    await read(reading)
    try forget { reading.handle(.woken) }
    await read(reading)
    await read(behind)
    let modules = { (program: DashboardProgram) in self.lines(program).prefix(24).map { $0.prefix(37) } }
    expectEqual(modules(behind), modules(reading))
    let end = { (program: DashboardProgram) in
      program.handle(.input(.key(.character("G"))))
      return self.lines(program).first { $0.contains("│ removed ") }.map { $0.dropFirst(37) }
    }
    #expect(end(behind) != nil && end(behind) == end(reading))

    // Another gap reports the same state again, and a launch that the program has seen.
    try composite.register("Late") { Garden() }
    await read(reading)
    await read(behind)
    try composite.sendMissedEvents(to: "Late")
    await read(reading)
    await read(behind)
    try forget { reading.handle(.woken) }
    await read(reading)
    await read(behind)
    for program in [behind, reading] { program.handle(.input(.key(.character("G")))) }
    expectEqual(modules(behind), modules(reading))
    for program in [behind, reading] {
      expectEqual(lines(program).last?.contains("c catch up"), false, "the module has received the launch")
    }
    #expect(lines(behind)[0].contains("DROPPED"))
    withExtendedLifetime(holder) {}
  }
}
