import ModuleLifecycleTesting
import RollcallTestingAdditions
import Synchronization
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) struct JournalTests {
  private struct Measured: LifecycleEvent {
    var width = Double.nan
    var height = -Double.infinity
    var name = "screen"
  }

  @MainActor @Test func aNumberThatJSONCannotRepresentLeavesTheOthersAsTheyAre() throws {
    let composite = CompositeDelegate()
    composite.send(Measured())
    let arguments = try #require(composite.journal.dispatches.first?.arguments)
    expectEqual(arguments, .object(["width": .string("nan"), "height": .string("-inf"), "name": .string("screen")]))
  }

  private func line(_ entry: AnyEntry) -> String {
    switch entry {
    case .output(let output): output.line
    case .gap(let gap): "gap of \(gap.dropped)"
    default: entry.type
    }
  }

  /// The size of a journal that keeps five short lines.
  private static let roomForFive = 5 * Journal.Kept.sizeOfAShortLine + 16 * MemoryLayout<Journal.Kept?>.stride

  @Test func readingNeverDrains() {
    let journal = Journal()
    journal.note(output: "one", by: nil)
    let (first, second) = (journal.reader(), journal.reader())
    expectEqual(first.readAny().map(line), ["one"])
    #expect(first.readAny().isEmpty)
    expectEqual(second.readAny().map(line), ["one"])
    #expect(journal.reader(from: .next).readAny().isEmpty)
  }

  @Test func aFullJournalDropsTheOldestAndReportsHowMany() {
    let journal = Journal(capacity: Self.roomForFive)
    let reader = journal.reader()
    for index in 0..<100 { journal.note(output: "\(index)", by: nil) }
    let lines = reader.readAny().map(line)
    expectEqual(lines, ["gap of 95", "95", "96", "97", "98", "99"])
    journal.note(output: "100", by: nil)
    expectEqual(reader.readAny().map(line), ["100"])
  }

  @Test func aReaderThatOnlyCountsIsWokenForEachEntry() {
    let journal = Journal(capacity: Self.roomForFive)
    let wakes = Atomic<Int>(0)
    let reader = journal.reader { wakes.add(1, ordering: .relaxed) }
    #expect(reader.backlog == (0, 0))
    for index in 1...3 {
      journal.note(output: "\(index)", by: nil)
      expectEqual(wakes.load(ordering: .relaxed), index)
      #expect(reader.backlog == (index, 0))
    }
    for index in 4...100 { journal.note(output: "\(index)", by: nil) }
    expectEqual(wakes.load(ordering: .relaxed), 4, "once until the next read")
    #expect(reader.backlog == (5, 95))
    expectEqual(reader.readAny().map(line), ["gap of 95", "96", "97", "98", "99", "100"])
    #expect(reader.backlog == (0, 0))
  }

  @Test func aReaderThatWaitsKeepsNothingAlive() {
    var journal: Journal? = Journal()
    weak let dead = journal
    let wakes = Atomic<Int>(0)
    var reader = journal?.reader { wakes.wrappingAdd(1, ordering: .relaxed) }
    _ = reader?.readAny()
    reader = nil
    journal?.note(output: "unheard", by: nil)
    expectEqual(wakes.load(ordering: .relaxed), 0, "a reader that is gone is not woken")
    var another = journal?.reader {}
    _ = another?.readAny()
    another = nil
    journal = nil
    #expect(dead == nil)
  }

  @MainActor @Test func longErrorsCountAndAreCut() throws {
    let composite = CompositeDelegate(journal: Journal(capacity: 1 << 20))
    try composite.register("Loud") {
      Probe("Loud") { $0.on(Tick.self) { _, _ in throw Refusal(String(repeating: "x", count: 100_000)) } }
    }
    for _ in 0..<500 { composite.send(Tick()) }
    let kept = composite.journal.dispatches
    #expect(kept.count < 200)
    #expect(kept.allSatisfy { ($0.handlers[0].error?.count ?? 0) == 4001 })
  }

  @Test func numbersThatJSONCannotRepresentAreStrings() throws {
    expectEqual(EventValue(describing: Double.nan), .string("nan"))
    expectEqual(EventValue(describing: 1.0), .integer(1))
    expectEqual(EventValue(describing: 1.5), .number(1.5))
  }

  @Test func theNewestEntryIsKeptWhateverItsSize() {
    let journal = Journal(capacity: 10)
    journal.note(output: "a", by: nil)
    journal.note(output: "b", by: nil)
    expectEqual(journal.reader().readAny().map(line), ["b"])
  }

  @Test func aReaderIsWokenOnceUntilItHasReadEverything() {
    let journal = Journal()
    let wakes = Atomic<Int>(0)
    let reader = journal.reader { wakes.wrappingAdd(1, ordering: .relaxed) }
    journal.note(output: "1", by: nil)
    expectEqual(wakes.load(ordering: .relaxed), 0, "it has not read yet and is not waiting")
    _ = reader.readAny()
    journal.note(output: "2", by: nil)
    journal.note(output: "3", by: nil)
    expectEqual(wakes.load(ordering: .relaxed), 1)
    expectEqual(reader.readAny(limit: 1).count, 1)
    journal.note(output: "4", by: nil)
    expectEqual(wakes.load(ordering: .relaxed), 1, "there is more to read, so no wake is needed")
    expectEqual(reader.readAny().count, 2)
    journal.note(output: "5", by: nil)
    expectEqual(wakes.load(ordering: .relaxed), 2)
  }

  @Test func objectDetailsCountTowardsTheBound() {
    let journal = Journal(capacity: 64 << 10)
    let owned = OwnedObjects(owner: "Player", journal: journal)
    for index in 0..<200 {
      owned.own(as: .file, detail: String(repeating: "x", count: 10_000) + "\(index)") {}.cancel()
    }
    #expect(journal.entries.count < 16)
  }
}

extension Journal.Kept {
  /// What a journal counts for a short line, in bytes.
  static var sizeOfAShortLine: Int {
    let entry = AnyEntry.output(OutputEntry(line: "99", atNanoseconds: 0))
    return Journal.Kept(entry, bytes: entry.bytes).bytes
  }
}
