import RollcallInspection
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// The lines of a dashboard without a screen, while the journal's entries arrive one by one.
@MainActor @Suite(.inTurn, .serialized) struct PlainReporterTests {
  /// A dashboard without a screen over a driver's application. It starts without the application's earlier entries.
  @MainActor private final class Listener {
    private let driver: Driver
    private let reader: JournalReader
    private var state: DashboardState
    private var reporter: PlainReporter

    init(to driver: Driver) {
      self.driver = driver
      reader = driver.composite.journal.reader()
      state = driver.state
      reporter = PlainReporter(driver.state)
      _ = reader.readAny()
    }

    /// The answer to a line, and the lines about all its results.
    func lines(after line: String) -> [String] {
      for effect in state.update(.line(line), now: driver.composite.journal.now) {
        guard case .perform(let command) = effect else { continue }
        _ = reporter.lines(after: .reply(.accepted, to: command), in: state)
        driver.perform(command)
      }
      var said: [String] = []
      for entry in reader.readAny() {
        _ = state.update(.entries([entry]), now: driver.composite.journal.now)
        said += reporter.lines(after: .entries([entry]), in: state)
      }
      return said + reporter.settle(state, isOver: true)
    }
  }

  @Test func aMoveIsReportedForTheMovedModuleOnly() throws {
    let driver = try Driver()
    let listener = Listener(to: driver)
    expectEqual(listener.lines(after: "move Feed 1"), ["Feed is in place 1 from the next event on."])
    expectEqual(listener.lines(after: "move Feed 6"), ["Feed is in place 6 from the next event on."])
    // The modules in between shift. Feed is the first of them.
    expectEqual(listener.lines(after: "move Network 12"), ["Network is in place 12 from the next event on."])
    expectEqual(listener.lines(after: "move Network 5"), ["Network is in place 5 from the next event on."])
    expectEqual(driver.composite.modules.map(\.name).prefix(6).suffix(2), ["Network", "Feed"])
  }

  @Test func aModuleBackInItsPositionIsNotReportedWhenOthersMove() throws {
    let listener = Listener(to: try Driver())
    _ = listener.lines(after: "remove Feed")
    let back = listener.lines(after: "back Feed")
    #expect(back.count == 1 && back.first?.hasPrefix("Feed is back in place 6: ") == true, "\(back)")
    expectEqual(listener.lines(after: "move Network 12"), ["Network is in place 12 from the next event on."])
  }

  @Test func onlyTheResultOfARemedyIsReported() async throws {
    let shop = try LeakyShop()
    await shop.removeAndWait("Network")
    let listener = Listener(to: shop.driver)
    expectEqual(
      listener.lines(after: "fix Network"), ["session api was closed, and Network is freed, 1.0 s late."])
    withExtendedLifetime(shop) {}
  }
}
