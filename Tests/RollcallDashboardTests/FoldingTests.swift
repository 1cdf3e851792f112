import ModuleLifecycleTesting
import OrderedCollections
import RollcallTerminalUI
import RollcallTestSupport
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Folding of nested composites, owners and floods of equal rows, and the marks on search matches.
@MainActor @Suite(.inTurn, .serialized) struct FoldingTests {
  private nonisolated static let seeds = 1...(isOptimised ? 20 : 6 as UInt64)

  private func released(_ numbers: ClosedRange<Int>, name: String = "page", of owner: OwnerID = 90_000)
    -> [AnyEntry]
  {
    numbers.map { number in
      .released(
        ReleasedEntry(
          OwnedObjectFacts(
            id: UInt64(number), owner: "Feed", ownerID: owner, number: number, kind: "request", name: name,
            lifetime: "module"), reason: .replaced, atNanoseconds: UInt64(number), cleanupNanoseconds: 100_000,
          thread: "main"))
    }
  }

  private func owned(_ numbers: ClosedRange<Int>, of owner: OwnerID) -> [AnyEntry] {
    numbers.map { number in
      .owned(
        OwnedEntry(
          OwnedObjectFacts(
            id: UInt64(number), owner: "Feed", ownerID: owner, number: number, kind: "timer", name: "",
            lifetime: "module"), atNanoseconds: 0))
    }
  }

  @Test func aFloodOfEqualRowsIsOneRowThatUnfolds() throws {
    let driver = try Driver()
    driver.act(.entries(released(1...1_200) + released(1_201...1_201, name: "other")))
    driver.press(.character("3"))
    expectEqual(driver.state.cleanupRows.count, 3)
    #expect(driver.line(with: "1 1,200× request p") != nil)
    #expect(driver.line(with: "1201 request other replaced") != nil)
    driver.press(.character("/")).type("page").press(.enter)
    #expect(driver.line(with: "3 Cleanup · page · 1,200 of 1,201") != nil, "all of them fit")
    driver.press(.escape, .character("g"), .down, .character("v"))
    expectEqual(driver.state.cleanupRows.count, 1_202)
    driver.press(.character("v"))
    expectEqual(driver.state.cleanupRows.count, 1, "the heading alone")
    driver.press(.character("v"))
    expectEqual(driver.state.cleanupRows.count, 3)
  }

  @Test func aFewEqualRowsAreNotFolded() throws {
    let driver = try Driver()
    driver.act(.entries(released(1...(CleanupRows.fewest - 1))))
    expectEqual(driver.state.cleanupRows.count, CleanupRows.fewest)
    driver.act(.entries(released(CleanupRows.fewest...CleanupRows.fewest)))
    expectEqual(driver.state.cleanupRows.count, 2)
  }

  @Test func openObjectsAreFolded() throws {
    let driver = try Driver()
    let gone = OwnerEntry(change: .expected, owner: 7, name: "Feed", atNanoseconds: 1)
    driver.act(.entries(owned(1...1_000, of: 7) + [.owner(gone)]))
    expectEqual(driver.state.cleanupRows.count, 2)
    #expect(driver.line(with: "1000 1,000× timer no. 1") != nil)
    driver.act(.entries(owned(1_001...1_001, of: 7)))
    #expect(driver.line(with: "1001 1,001× timer no. 1") != nil)
  }

  private func went(_ owners: ClosedRange<Int>, named name: String) -> [AnyEntry] {
    owners.flatMap { number in
      let owner = OwnerID(rawValue: UInt64(10_000 + number))
      let expected = OwnerEntry(change: .expected, owner: owner, name: name, atNanoseconds: UInt64(number))
      var freed = expected
      (freed.change, freed.tookNanoseconds) = (.freed, 1)
      return [.owner(expected)] + released(1...1, of: owner) + [.owner(freed)]
    }
  }

  /// As in a server, whose requests come and go. What stays stands out.
  @Test func manyOwnersThatWentShareAHeadingThatUnfolds() throws {
    let driver = try Driver()
    driver.act(.entries(went(1...7, named: "Request")))
    expectEqual(driver.state.cleanupRows.count, 14, "a heading and an object each")
    driver.act(.entries(went(8...1_200, named: "Request")))
    driver.act(.entries([.owner(OwnerEntry(change: .expected, owner: 50_000, name: "Request", atNanoseconds: 5_000))]))
    driver.act(.entries(went(1_201...1_202, named: "Request")))
    driver.press(.character("3"))
    expectEqual(driver.state.cleanupRows.count, 2)
    #expect(driver.line(with: "1,202× Request, freed") != nil && driver.line(with: "Request, not freed yet") != nil)
    driver.press(.character("G"), .character("v"))
    expectEqual(driver.state.cleanupRows.count, 1 + 2 * 1_202)
    expectEqual(driver.state.selectedCleanupRow?.owner.id, 11_202, "the newest stood for all")
    driver.press(.up, .up, .character("v"))
    expectEqual(driver.state.cleanupRows.count, 2)
    #expect(driver.line(with: "▸") != nil)
    driver.press(.character("/")).type("page").press(.enter)
    #expect(driver.line(with: "3 Cleanup · page · 1,202 of 1,202") != nil, "a filter looks at each")
  }

  @Test func failedCreationsShareNoHeading() throws {
    let driver = try Driver()
    for number in 1...9 as ClosedRange<UInt64> {
      var failed = ModuleEntry()
      (failed.change, failed.name, failed.owner) = (.failed, "Payments", OwnerID(rawValue: 20_000 + number))
      let object = OwnedObjectFacts(
        id: number, owner: "Payments", ownerID: failed.owner, number: 1, kind: "timer", name: "", lifetime: "module")
      let released = ReleasedEntry(
        object, reason: .ownerReleased, atNanoseconds: number, cleanupNanoseconds: 1, thread: "main")
      driver.act(.entries([.module(failed), .released(released)]))
    }
    expectEqual(driver.state.cleanupRows.count, 18)
  }

  /// An owner that is folded alone among its unfolded kin can be unfolded again.
  @Test func oneOfManyOwnersIsFoldedAlone() throws {
    let driver = try Driver()
    driver.act(.entries(went(1...9, named: "Request")))
    driver.press(.character("3"), .character("v"))
    expectEqual(driver.state.cleanupRows.count, 18)
    driver.press(.character("g"), .down, .character("v"))
    expectEqual(driver.state.cleanupRows.count, 17, "its object is folded")
    driver.press(.character("v"))
    expectEqual(driver.state.cleanupRows.count, 18)
    driver.press(.character("v"))
    expectEqual(driver.state.cleanupRows.count, 1, "all of them are")
    driver.press(.character("v"), .character("/")).type("page").press(.enter, .character("g"), .character("v"))
    expectEqual(driver.state.cleanupRows.count, 17, "with a filter, only one owner can be folded")
  }

  @Test func anOverdueOwnerWithoutObjectsIsFoundByThatWord() throws {
    let driver = try Driver()
    driver.act(.entries(went(1...20, named: "Request")))
    let overdue = OverdueEntry(name: "Session", owner: 30_000, atNanoseconds: 90, afterNanoseconds: 50)
    let expected = OwnerEntry(change: .expected, owner: 30_000, name: "Session", atNanoseconds: 40)
    driver.act(.entries([.owner(expected), .overdue(overdue)]))
    driver.press(.character("3"), .character("/")).type("overdue").press(.enter)
    expectEqual(driver.state.cleanupRows.rows.map(\.owner.name), ["Session"])
  }

  @Test(arguments: seeds) func rowsAndTheirIndicesAgree(seed: UInt64) {
    var random = SplitMix(state: seed)
    var log = OwnedObjectHistory()
    var key = CleanupRows.Key(generation: 0)
    var number = 0
    for _ in 0..<300 {
      let name = ["a", "b", ""][Int(random.next() % 3)]
      for _ in 0..<(random.next() % 4 == 0 ? 1 + random.next() % 12 : 1) {
        number += 1
        for entry in released(number...number, name: name, of: OwnerID(rawValue: 1 + random.next() % 2)) {
          log.apply(entry)
        }
      }
      switch random.next() % 12 {
      case 0: key.filter = RowFilter(["", "a", "request b"][Int(random.next() % 3)])
      case 1: key.folds[1] = [OwnerFold.shared, .none, .all][Int(random.next() % 3)]
      default: log.settle()
      }
      key.generation = log.generation
      let rows = CleanupRows(key, of: log)
      var seen = 0
      for (index, row) in rows.rows.enumerated() {
        guard rows.row(of: row.id) == index else {
          Issue.record("seed \(seed): row \(index) of \(rows.count) is found elsewhere")
          return
        }
        if row.object == nil { continue }
        seen += rows.count(at: index)
      }
      #expect(seen == rows.matchCount && rows.objectCount == number)
      #expect(key.folds[1] == .all || key.filter != nil || seen == number)
      for number in 1...number where key.filter == nil {
        let owners = [1, 2].map { rows.row(of: .object($0, number)) }
        #expect(owners.contains { $0 != nil }, "an object that shares a row is found in it")
      }
    }
  }

  @Test func aNestedCompositeIsFoldedFromEachOfItsRows() throws {
    let driver = try Driver(build: TreeTests.build)
    driver.press(.character("v"))
    #expect(driver.lines[1].contains("ThirdParties is in no nested composite."))
    driver.press(.down, .down, .character("v"))
    #expect(driver.line(with: "▸ 2 Shop +2") != nil && driver.line(with: "Cart") == nil)
    driver.press(.down)
    expectEqual(driver.state.selected?.name, "Scene")
    driver.press(.up, .character("v"))
    #expect(driver.line(with: "Cart") != nil)
  }

  @Test func searchMatchesAreMarked() throws {
    func marks(_ driver: Driver) -> [String] {
      let canvas = driver.screen()
      return (3..<canvas.size.height - 2).compactMap { y in
        let marked = (0..<canvas.size.width).map { canvas[$0, y] }.filter { $0.style.isUnderlined && $0.style.isBold }
        return marked.isEmpty ? nil : marked.map(\.text).joined()
      }
    }
    let driver = try Driver().press(.character("/")).type("SH").press(.enter)
    expectEqual(marks(driver), ["sh", "Sh"], "in Push and Shortcuts, whatever the case")
    driver.press(.escape)
    expectEqual(marks(driver), [])
    driver.press(.character("n"))
    expectEqual(marks(driver), ["sh", "Sh"], "n marks them among all rows")
  }

  @Test func theHelpIsSearched() throws {
    let driver = try Driver(size: Size(width: 80, height: 24)).press(.character("?"), .character("/"))
    #expect(driver.line(with: "words to find in the text") != nil)
    driver.type("pane").press(.enter)
    #expect(driver.lines[1].contains("of") && driver.lines[1].contains("that match: \"pane\"."))
    let first = driver.state[HelpPage.self]?.reading.search.line
    driver.press(.character("n"))
    #expect(driver.state[HelpPage.self]?.reading.search.line != first)
    driver.press(.character("N"))
    expectEqual(driver.state[HelpPage.self]?.reading.search.line, first)
    driver.press(.escape)
    expectEqual(driver.state[HelpPage.self]?.reading.search.query.text, "", "Esc clears the marks first")
    driver.press(.character("/")).type("zzz").press(.enter)
    #expect(driver.lines[1].contains("No line here has \"zzz\"."))
    driver.press(.escape, .escape)
    #expect(driver.state.layers.isEmpty)
  }
}
