import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

/// The messages about lines that are not entries.
@Suite(.inTurn, .serialized) struct LineDamageTests {
  private func problem(_ line: String) -> String {
    do {
      return "\(try JournalLine.entry(line))"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    (#"{"dropped":1,"type":"party"}"#, "there is no entry type 'party'"),
    (#"{"application":"A","rollcall":1,"started_ns":1}"#, "a header, where an entry was expected"),
    (#"{"dropped":1}"#, "'type' is missing"),
    (#"{"type":"gap"}"#, "'dropped' is missing"),
    (#"{"dropped":"1","type":"gap"}"#, "'dropped' must be a whole number, not a text"),
    (#"{"dropped":null,"type":"gap"}"#, "'dropped' must be a whole number, not null"),
    (#"{"dropped":1.5,"type":"gap"}"#, "'dropped' must be a whole number, not 1.5"),
    (#"{"dropped":18446744073709551616,"type":"gap"}"#, "'dropped' is out of range: 18446744073709551616"),
    (#"{"dropped":-1,"type":"gap"}"#, "'dropped' is out of range: -1"),
    (#"{"dropped":1e400,"type":"gap"}"#, "'dropped' is out of range: 1e400"),
    (#"{"dropped":01,"type":"gap"}"#, "invalid JSON at byte 13"),
    (#"{"dropped":1,"type":7}"#, "'type' must be a text, not a number"),
    (#"{"at_ns":1,"state":"asleep","type":"state"}"#, "'state' can't be 'asleep'"),
    (#"{"at_ns":1,"line":{},"type":"output"}"#, "'line' must be a text, not an object"),
    (#"{"at_ns":1,"line":[],"type":"output"}"#, "'line' must be a text, not a list"),
    (#"{"at_ns":1,"line":true,"type":"output"}"#, "'line' must be a text, not true or false"),
    (#"{"at_ns":1,"line":"a","type":"output""#, "invalid JSON at byte 38"),
    (#"{"at_ns":1,"line":"a","type":"output"}}"#, "invalid JSON at byte 39"),
    (#"{"at_ns":1,"line":"\ud800","type":"output"}"#, "invalid JSON at byte 22"),
    (#"{"at_ns":1,"line":"\x","type":"output"}"#, "invalid JSON at byte 21"),
    ("{\"at_ns\":1,\"line\":\"a\nb\",\"type\":\"output\"}", "invalid JSON at byte 21"),
    ("", "invalid JSON at byte 1"), ("\0\0\0\0", "invalid JSON at byte 1"),
    ("[1]", "the line must be an object, not a list"),
    ("7", "the line must be an object, not a number"), ("{1:2}", "invalid JSON at byte 2"),
    ("{", "invalid JSON at byte 2"),
    ("{\"type\":\"gap\u{1B}[31m\"}", "invalid JSON at byte 13"),
    (#"{"type":"gap\u001b[31m"}"#, "there is no entry type 'gap\u{FFFD}[31m'"),
  ]) func aLineThatIsNotAnEntryIsExplained(line: String, clause: String) {
    expectEqual(problem(line), clause, "\(line)")
  }

  @Test func thePathOfAValueIsNamed() throws {
    let span =
      #"{"module":"A","module_id":1,"order":1,"outcome":"returned","self_ns":1,"start_ns":0,"total_ns":1,"value":null}"#
    let head = #"{"arguments":null,"at_ns":7,"event":"e","handlers":["#
    let tail =
      #"],"id":1,"out_of_state":false,"replay":false,"response":null,"state":"active","total_ns":9,"type":"dispatch"}"#
    try expectEqual(JournalLine.entry("\(head)\(span)\(tail)").type, "dispatch")
    expectEqual(problem("\(head)\(span),{}\(tail)"), "'handlers[1].module' is missing")
    let wrong = span.replacing(#""order":1"#, with: #""order":"first""#)
    expectEqual(problem("\(head)\(wrong)\(tail)"), "'handlers[0].order' must be a whole number, not a text")
    let nested = span.replacing("null", with: #"{"a":[1,{"b":1e999}]}"#)
    expectEqual(problem("\(head)\(nested)\(tail)"), "'handlers[0].value.a[1].b' is out of range: 1e999")
  }

  @Test func quotationsOfALineAreShort() {
    let word = String(repeating: "x", count: 100_000)
    let short = String(repeating: "x", count: 60) + "…"
    expectEqual(problem(#"{"at_ns":1,"state":"\#(word)","type":"state"}"#), "'state' can't be '\(short)'")
    expectEqual(problem(#"{"type":"\#(word)"}"#), "there is no entry type '\(short)'")
  }

  @Test func textThatIsNotUTF8IsNamed() {
    var bytes = Array(#"{"at_ns":1,"line":"a","type":"output"}"#.utf8)
    bytes[19] = 0xC3
    #expect(throws: JournalLineError.damaged("'line' is not UTF-8")) { try JournalLine.entry(bytes) }
  }

  @Test func theNestingOfValuesIsLimited() throws {
    func line(_ depth: Int, key: String) -> String {
      let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return
        #"{"at_ns":1,"dispatch":1,"event":"e","kind":"late","module":"A","module_id":1,"took_ns":1,"\#(key)":\#(value)"#
        + #","value":null,"type":"completion"}"#
    }
    // The line itself is the first level.
    try expectEqual(JournalLine.entry(line(63, key: "value")).type, "completion")
    expectEqual(problem(line(64, key: "value")), "it is nested more than 64 levels deep")
    try expectEqual(JournalLine.entry(line(63, key: "unknown")).type, "completion")
    expectEqual(problem(line(100_000, key: "unknown")), "it is nested more than 64 levels deep")
  }

  @Test func theNumberOfValuesIsLimited() {
    let values = String(repeating: "0,", count: 1_000_000) + "0"
    let line =
      #"{"at_ns":1,"dispatch":1,"event":"e","kind":"late","module":"A","module_id":1,"took_ns":1,"value":[\#(values)],"#
      + #""type":"completion"}"#
    expectEqual(problem(line), "it has more than 1000000 values")
  }
}
