import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

@Suite(.inTurn, .serialized) struct HeaderReadingTests {
  private func problem(_ line: String) -> String {
    do {
      return "\(try JournalLine.header(Array(line.utf8)))"
    } catch {
      return "\(error)"
    }
  }

  @Test func aHeaderIsReadAsItWasWritten() throws {
    let header = JournalHeader(application: "Höker \"& Sons\"\n", startedNanoseconds: .max)
    let line = JournalLine.encode(header)
    for spelled in [line, "\u{FEFF}\(line)", " \(line) \r", line.replacing("{", with: #"{"unknown":[{"a":1}],"#)] {
      try expectEqual(JournalLine.header(Array(spelled.utf8)), header, "\(spelled)")
    }
  }

  @Test func aHeaderHasWhatTheSystemSaidAboutTheProcess() throws {
    let process = ProcessStart(nanoseconds: 7, isPrewarmed: true, isTraced: true)
    let header = Journal(process: process).header(application: "Shop")
    let line = JournalLine.encode(header)
    #expect(line.contains(#","prewarmed":true,"process_ns":7,"rollcall":1,"#) && line.hasSuffix(#","traced":true}"#))
    try expectEqual(JournalLine.header(Array(line.utf8)).processStart, process)
    expectEqual(
      JournalLine.encode(JournalHeader(application: "A", startedNanoseconds: 5)),
      #"{"application":"A","rollcall":1,"started_ns":5}"#)
  }

  @Test(arguments: [
    (#"{"rollcall":2}"#, "version 2 of the format; this rollcall knows only version 1"),
    (
      #"{"rollcall":18446744073709551615,"application":[]}"#,
      "version 18446744073709551615 of the format; this rollcall knows only version 1"
    ),
    (#"{"application":"A","started_ns":1}"#, "'rollcall' is missing"),
    (#"{"application":"A","rollcall":0,"started_ns":1}"#, "'rollcall' is out of range: 0"),
    (#"{"application":"A","rollcall":"1","started_ns":1}"#, "'rollcall' must be a whole number, not a text"),
    (#"{"rollcall":1,"started_ns":1}"#, "'application' is missing"),
    (#"{"application":"A","rollcall":1}"#, "'started_ns' is missing"),
    (#"{"application":7,"rollcall":1,"started_ns":1}"#, "'application' must be a text, not a number"),
    (#"{"application":"A","rollcall":1,"started_ns":-1}"#, "'started_ns' is out of range: -1"),
    (#"{"dropped":1,"type":"gap"}"#, "'rollcall' is missing"),
    ("PK\u{3}\u{4}", "it is compressed"), ("", "invalid JSON at byte 1"),
    (#"{"rollcall":1"#, "invalid JSON at byte 14"),
    (#"{"rollcall":1,"a":\#(String(repeating: "[", count: 100))"#, "it is nested more than 64 levels deep"),
  ]) func aLineThatIsNotAHeaderIsExplained(line: String, clause: String) {
    expectEqual(problem(line), clause, "\(line)")
  }
}
