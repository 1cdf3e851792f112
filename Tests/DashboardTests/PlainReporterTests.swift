import Inspection
import Testing

@testable import Dashboard
@testable import ModuleLifecycle
@testable import TerminalDashboard

/// What is said, where there is no screen, while the journal's entries come one by one.
@MainActor @Suite struct PlainReporterTests {
  /// A dashboard without a screen over a driver's application. Nobody tells it what there is already.
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
      _ = reader.read()
    }

    /// What is said to a line, and of all that comes of it.
    func lines(after line: String) -> [String] {
      for effect in state.update(.line(line), now: driver.composite.journal.now) {
        guard case .perform(let command) = effect else { continue }
        _ = reporter.lines(after: .reply(.accepted, to: command), in: state)
        driver.perform(command)
      }
      var said: [String] = []
      for entry in reader.read() {
        _ = state.update(.entries([entry]), now: driver.composite.journal.now)
        said += reporter.lines(after: .entries([entry]), in: state)
      }
      return said + reporter.settle(state, isOver: true)
    }
  }

  @Test func ofAMoveOnlyTheModuleThatWasMovedIsSpokenOf() throws {
    let driver = try Driver()
    let listener = Listener(to: driver)
    #expect(listener.lines(after: "move Feed 1") == ["Feed is in place 1 from the next event on."])
    #expect(listener.lines(after: "move Feed 6") == ["Feed is in place 6 from the next event on."])
    // Those between make room, and Feed is the first of them.
    #expect(listener.lines(after: "move Network 12") == ["Network is in place 12 from the next event on."])
    #expect(listener.lines(after: "move Network 5") == ["Network is in place 5 from the next event on."])
    #expect(driver.composite.modules.map(\.name).prefix(6).suffix(2) == ["Network", "Feed"])
  }

  @Test func whoIsBackInItsPlaceIsNotSpokenOfWhenOthersMove() throws {
    let listener = Listener(to: try Driver())
    _ = listener.lines(after: "remove Feed")
    let back = listener.lines(after: "back Feed")
    #expect(back.count == 1 && back.first?.hasPrefix("Feed is back in place 6: ") == true, "\(back)")
    #expect(listener.lines(after: "move Network 12") == ["Network is in place 12 from the next event on."])
  }

  @Test func ofARemedyOnlyWhatCameOfItIsSaid() async throws {
    let shop = try LeakyShop()
    await shop.removeAndWait("Network")
    let listener = Listener(to: shop.driver)
    #expect(
      listener.lines(after: "fix Network") == ["session api was closed, and Network is freed, 1.0 s late."])
    withExtendedLifetime(shop) {}
  }
}
