import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The memory of events, counted as they encode their fields. A mirror sees the same.
@MainActor @Suite(.inTurn, .serialized) struct FieldSizesTests {
  private struct Details: Codable, Sendable {
    var words: [String]
    var table: [String: Int]
  }

  private struct Rich: LifecycleEvent {
    var title = ""
    var subtitle: String?
    var number = 0
    var details = Details(words: [], table: [:])
    var data = Data()
    var page: URL?

    enum CodingKeys: String, CodingKey {
      case title, subtitle, number, details
      case data = "base64"
      case page = "url"
    }
  }

  private enum Message: LifecycleEvent {
    case text(String)
  }

  /// An event with an `encode` of its author.
  private struct Picky: LifecycleEvent {
    var title = "a title of twenty by"
    var body = String(repeating: "x", count: 100)
    var isBodyEncoded = true
    var fails = false

    enum CodingKeys: CodingKey { case title, body, isBodyEncoded, fails }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(title, forKey: .title)
      if fails { throw Failure() }
      if isBodyEncoded { try fields.encode(body, forKey: .body) }
      try fields.encode(isBodyEncoded, forKey: .isBodyEncoded)
      try fields.encode(fails, forKey: .fails)
    }
  }

  private struct Failure: Error {}

  private let long = String(repeating: "y", count: 300)

  private func expectAsMirrored(_ event: some LifecycleEvent, _ sizes: FieldSizes) {
    #expect(sizes.bytes(of: event) == MemoryEstimate.of(event) + MemoryEstimate.box(of: type(of: event)), "\(event)")
  }

  @Test func fieldsOfAllKindsAreCounted() {
    var event = Rich()
    let sizes = FieldSizes(of: event)
    expectEqual(sizes.bytes(of: event), MemoryEstimate.box(of: Rich.self), "nothing outside itself")
    event.title = long
    expectEqual(sizes.bytes(of: event), MemoryEstimate.box(of: Rich.self) + long.outsideBytes)
    event.subtitle = long
    event.details = Details(words: [long, "short"], table: [long: 1, "b": 2])
    event.data = Data(count: 1_000)
    event.page = URL(string: "https://example.com")
    expectAsMirrored(event, sizes)
    #expect(sizes.bytes(of: event) > 4 * 300 + 1_000)
  }

  /// An event with a mirror that shows nothing: what is counted is what it encodes.
  private struct Opaque: LifecycleEvent, CustomReflectable {
    var text: String
    var customMirror: Mirror { Mirror(self, children: ["text": 0], displayStyle: .struct) }
  }

  @Test func theMirrorIsNotAskedForTheSize() {
    let event = Opaque(text: long)
    expectEqual(FieldSizes(of: event).bytes(of: event), long.outsideBytes)
    expectEqual(MemoryEstimate.of(event), 0)
  }

  /// An event that encodes the length of its data in their place.
  private struct Summary: LifecycleEvent {
    var title: String
    var body: Data
    enum CodingKeys: CodingKey { case title, body }
    init(title: String, body: Data) { (self.title, self.body) = (title, body) }
    init(from decoder: any Decoder) throws { self.init(title: "", body: Data()) }
    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(title, forKey: .title)
      try fields.encode(body.count, forKey: .body)
    }
  }

  @Test func anEventThatEncodesLessThanItKeepsIsLookedAtThroughAMirror() {
    let sizes = FieldSizes(of: Summary(title: "", body: Data()))
    _ = sizes.bytes(of: Summary(title: "", body: Data()))
    for _ in 0..<3 { expectAsMirrored(Summary(title: "", body: Data(count: 5_000)), sizes) }
  }

  @Test func theFirstEventDoesNotDecide() {
    let sizes = FieldSizes(of: Rich())
    for length in [0, 1_000, 10] {
      expectAsMirrored(
        Rich(
          title: String(repeating: "x", count: length), subtitle: length > 10 ? long : nil,
          details: Details(words: Array(repeating: long, count: length / 10), table: [:]), data: Data(count: length)),
        sizes)
    }
  }

  @Test func anEventThatIsNoStructIsLookedAtThroughAMirror() {
    let event = Message.text(long)
    expectAsMirrored(event, FieldSizes(of: event))
    expectEqual(FieldSizes(of: event).bytes(of: event), long.outsideBytes)
  }

  /// Its fields are not all that it keeps.
  @Test func anEventThatLeavesAPropertyOutIsLookedAtThroughAMirror() {
    let events = [Picky(), Picky(isBodyEncoded: false), Picky(), Picky(fails: true), Picky()]
    let sizes = FieldSizes(of: events[0])
    for event in events { expectAsMirrored(event, sizes) }
    expectAsMirrored(events[1], FieldSizes(of: events[1]))
    expectAsMirrored(events[3], FieldSizes(of: events[3]))
  }

  /// An event that sends another one of its type while it is encoded.
  private struct Nested: LifecycleEvent {
    var text: String
    var inner: String?
    weak let composite: CompositeDelegate?

    enum CodingKeys: CodingKey { case text, inner }

    init(text: String, inner: String? = nil, composite: CompositeDelegate?) {
      (self.text, self.inner, self.composite) = (text, inner, composite)
    }

    init(from decoder: any Decoder) throws { self.init(text: "", composite: nil) }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(text, forKey: .text)
      if let inner { MainActor.assumeIsolated { _ = composite?.send(Nested(text: inner, composite: nil)) } }
      try fields.encode(inner, forKey: .inner)
      // The third property, which isn't encodable.
      try fields.encodeNil(forKey: .inner)
    }
  }

  @Test func anEventThatIsSentMeanwhileIsNotCountedTwice() throws {
    let composite = CompositeDelegate()
    let (outer, inner) = (String(repeating: "x", count: 500), long)
    composite.send(Nested(text: outer, composite: nil))
    composite.send(Nested(text: outer, inner: inner, composite: composite))
    let bytes = composite.journal.reader().readKept(limit: 100).entries.compactMap { entry in
      if case .dispatch(let entry) = entry { entry.recordedArguments.bytes } else { nil }
    }
    let small = try #require(bytes.first) - outer.outsideBytes
    // The last one's fields and those of the event that it sent are six, so a mirror looks at it, and sees the composite, too.
    let last = small + outer.outsideBytes + inner.outsideBytes + MemoryEstimate.object(0)
    expectEqual(bytes, [small + outer.outsideBytes, small + inner.outsideBytes, last])
  }
}
