import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// The look of the rows in pane 3.
@MainActor @Suite(.inTurn, .serialized) struct CleanupPaneTests {
  private func released(_ numbers: Int..., on driver: Driver) -> Driver {
    driver.act(
      .entries(
        numbers.map { number in
          AnyEntry.released(
            ReleasedEntry(
              OwnedObjectFacts(
                id: UInt64(number), owner: "Loop", ownerID: 90_000, number: number, kind: "dialog", name: "welcome",
                lifetime: "module"), reason: .ownerReleased, atNanoseconds: 0, cleanupNanoseconds: 100_000,
              thread: "main"))
        }))
    return driver.press(.character("3"), .character("G"))
  }

  @Test func theNumberColumnFitsTheGreatestNumber() throws {
    let driver = released(9, 998, 11_987, on: try Driver(size: Size(width: 80, height: 24)))
    for row in ["     9 dialog welcome ", "   998 dialog welcome ", "\u{25B8}11987 dialog welcome "] {
      #expect(driver.lines.contains { $0.contains("\u{2502}\(row)") }, "\(row)")
    }
    driver.resize(78, 24)
    for number in ["   998", "\u{25B8}11987"] {
      #expect(driver.lines.contains { $0.contains("\u{2502}\(number) dialog wel") }, "\(number)")
    }
    driver.resize(80, 24).press(.character("z"))
    let wide = "\u{25B8}11987 dialog welcome".padded(toColumns: 63) + "released 0.1 ms"
    #expect(driver.lines.contains("\u{2502}\(wide)\u{2502}"))
  }

  @Test func aRemovedModuleIsNotCalledCleanedDuringACleanup() throws {
    let driver = try Driver(size: Size(width: 120, height: 40))
    func module(_ change: ModuleEntry.Change) -> AnyEntry {
      .module(
        ModuleEntry(
          change: change, id: ModuleID(rawValue: 90_000), name: "Vault", order: 13, isMain: false, isOn: true,
          owner: 90_000, atNanoseconds: driver.state.now, handles: []))
    }
    let (now, name) = (driver.state.now, "main")
    driver.act(
      .entries([
        module(.registered),
        .owned(
          OwnedEntry(
            OwnedObjectFacts(
              id: 1, owner: "Vault", ownerID: 90_000, number: 1, kind: "database", name: name, lifetime: "module"),
            atNanoseconds: now)),
        module(.removed),
        .releasing(
          ReleasingEntry(
            OwnedObjectFacts(
              id: 1, owner: "Vault", ownerID: 90_000, number: 1, kind: "database", name: name, lifetime: "module"),
            reason: .ownerReleased, atNanoseconds: now)),
        module(.freed),
      ]))
    let sentence = "Vault removed and freed; 1 object of its own is still being cleaned."
    #expect(driver.lines.contains { $0.contains(sentence) })
    driver.act(
      .entries([
        .released(
          ReleasedEntry(
            OwnedObjectFacts(
              id: 1, owner: "Vault", ownerID: 90_000, number: 1, kind: "database", name: name, lifetime: "module"),
            reason: .ownerReleased, atNanoseconds: now, cleanupNanoseconds: 40_000_000, thread: "background"))
      ]))
    let end = "Vault removed and freed: its 1 object was cleaned in 40.0 ms."
    #expect(driver.lines.contains { $0.contains(end) })
  }

  @Test func aRunningCleanupShowsItsDuration() throws {
    let driver = try Driver(size: Size(width: 120, height: 40))
    driver.act(
      .entries([
        .owned(
          OwnedEntry(
            OwnedObjectFacts(
              id: 1, owner: "Store", ownerID: 90_000, number: 1, kind: "database", name: "main", lifetime: "module"),
            atNanoseconds: 0)),
        .releasing(
          ReleasingEntry(
            OwnedObjectFacts(
              id: 1, owner: "Store", ownerID: 90_000, number: 1, kind: "database", name: "main", lifetime: "module"),
            reason: .ownerReleased, atNanoseconds: driver.state.now)),
      ]))
    driver.wait(.seconds(3))
    driver.press(.character("3"), .character("G"))
    #expect(driver.lines.contains { $0.contains("1 database main") })
    #expect(driver.lines.contains { $0.contains("1 releasing") })
    expectEqual(driver.state.tickInterval, .seconds(1))
    driver.press(.enter)
    let began = "not yet: its cleanup began at 22:40:02.002, because its owner was released"
    #expect(driver.lines.contains { $0.contains("cleaned  \(began)") })
    #expect(driver.lines.contains { $0.contains("waiting  3.0 s") })
  }

  @Test func smallNumbersTakeTwoColumns() throws {
    let driver = released(9, 12, on: try Driver(size: Size(width: 80, height: 24)))
    #expect(driver.lines.contains { $0.contains("\u{2502}  9 dialog welcome ") })
    #expect(driver.lines.contains { $0.contains("\u{2502}\u{25B8}12 dialog welcome ") })
  }
}
