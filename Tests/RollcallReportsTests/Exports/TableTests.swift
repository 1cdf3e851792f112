import Foundation
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallReports

/// CSV tables and JSON documents.
@Suite(.inTurn, .serialized) struct TableTests {
  @Test func aTableHasARowForEachCallAndQuotesFieldsWhereNeeded() throws {
    var spans = [
      Sketch.span("Feed, \"main\"", id: 3, order: 2, start: 5, total: 20, own: 15, outcome: .threw),
      Sketch.span("Feed, \"main\"", id: 3, order: 2, start: 6, total: 5, parent: 0, part: "crash\nreport"),
    ]
    spans[0].error = "no token"
    let text = try Sketch(entries: [Sketch.dispatch(7, "openURL", at: 1_500, spans)]).export(.csv)
    let common = "7,,,openURL,,1500,2026-11-21T15:28:54.000001Z,25,,inactive,false,false,,,"
    let lines = [
      "dispatch,parent_dispatch,sent_by,event,arguments,at_ns,at_utc,dispatch_total_ns,response,state,out_of_state,replay,"
        + "follows,held_ns,row,inside_row,order,module,module_id,part,outcome,value,start_ns,self_ns,total_ns,suspended_ns,error,"
        + "claimed_by,computing_ns,waiting_ns",
      common + #"1,,2,"Feed, ""main""",3,,threw,,5,15,20,,no token,,,"#,
      common + "2,1,2,\"Feed, \"\"main\"\"\",3,\"crash\nreport\",returned,,6,5,5,,,,,", "",
    ]
    expectEqual(text, lines.joined(separator: "\r\n"))
  }

  @Test func aCreationHasASeparateRow() throws {
    let rows = try Sketch.coldLaunch.export(.csv).components(separatedBy: "\r\n").filter { $0.contains("(creation)") }
    expectEqual(
      rows,
      [
        ",,,(creation),,0,2026-11-21T15:28:54.000000Z,,,,,,,,,,1,Legacy,1,,registered,,0,300000000,300000000,,,,,",
        ",,,(creation),,302000000,2026-11-21T15:28:54.302000Z,,,,,,,,,,4,Cart,4,,registered,,0,8000000,8000000,,,,,",
        ",,,(creation),,301000000,2026-11-21T15:28:54.301000Z,,,,,,,,,,3,Shop,3,,registered,,0,2000000,10000000,,,,,",
        ",,,(creation),,320000000,2026-11-21T15:28:54.320000Z,,,,,,,,,,2,Feed,2,,registered,,0,1000000,1000000,,,,,",
      ])
  }

  /// All kinds of line breaks are kept. Characters that change the writing direction are not.
  @Test func lineBreaksInAFieldStay() throws {
    var spans = [Sketch.span("Feed", total: 5), Sketch.span("Feed", total: 5), Sketch.span("Feed", total: 5)]
    spans[0].error = "a\rb"
    spans[1].error = "a\r\nb\u{202E}"
    // A quotation mark counts even with a combining accent.
    spans[2].error = "\rc\"\u{301}d"
    let text = try Sketch(entries: [Sketch.dispatch(7, "openURL", spans)]).export(.csv)
    let expected = ["\"a\rb\"", "\"a\r\nb\u{FFFD}\"", "\"'\rc\"\"\u{301}d\""]
    for (row, error) in expected.enumerated() {
      #expect(text.utf8.contains("\(row + 1),,1,Feed,1,,returned,,0,5,5,,\(error),,,\r\n".utf8), "\(text)")
    }
  }

  /// A spreadsheet would run a formula, and a terminal a control character.
  @Test func noFieldIsAFormulaOrHasControlCharacters() throws {
    var spans = [
      Sketch.span("+Feed", id: 3, order: 2, total: 20, part: "@part"), Sketch.span("Feed\u{1B}[2J", total: 5),
    ]
    spans[0].error = "=1+1"
    spans[0].value = .string("-2")
    spans[1].value = .integer(-2)
    spans[1].error = "\ta\u{7F}\u{9B}\u{0}\nb"
    spans[1].claimedBy = "\n=1+1"
    let text = try Sketch(entries: [Sketch.dispatch(7, "=openURL", spans, parent: (6, "-Mail", 1))]).export(.csv)
    let common = "7,6,'-Mail,'=openURL,,0,2026-11-21T15:28:54.000000Z,20,,inactive,false,false,,,"
    let lines = [
      CSVExport.columns.joined(separator: ","), common + "1,,2,'+Feed,3,'@part,returned,'-2,0,20,20,,'=1+1,,,",
      common + "2,,1,Feed\u{FFFD}[2J,1,,returned,-2,0,5,5,,\"'\ta\u{FFFD}\u{FFFD}\u{FFFD}\nb\",\"'\n=1+1\",,", "",
    ]
    expectEqual(text, lines.joined(separator: "\r\n"))
  }

  @Test func aDocumentHoldsAllEntriesAsTheyAre() throws {
    let sketch = Sketch(entries: [
      Sketch.launch(of: ["Feed", "支付 💳"]), .gap(GapEntry(dropped: 3)),
    ])
    struct Document: Decodable {
      let header: EventValue
      let entries: [EventValue]
    }
    let document = try JSONDecoder().decode(Document.self, from: Data(sketch.export(.json).utf8))
    try expectEqual(JournalLine.header(Array(document.header.json.utf8)), sketch.header)
    try expectEqual(document.entries.map { try JournalLine.entry($0.json) }, sketch.entries)
    #expect(try Sketch().export(.json).hasPrefix("{\"entries\":[\n],\"header\":{"))
  }

  /// All characters that JSON must escape, and values of all kinds.
  @Test func stringsAndValuesAreValidJSON() throws {
    let text = "\"\\\n\r\t\u{1}\u{1F}é支💳\u{2028}"
    let value = EventValue.object([
      "b": .array([.null, .bool(true), .integer(-7), .number(1e300), .number(0.1)]), "a": .string(text),
    ])
    try expectEqual(JSONDecoder().decode(EventValue.self, from: Data(value.spelled.utf8)), value)
  }

  @Test func bytesAreWrittenInPiecesAndCounted() throws {
    final class Pieces { var sizes: [Int] = [] }
    let pieces = Pieces()
    var exporter = Exporter(.csv, of: Sketch().header) { pieces.sizes.append($0.count) }
    for _ in 0..<2_000 { try exporter.add(Sketch.launch(of: ["Feed"])) }
    try exporter.end()
    expectEqual(exporter.byteCount, pieces.sizes.reduce(0, +))
    #expect(pieces.sizes.count > 2 && pieces.sizes.allSatisfy { $0 < 70_000 })
  }
}
