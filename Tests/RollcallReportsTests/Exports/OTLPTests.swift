import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings
@testable import RollcallReports

/// Traces that a collector accepts: ids, times, nesting.
@Suite(.inTurn, .serialized) struct OTLPTests {
  private static let session = "0123456789abcdef0123456789abcdef"

  private func sketch(_ entries: [AnyEntry], session: String? = session) -> Sketch {
    var sketch = Sketch(entries: entries)
    sketch.header.session = session
    return sketch
  }

  private func read(_ sketch: Sketch, _ options: ExportOptions = ExportOptions()) throws -> OTLPReader {
    try OTLPReader(sketch.export(.otlp, options))
  }

  /// Checks a whole line: ids must never change between versions.
  @Test func aLineIsAWholeRequest() throws {
    var sketch = sketch([Sketch.dispatch(7, "openURL", at: 1_000, [Sketch.span("Feed", id: 3, order: 2, total: 500)])])
    sketch.header.applicationVersion = "1.2"
    sketch.header.build = "34"
    sketch.header.system = "macOS Version 15.1"
    sketch.header.deviceModel = "arm64"
    try expectEqual(
      sketch.export(.otlp),
      """
      {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"Shop"}},\
      {"key":"service.version","value":{"stringValue":"1.2"}},\
      {"key":"service.instance.id","value":{"stringValue":"0123456789abcdef0123456789abcdef"}},\
      {"key":"app.build_id","value":{"stringValue":"34"}},\
      {"key":"os.description","value":{"stringValue":"macOS Version 15.1"}},\
      {"key":"device.model.identifier","value":{"stringValue":"arm64"}},\
      {"key":"telemetry.sdk.name","value":{"stringValue":"rollcall"}},\
      {"key":"telemetry.sdk.language","value":{"stringValue":"swift"}},\
      {"key":"telemetry.sdk.version","value":{"stringValue":"\(Release.version)"}}]},\
      "scopeSpans":[{"scope":{"name":"rollcall","version":"\(Release.version)"},\
      "spans":[{"traceId":"7ffb32ec46e23bc1795b71e6b8a5ab6d","spanId":"5d1e984cf1b7b3a4",\
      "name":"openURL","kind":1,\
      "startTimeUnixNano":"1795274934000001000","endTimeUnixNano":"1795274934000001500",\
      "attributes":[{"key":"rollcall.dispatch.id","value":{"intValue":"7"}},\
      {"key":"rollcall.event.name","value":{"stringValue":"openURL"}},\
      {"key":"rollcall.application.state","value":{"stringValue":"inactive"}}]},\
      {"traceId":"7ffb32ec46e23bc1795b71e6b8a5ab6d","spanId":"7fb78ba35a2a48eb","parentSpanId":"5d1e984cf1b7b3a4",\
      "name":"Feed openURL","kind":1,\
      "startTimeUnixNano":"1795274934000001000","endTimeUnixNano":"1795274934000001500",\
      "attributes":[{"key":"rollcall.dispatch.id","value":{"intValue":"7"}},\
      {"key":"rollcall.event.name","value":{"stringValue":"openURL"}},\
      {"key":"rollcall.module.name","value":{"stringValue":"Feed"}},\
      {"key":"rollcall.module.id","value":{"intValue":"3"}},\
      {"key":"rollcall.module.order","value":{"intValue":"2"}},\
      {"key":"rollcall.handler.outcome","value":{"stringValue":"returned"}},\
      {"key":"rollcall.handler.self_ns","value":{"intValue":"500"}}]}]}]}]}

      """)
  }

  @Test func sentEventsAndPartsAreInsideTheirHandler() throws {
    let reader = try read(
      sketch([
        Sketch.dispatch(
          3, "willResignActive", at: 620, [Sketch.span("Store", id: 2, total: 10)], parent: (2, "Feed", 1)),
        Sketch.dispatch(2, "openURL", at: 600, [Sketch.span("Feed", id: 1, total: 50)], parent: (1, "Feed", 1)),
        Sketch.dispatch(
          1, "performFetch", at: 500,
          [
            Sketch.span("Feed", id: 1, total: 400, own: 50),
            Sketch.span("Feed", id: 1, start: 50, total: 300, parent: 0, part: "refresh"),
            Sketch.span("Store", id: 2, start: 400, total: 100),
            Sketch.span("Push", id: 5, start: 500, total: 0, outcome: .skipped),
          ]),
      ]))
    expectEqual(
      reader.spans.map { [$0.name, reader.parent(of: $0)?.name ?? "-"] },
      [
        ["performFetch", "-"], ["Feed performFetch", "performFetch"], ["Feed refresh", "Feed performFetch"],
        ["Store performFetch", "performFetch"], ["openURL", "Feed refresh"], ["Feed openURL", "openURL"],
        ["willResignActive", "Feed openURL"], ["Store willResignActive", "willResignActive"],
      ])
    #expect(Set(reader.spans.map(\.trace)).count == 1 && Set(reader.spans.map(\.id)).count == 8)
  }

  @Test func aLaunchIsOneTrace() throws {
    var sketch = Sketch.coldLaunch
    sketch.entries.insert(
      Sketch.dispatch(9, "willFinishLaunching", at: 390_000_000, [Sketch.span("Feed", id: 2, total: 5_000_000)]), at: 4)
    sketch.entries.append(Sketch.dispatch(10, "openURL", at: 500_000_000, [Sketch.span("Feed", id: 2, total: 1)]))
    let reader = try read(sketch)
    let launch = try #require(reader.named("launch").first)
    #expect(launch.parent == nil && launch.start == "1795274934000000000" && launch.end == "1795274934430000000")
    expectEqual(launch.attributes["rollcall.launch.total_ns"], "430000000")
    expectEqual(launch.attributes["rollcall.launch.creation_ns"], "311000000")
    let inside = reader.spans.filter { $0.trace == launch.trace && $0.parent == launch.id }.map(\.name)
    expectEqual(
      inside,
      [
        "Legacy (creation)", "Shop (creation)", "Feed (creation)", "didFinishLaunching", "willFinishLaunching",
      ])
    expectEqual(reader.parent(of: try #require(reader.named("Cart (creation)").first))?.name, "Shop (creation)")
    expectEqual(reader.spans.filter { $0.parent == nil }.map(\.name), ["launch", "openURL"])
    #expect(try #require(reader.named("openURL").first).trace != launch.trace)
  }

  /// The application can end before the launch does.
  @Test func anUnfinishedLaunchIsExportedAsFarAsItCame() throws {
    let event = Sketch.dispatch(9, "willFinishLaunching", at: 5, [Sketch.span("Feed", total: 5)])
    try expectEqual(read(sketch([event])).spans.map(\.name), ["willFinishLaunching", "Feed willFinishLaunching"])
  }

  @Test func aHandlerThatThrewHasAnError() throws {
    var row = Sketch.span("Payments", total: 10, outcome: .threw)
    row.error = "ledger locked"
    let reader = try read(sketch([Sketch.dispatch(1, "openURL", [row, Sketch.span("Feed", id: 2, total: 1)])]))
    expectEqual(reader.spans.map(\.error), [nil, "ledger locked", nil])
    expectEqual(reader.spans[1].attributes["rollcall.handler.outcome"], "threw")
  }

  @Test func argumentsAndAnswersAreOmittedByDefault() throws {
    var row = Sketch.span("Feed", total: 10, outcome: .answered)
    row.value = .string("secret vote")
    guard case .dispatch(var dispatch) = Sketch.dispatch(1, "openURL", [row]) else { return }
    dispatch.arguments = .object(["url": .string("pay:secret")])
    dispatch.response = .string("secret answer")
    dispatch.details.isCut = true
    let sketch = sketch([.dispatch(dispatch)])
    #expect(try !sketch.export(.otlp).contains("secret"))
    let spans = try read(sketch, ExportOptions(includesArguments: true)).spans
    expectEqual(spans[0].attributes["rollcall.event.arguments"], #"{"url":"pay:secret"}"#)
    expectEqual(spans[0].attributes["rollcall.event.response"], #""secret answer""#)
    expectEqual(spans[0].attributes["rollcall.dispatch.cut"], "true")
    expectEqual(spans[1].attributes["rollcall.handler.vote"], #""secret vote""#)
  }

  // MARK: Ids

  /// A recording that begins in the middle, with the modules in its header, and one that ends before the outer event does.
  @Test func overlappingRecordingsHaveTheSameIDs() throws {
    let entries = [
      Sketch.creation("Feed", id: 1, at: 0, milliseconds: 3),
      Sketch.dispatch(1, "willFinishLaunching", at: 10_000_000, [Sketch.span("Feed", id: 1, total: 5)]),
      Sketch.dispatch(3, "openURL", at: 20_000_100, [Sketch.span("Feed", id: 1, total: 50)], parent: (2, "Feed", 1)),
      Sketch.dispatch(2, "didFinishLaunching", at: 20_000_000, [Sketch.span("Feed", id: 1, total: 500)]),
      Sketch.dispatch(4, "openURL", at: 30_000_000, [Sketch.span("Feed", id: 1, total: 50)]),
    ]
    let whole = try read(sketch(entries))
    func ids(_ reader: OTLPReader) -> Set<[String]> { Set(reader.spans.map { [$0.trace, $0.id, $0.name] }) }
    expectEqual(ids(whole), ids(try read(sketch(entries))))
    var late = sketch(Array(entries.dropFirst()))
    var feed = ModuleStatus(id: ModuleID(rawValue: 1), name: "Feed", order: 1)
    (feed.isPresent, feed.createdNanoseconds, feed.creationNanoseconds) = (true, 0, 3_000_000)
    late.header.modules = [feed]
    expectEqual(ids(try read(late)), ids(whole))
    let early = try read(sketch([entries[0], entries[2]]))
    #expect(early.named("openURL").count == 1 && ids(early).isSubset(of: ids(whole)))
    #expect(try ids(read(sketch(entries, session: String(Self.session.reversed())))).isDisjoint(with: ids(whole)))
  }

  /// The reader checks that no id is zero.
  @Test(arguments: [nil, "", "00000000000000000000000000000000", "+123456789abcdef0123456789abcdef", "é\u{0}"])
  func anySessionHasDistinctIDs(session: String?) throws {
    let entries = (UInt64(0)..<500).map {
      Sketch.dispatch(DispatchID(rawValue: $0), "openURL", [Sketch.span("Feed", total: 1)])
    }
    let reader = try read(sketch(entries, session: session))
    #expect(Set(reader.spans.map(\.id)).count == 1_000 && Set(reader.spans.map(\.trace)).count == 500)
    let others = try read(sketch(entries, session: "another"))
    #expect(Set(reader.spans.map(\.id)).isDisjoint(with: others.spans.map(\.id)))
    #expect(Set(reader.spans.map(\.trace)).isDisjoint(with: others.spans.map(\.trace)))
  }

  // MARK: Bounds

  /// Names that would control a terminal, break lines, or fill a disk.
  @Test func hostileTextsAreEscapedAndBounded() throws {
    let name = "Feed\"\\\u{1B}[201~\r\n\u{9B}\u{202E}\u{2028}\u{0}"
    let long = String(repeating: "\u{1}", count: 128 << 10)
    var row = Sketch.span(name, total: 10, outcome: .threw)
    (row.error, row.value, row.part) = (long, .string(long), long)
    guard case .dispatch(var dispatch) = Sketch.dispatch(1, long, Array(repeating: row, count: 8)) else { return }
    (dispatch.arguments, dispatch.response) = (.string(long), .string(long))
    var sketch = sketch([.dispatch(dispatch)], session: long)
    (sketch.header.application, sketch.header.system, sketch.header.build) = (name, long, long)
    let text = try sketch.export(.otlp, ExportOptions(includesArguments: true))
    let acting: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]
    #expect(!text.unicodeScalars.contains { $0 != "\n" && acting.contains($0.properties.generalCategory) })
    let reader = try OTLPReader(text)
    expectEqual(reader.resources[0]["service.name"], name)
    #expect(reader.spans.count == 9 && reader.spans[1].attributes["rollcall.module.name"] == name)
    #expect(reader.lines.allSatisfy { $0.utf8.count < 1 << 20 })
  }

  @Test func linesAreBoundedAndEachHasItsResource() throws {
    let rows = (0..<2_000).map { Sketch.span("Feed", id: UInt64($0), total: 1) }
    let reader = try read(sketch([Sketch.dispatch(1, "openURL", rows)]))
    #expect(reader.lines.count > 2 && reader.resources.count == reader.lines.count && reader.spans.count == 2_001)
    #expect(reader.lines.allSatisfy { $0.utf8.count < 300_000 })
    #expect(reader.resources.allSatisfy { $0["service.name"] == "Shop" })
    try expectEqual(Sketch().export(.otlp), "")
  }

  /// Children are written as they come, before their parent's entry.
  @Test func memoryIsBoundedWhenAnEventSendsEndlessly() throws {
    var export = OTLPExport(header: Sketch().header, includesArguments: false)
    var out = ""
    for id in 0..<UInt64(10_000) {
      export.add(
        Sketch.dispatch(
          DispatchID(rawValue: id + 2), "openURL", at: id, [Sketch.span("Feed", total: 1)], parent: (1, "Feed", 1)),
        to: &out)
    }
    #expect(export.trees.heldCount < 4_096)
    export.add(Sketch.dispatch(1, "performFetch", [Sketch.span("Feed", total: 10_000)]), to: &out)
    export.end(&out)
    let reader = try OTLPReader(out)
    #expect(reader.spans.count == 20_002 && Set(reader.spans.map(\.trace)).count == 1)
  }
}
