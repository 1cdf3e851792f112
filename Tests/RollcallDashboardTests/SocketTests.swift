import Foundation
import ModuleLifecycleTesting
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// A dashboard behind a socket shows and does the same as one in the application's process.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct SocketTests {
  private let clock = ManualClock()
  private let composite: CompositeDelegate
  private let inspector: Inspector
  private let near: DashboardRuntime
  private let far: DashboardRuntime

  init() async throws {
    composite = CompositeDelegate(
      name: "Storefront", journal: Journal(capacity: 8 << 20, clock: clock.monotonic),
      sleep: { _ in throw CancellationError() })
    try Storefront.build(composite, clock)
    near = DashboardRuntime(for: InspectionAgent(composite) {})
    let connected = try await composite.connected(clock.monotonic)
    inspector = connected.inspector
    far = DashboardRuntime(for: connected.connection)
  }

  /// Lets both read until a condition holds.
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
    await wait { near.state.application.anonymous == far.state.application.anonymous }
    expectEqual(far.screen(), near.screen(), sourceLocation: location)
  }

  @Test func bothDashboardsShowAndDoTheSame() async throws {
    await expectSame()
    composite.send(DidFinishLaunching())
    try composite.remove("Feed")
    composite.send(DidBecomeActive())
    await expectSame()
    await press("fopenU", .enter)
    #expect(far.screen()[1].contains("openURL pay:42: yes (Scene)"))
    await wait { near.state.application.anonymous == far.state.application.anonymous }
    await press("x")
    expectEqual(composite.modules[0].isPresent, false)
    await press("x")
    #expect(far.screen()[1].contains("has been removed already."))
    await press("u")
    #expect(composite.modules[0].isPresent)
    await press("fopenU", .tab, .tab)
    for key in "nonsense".map(Key.character) { far.update(.key(key)) }
    far.update(.key(.enter))
    await wait { far.screen().contains { $0.contains("The arguments of openURL are not valid") } }
    far.update(.key(.escape))
    await press("fopenU", .backTab, .control("u"))
    await press("300", .enter)
    expectEqual(far.state.repeated?.summary?.done, 300)
    await wait { near.state.application.history.dispatches.count == far.state.application.history.dispatches.count }
    inspector.stop()
    await wait { far.screen()[1].contains("The application is no longer connected.") }
    await press("x")
    #expect(far.screen()[1].contains("The application is no longer connected."))
  }
}
