import Foundation
import Inspection
import ModuleLifecycleTesting
import TerminalUI
import Testing

@testable import Dashboard
@testable import ModuleLifecycle
@testable import TerminalDashboard

/// A dashboard at the end of two pipes shows and does what one in the application's own process does.
@MainActor @Suite(.timeLimit(.minutes(10))) struct PipeTests {
  private let clock = ManualClock()
  private let composite: CompositeDelegate
  private let server: LineServer
  private let near: DashboardRuntime
  private let far: DashboardRuntime

  init() throws {
    composite = CompositeDelegate(
      name: "Storefront", journal: Journal(capacity: 8 << 20, clock: clock.monotonic),
      sleep: { _ in throw CancellationError() })
    try Storefront.build(composite, clock)
    let (messages, requests) = (try Self.pipe(), try Self.pipe())
    server = try LineServer(
      of: composite, role: .control, secondsFromUTC: 0, input: requests.reading, output: messages.writing)
    let connection = try LineConnection(
      input: messages.reading, output: requests.writing, clock: clock.monotonic
    ) {}
    near = Self.runtime(InspectionAgent(composite, secondsFromUTC: 0) {})
    far = Self.runtime(connection)
  }

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe Foundation.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private static func runtime(_ connection: any InspectionConnection) -> DashboardRuntime {
    DashboardRuntime(
      DashboardSubject(connection: connection), size: Size(width: 120, height: 40),
      pace: .init(batch: 64, patience: .seconds(3_600)), wake: {})
  }

  private func screen(_ runtime: DashboardRuntime) -> [String] {
    var canvas = Canvas(size: Size(width: 120, height: 40))
    runtime.state.draw(on: &canvas)
    return canvas.lines()
  }

  /// Lets both read until something is so.
  private func wait(until condition: () -> Bool) async {
    repeat {
      await Task.yield()
      near.readNews()
      far.readNews()
    } while !condition()
  }

  private func press(_ text: String, _ keys: Key...) async {
    for key in text.map(Key.character) + keys { far.update(.key(key)) }
    await wait { far.isIdle }
  }

  private func expectSame(_ location: SourceLocation = #_sourceLocation) async {
    await wait { near.state.application == far.state.application }
    for runtime in [near, far] { runtime.update(.tick) }
    #expect(screen(far) == screen(near), sourceLocation: location)
  }

  @Test func itShowsTheSameAndDoesWhatIsAsked() async throws {
    await expectSame()
    composite.send(DidFinishLaunching())
    try composite.remove("Feed")
    composite.send(DidBecomeActive())
    await expectSame()
    await press("fopenU", .enter)
    #expect(screen(far)[1].contains("openURL pay:42: yes (Scene)"))
    await wait { near.state.application == far.state.application }
    await press("x")
    #expect(composite.modules[0].isPresent == false)
    await press("x")
    #expect(screen(far)[1].contains("has been removed already."))
    await press("u")
    #expect(composite.modules[0].isPresent)
    await press("fopenU", .tab, .tab)
    for key in "nonsense".map(Key.character) { far.update(.key(key)) }
    far.update(.key(.enter))
    await wait { screen(far).contains { $0.contains("The arguments of openURL are not valid") } }
    far.update(.key(.escape))
    await press("fopenU", .backTab, .control("u"))
    await press("300", .enter)
    #expect(far.state.repeated?.summary?.done == 300)
    await wait { near.state.application.history.dispatches.count == far.state.application.history.dispatches.count }
    server.stop()
    await wait { screen(far)[1].contains("The application is no longer connected.") }
    await press("x")
    #expect(screen(far)[1].contains("The application is no longer connected."))
  }
}
