import RollcallTestSupport
import RollcallTestingAdditions
import Synchronization
import Testing

@testable import ModuleLifecycle

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a journal keeps of large events, and how much one read takes.
@MainActor @Suite(.inTurn, .serialized) struct JournalBoundTests {
  private struct Upload: LifecycleEvent {
    var title: String
    var bytes: Data
  }

  private struct Numbers: LifecycleEvent {
    var values: [Int]
  }

  private enum Message: LifecycleEvent {
    case text(String)
    case ping
  }

  private struct Collect: LifecycleEvent {
    typealias Vote = String
    typealias Response = [String]
    static var policy: ResponsePolicy<String, [String]> { .collect }
  }

  /// An object whose death the test can see.
  private final class Image: Sendable {
    static let alive = Atomic(0)
    init() { Self.alive.add(1, ordering: .relaxed) }
    deinit { Self.alive.subtract(1, ordering: .relaxed) }
  }

  private struct Shown: LifecycleEvent {
    var image: Image?
    var caption: String

    enum CodingKeys: CodingKey { case caption }

    init(image: Image?, caption: String) { (self.image, self.caption) = (image, caption) }
    init(from decoder: any Decoder) throws { self.init(image: nil, caption: "") }
    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(caption, forKey: .caption)
    }
  }

  @Test func largeEventsAreCutToTheirPrefix() throws {
    let composite = CompositeDelegate(journal: Journal(capacity: 6 << 20))
    for number in 0..<500 {
      composite.send(Upload(title: "photo \(number)", bytes: Data(repeating: 65, count: 1 << 20)))
    }
    let kept = composite.journal.dispatches
    expectEqual(kept.count, 500, "they take almost no memory")
    let last = try #require(kept.last)
    expectEqual(last.isCut, true)
    expectEqual(
      last.arguments,
      .object(["title": .string("photo 499"), "bytes": .string(String(repeating: "QUFB", count: 16) + "\u{2026}")])
    )
  }

  @Test func theValueOfALargeEventIsReleased() {
    let composite = CompositeDelegate()
    composite.send(Shown(image: Image(), caption: String(repeating: "x", count: 1 << 20)))
    expectEqual(Image.alive.load(ordering: .relaxed), 0)
    composite.send(Shown(image: Image(), caption: "small"))
    expectEqual(Image.alive.load(ordering: .relaxed), 1)
  }

  @Test func keptEventValuesCountTowardsTheBound() {
    let composite = CompositeDelegate(journal: Journal(capacity: 1 << 20))
    for number in 0..<200 { composite.send(Upload(title: "\(number)", bytes: Data(count: 32 << 10))) }
    let kept = composite.journal.dispatches
    #expect((20...32).contains(kept.count), "32 KiB each")
    #expect(kept.allSatisfy { $0.isCut == nil })
  }

  @Test func listsAndCasesAreCutLikeStrings() {
    let composite = CompositeDelegate()
    composite.send(Numbers(values: Array(0..<1_000_000)))
    composite.send(Message.text(String(repeating: "x", count: 1 << 20)))
    composite.send(Message.ping)
    expectEqual(
      composite.journal.dispatches.map(\.arguments),
      [
        .object(["values": .string("Array<Int>, 1000000 elements\u{2026}")]),
        .object(["text": .string(String(repeating: "x", count: 128) + "\u{2026}")]), .object(["ping": .object([:])]),
      ])
    expectEqual(composite.journal.dispatches.map(\.isCut), [true, true, nil])
  }

  @Test func largeVotesAndResponsesAreCut() throws {
    let composite = CompositeDelegate(journal: Journal(capacity: 1 << 20))
    try composite.register("Loud") {
      Probe("Loud") { $0.answer(Collect.self) { _, _ in String(repeating: "x", count: 1 << 20) } }
    }
    let times = sized(100)
    for _ in 0..<times { expectEqual(composite.send(Collect()).first?.utf8.count, 1 << 20) }
    let kept = composite.journal.dispatches
    expectEqual(kept.count, times)
    let last = try #require(kept.last)
    #expect(last.isCut == true && last.handlers[0].value == .string(String(repeating: "x", count: 128) + "\u{2026}"))
    expectEqual(last.response, .string("Array<String>, 1 elements\u{2026}"))
  }

  @Test func manyErrorsAreCutTogether() throws {
    let composite = CompositeDelegate()
    for number in 0..<100 {
      try composite.register("Loud \(number)") {
        Probe("Loud \(number)") { $0.on(Tick.self) { _, _ in throw Refusal(String(repeating: "x", count: 4_000)) } }
      }
    }
    composite.send(Tick())
    let errors = try #require(composite.journal.dispatches.last).handlers.compactMap(\.error)
    expectEqual(errors, Array(repeating: String(repeating: "x", count: 128) + "\u{2026}", count: 100))
  }

  @Test func aLongPrintedLineIsCut() {
    let journal = Journal()
    journal.note(output: String(repeating: "x", count: 1 << 20), by: nil)
    let lines = journal.entries.compactMap { if case .output(let entry) = $0 { entry.line } else { nil } }
    expectEqual(lines, [String(repeating: "x", count: 4_000) + "\u{2026}"])
  }

  private struct Rows: Sendable {
    let rows: [[[Cell]]]

    final class Cell: Sendable {}
  }

  @Test func anEstimateThatOverflowsIsLarge() {
    let count = 600_000
    let row = [Rows.Cell](repeating: Rows.Cell(), count: count)
    let rows = Rows(rows: .init(repeating: .init(repeating: row, count: count), count: count))
    #expect(MemoryEstimate.of(rows) > RecordedValue.mostBytes)
    #expect(MemoryEstimate.of([rows, rows]) > RecordedValue.mostBytes)
  }

  @Test func sizesAreEstimated() {
    expectEqual(MemoryEstimate.of(Tick()), 0)
    expectEqual(MemoryEstimate.of("short"), 0)
    expectEqual(MemoryEstimate.of(String(repeating: "x", count: 1_000)), 1_056)
    expectEqual(MemoryEstimate.of(String(repeating: "x", count: 1_000).prefix(1)), 1_056, "it keeps all")
    expectEqual(MemoryEstimate.of(Data(count: 1_000)), 80 + 1_008)
    // An allocator may have given an array more than it asked for, and the array uses it.
    #expect((8_048...8_600).contains(MemoryEstimate.of(Array(0..<1_000))))
    #expect((4_000...4_600).contains(MemoryEstimate.of(Opaque(Array(repeating: 1, count: 500)))))
    let texts = Array(repeating: String(repeating: "x", count: 100), count: 1_000)
    #expect((16_048...16_600).contains(MemoryEstimate.of(texts) - 1_000 * 160))
    #expect(
      (16_000...66_000).contains(MemoryEstimate.of(Dictionary(uniqueKeysWithValues: (0..<1_000).map { ($0, $0) }))))
    expectEqual(MemoryEstimate.of(Deep.nested(100_000)), 32, "an object is not looked into")
  }

  /// A value that can't be encoded.
  private struct Opaque {
    let values: [Int], action: @Sendable () -> Void
    init(_ values: [Int]) { (self.values, action) = (values, {}) }
  }

  /// Nested values, released one by one when they die.
  private final class Deep: Encodable {
    var inner: Deep?

    static func nested(_ depth: Int) -> Deep {
      (0..<depth).reduce(Deep()) { inner, _ in
        let outer = Deep()
        outer.inner = inner
        return outer
      }
    }

    deinit {
      var next = inner.take()
      while let deep = next { next = deep.inner.take() }
    }
  }

  @Test func aReadIsLimitedInBytesAndTheReaderContinues() {
    let journal = Journal()
    let wakes = Atomic(0)
    let reader = journal.reader { wakes.add(1, ordering: .relaxed) }
    for number in 0..<1_000 { journal.note(output: "\(number)", by: nil) }
    var (parts, lines) = ([Int](), [String]())
    let room = 100 * Journal.Kept.sizeOfAShortLine
    while true {
      let part = reader.readAny(bytes: room)
      if part.isEmpty { break }
      parts.append(part.count)
      lines += part.map { if case .output(let entry) = $0 { entry.line } else { "?" } }
    }
    #expect(lines == (0..<1_000).map { "\($0)" })
    expectEqual(parts, Array(repeating: 100, count: 10))
    expectEqual(wakes.load(ordering: .relaxed), parts.count - 1, "once after each part, for the rest")
    // A read returns at least one entry, whatever its size.
    journal.note(output: String(repeating: "x", count: 10_000), by: nil)
    expectEqual(reader.readAny(bytes: 1).count, 1)
    #expect(reader.readAny(bytes: 1).isEmpty)
  }

  private struct Level: LifecycleEvent {
    var percent: Int
    init(percent: Int) { self.percent = percent }
    init(from decoder: any Decoder) throws { percent = try decoder.singleValueContainer().decode(Int.self) }
    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      try value.encode(percent)
    }
  }

  private struct Secret: LifecycleEvent {
    func encode(to encoder: any Encoder) throws { throw Refusal("it is secret") }
  }

  @Test func anEventThatIsASingleValueIsKept() {
    let composite = CompositeDelegate()
    composite.send(Level(percent: 70))
    expectEqual(composite.journal.dispatches.map(\.arguments), [.integer(70)])
  }

  @Test func anEventThatCannotBeEncodedSaysWhy() {
    let composite = CompositeDelegate()
    composite.send(Secret())
    expectEqual(composite.journal.dispatches.map(\.arguments), [.string("could not be encoded: it is secret")])
  }

  /// A dispatch that ends while the journal is read does not wait for the reader to encode events.
  @Test func nothingIsEncodedUnderTheLock() throws {
    let journal = Journal()
    let composite = CompositeDelegate(journal: journal)
    composite.send(Nosy(journal: journal))
    expectEqual(journal.dispatches.map(\.arguments), [.null], "it encodes nothing")
    #expect(journal.entries.contains { if case .output(let entry) = $0 { entry.line == "encoded" } else { false } })
  }

  /// An event that writes to the journal while it is encoded. Under the lock it would deadlock.
  private struct Nosy: LifecycleEvent {
    // The journal keeps the event.
    weak let journal: Journal?
    init(journal: Journal?) { self.journal = journal }
    init(from decoder: any Decoder) throws { journal = nil }
    func encode(to encoder: any Encoder) throws { journal?.note(output: "encoded", by: nil) }
  }
}
