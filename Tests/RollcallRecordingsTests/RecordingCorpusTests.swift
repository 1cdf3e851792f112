import ModuleLifecycle
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import RollcallRecordings

/// Recordings with realistic damage, each of one kind.
@Suite(.inTurn, .serialized) struct RecordingCorpusTests {
  private static let a = Lines.output("a", at: 1)
  private static let b = Lines.output("b", at: 2)

  /// The kind of damage, the file's text after the header, the number of read entries, and the messages about the rest.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let count: Int
    let sentences: String

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "Windows' line ends", text: "\(a)\r\n\(b)\r\n", count: 2, sentences: ""),
    Case(name: "blank lines", text: "\n\n\(a)\n \n\(b)\n\n", count: 2, sentences: ""),
    Case(
      name: "zeros where a disk was full", text: "\(a)\n\(b)\n" + String(repeating: "\0", count: 9_000), count: 2,
      sentences: "The last line is incomplete."),
    Case(
      name: "zeros inside a line", text: "\(a)\n{\"at_ns\":\0\0\0}\n\(b)\n", count: 2,
      sentences: "Line 3 was skipped: invalid JSON at byte 10."),
    Case(
      name: "a byte order mark in the middle", text: "\u{FEFF}\(a)\n\(b)\n", count: 1,
      sentences: "Line 2 was skipped: invalid JSON at byte 1."),
    Case(
      name: "two recordings in one file", text: "\(a)\n\(Lines.header)\n\(b)\n", count: 2,
      sentences: "Line 3 was skipped: a header, where an entry was expected."),
    Case(
      name: "two headers", text: "\(Lines.header)\n\(a)\n", count: 1,
      sentences: "Line 2 was skipped: a header, where an entry was expected."),
    Case(
      name: "two entries in one line", text: "\(a)\(b)\n\(a)\n", count: 1,
      sentences: "Line 2 was skipped: invalid JSON at byte \(a.utf8.count + 1)."),
    Case(
      name: "an entry in two lines", text: "\(a.prefix(12))\n\(a.dropFirst(12))\n\(b)\n", count: 1,
      sentences: "2 lines were skipped. The first is line 2: invalid JSON at byte 13."),
    Case(
      name: "the same key twice", text: "\(b.replacing(":2", with: ":2,\"at_ns\":\"x\""))\n", count: 1, sentences: ""),
    Case(
      name: "a number that is too great", text: "\(a.replacing(":1", with: ":99999999999999999999"))\n", count: 0,
      sentences: "Line 2 was skipped: 'at_ns' is out of range: 99999999999999999999."),
    Case(
      name: "another type", text: "\(a.replacing(":1", with: ":[1]"))\n\(b)\n", count: 1,
      sentences: "Line 2 was skipped: 'at_ns' must be a whole number, not a list."),
    Case(
      name: "deeply nested values", text: #"{"a":\#(String(repeating: "[", count: 9_000))"# + "\n\(b)\n", count: 1,
      sentences: "Line 2 was skipped: it is nested more than 64 levels deep."),
    Case(
      name: "entries out of order", text: "\(b)\n\(a)\n\(b)\n", count: 3, sentences: ""),
    Case(
      name: "a picture", text: "\u{89}PNG\r\n\u{1A}\n\(a)\n", count: 1,
      sentences: "2 lines were skipped. The first is line 2: invalid JSON at byte 1."),
  ]

  @Test(arguments: cases) func damageIsReportedAndTheRestIsRead(of recording: Case) throws {
    let file = try TemporaryFile("\(Lines.header)\n\(recording.text)")
    let opened = try RecordingFile(path: file.path)
    expectEqual(opened.count, recording.count)
    expectEqual(opened.damage.sentences, recording.sentences)
    try expectEqual(opened.anyEntries(0..<opened.count).count, recording.count)
  }

  /// What a fuzzer has found: each file is read or refused, and the entries that were read can be written.
  @Test func everyInputIsReadOrRefused() throws {
    let inputs = try Corpus.inputs("recording")
    expectEqual(inputs.count, 40)
    for input in inputs {
      let file = try TemporaryFile(input)
      guard let recording = try? RecordingFile(path: file.path) else { continue }
      for entry in try recording.anyEntries(0..<recording.count) {
        #expect(try JournalLine.entry(Array(JournalLine.encode(entry).utf8)) == entry)
      }
    }
  }
}
