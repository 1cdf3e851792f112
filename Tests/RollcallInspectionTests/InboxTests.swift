import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallInspection

/// What an inspector keeps of an application's messages until they are received.
@Suite(.inTurn, .serialized) struct InboxTests {
  private func output(_ number: UInt64) -> AnyEntry { .output(OutputEntry(line: "", atNanoseconds: number)) }

  private func prologue(_ count: UInt64, next: UInt64 = 0) -> Prologue {
    Prologue(
      modules: [], state: .active, launchedNanoseconds: nil, entries: (0..<count).map(output), nextEntry: next)
  }

  @Test func aPrologueIsNotDroppedWithTheEntries() {
    var inbox = Inbox(mostBytes: 1_024, requests: "")
    let prologue = prologue(100)
    _ = inbox.add(.prologue(prologue), bytes: 9_000)
    for number: UInt64 in 0..<4 { _ = inbox.add(.entries([output(number)]), bytes: 9) }
    expectEqual(inbox.takeBacklog(), Backlog(kept: 4, dropped: 0))
    _ = inbox.add(.entries([output(4)]), bytes: 9)
    #expect(inbox.takeBacklog() == Backlog(kept: 0, dropped: 5) && inbox.awaitsPrologue)
    let (messages, hasAsked) = inbox.receive(limit: 9)
    #expect(messages == [.entries([.gap(GapEntry(dropped: 5))]), .prologue(prologue)] && hasAsked)
    expectEqual(inbox.requests, MessageLines.line(RequestLine()))
  }

  @Test func onlyTheLatestPrologueIsKept() {
    var inbox = Inbox(mostBytes: 1_024, requests: "")
    _ = inbox.add(.prologue(prologue(3, next: 1)), bytes: 9)
    _ = inbox.add(.entries([output(1)]), bytes: 9)
    _ = inbox.add(.prologue(prologue(2, next: 2)), bytes: 9)
    let (messages, hasAsked) = inbox.receive(limit: 9)
    #expect(messages == [.entries([output(1)]), .prologue(prologue(2, next: 2))] && !hasAsked)
  }

  @Test func ofRepeatedNewsOnlyTheLatestIsKept() {
    var inbox = Inbox(mostBytes: 1_024, requests: "")
    for role in [InspectionRole.control, .view] { _ = inbox.add(.role(role), bytes: 9) }
    expectEqual(inbox.receive(limit: 9).messages, [.role(.view)])
  }

  /// Reads a prologue of three entries with these lines.
  private func read(_ lines: [[UInt8]?], mostPrologueBytes: Int = 64 << 20) throws -> [AnyEntry] {
    var reader = MessageReader(mostPrologueBytes: mostPrologueBytes)
    let text = MessageLines.text(of: .prologue(prologue(UInt64(lines.count))), now: 0)
    let head = try #require(text.split(separator: "\n").first)
    _ = reader.read(Array(head.utf8))
    var told: [MessageReader.Told] = []
    for line in lines { told = reader.read(line) }
    guard case .message(.prologue(let prologue))? = told.first else { return [] }
    return prologue.entries
  }

  /// An application can announce more lines than follow.
  @Test(arguments: [9, Int.max]) func aPrologueEndsWithTheNextMessage(count: Int) throws {
    var reader = MessageReader()
    let text = MessageLines.text(of: .prologue(prologue(1)), now: 0)
    let head = try #require(text.split(separator: "\n").first).replacing("\"count\":1", with: "\"count\":\(count)")
    #expect(reader.read(Array(head.utf8)).isEmpty)
    for number in 0..<2 { #expect(reader.read(line(output(UInt64(number)))).isEmpty) }
    let told = reader.read(Array(MessageLines.text(of: .bye, now: 0).utf8.dropLast()))
    guard told.count == 2, case .message(.prologue(let prologue)) = told[0], case .bye = told[1] else {
      return #expect(Bool(false), "\(told)")
    }
    expectEqual(prologue.entries, [output(0), output(1), .gap(GapEntry(dropped: UInt64(count - 2)))])
  }

  private func line(_ entry: AnyEntry) -> [UInt8] {
    Array(MessageLines.text(of: .entries([entry]), now: 0).utf8.dropLast())
  }

  @Test func whatAPrologueLacksIsCounted() throws {
    let lines = (0..<5).map { line(output($0)) }
    try expectEqual(
      read(lines, mostPrologueBytes: 3 * AnyEntry.leastBytes),
      [output(0), output(1), output(2), .gap(GapEntry(dropped: 2))])
    try expectEqual(
      read([lines[0], nil, Array("nonsense".utf8), line(.gap(GapEntry(dropped: 4)))]),
      [output(0), .gap(GapEntry(dropped: 6))])
    try expectEqual(
      read([lines[0], Array(#"{"at_ns":1,"type":"later"}"#.utf8)]), [output(0)],
      "an entry of a later version is skipped")
  }
}
