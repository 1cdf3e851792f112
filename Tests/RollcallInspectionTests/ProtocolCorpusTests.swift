import ModuleLifecycle
import RollcallRecordings
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import RollcallInspection

/// Any bytes can come from an application or an inspector.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct ProtocolCorpusTests {
  /// The first byte says who sends the rest: `<` for an application.
  @Test func everyInputIsReadOrRefused() throws {
    let inputs = try Corpus.inputs("protocol")
    expectEqual(inputs.count, 40)
    for input in inputs {
      var lines = LineSplitter(limit: 16 << 20)
      lines.add(input.dropFirst())
      var reader = MessageReader()
      while let line = lines.next() {
        guard case .bytes(let bytes) = line else { continue }
        if input.first == UInt8(ascii: "<") {
          read(bytes, by: &reader)
        } else if let asked: RequestLine = try? JournalLine.object(bytes), let request = asked.request {
          let again: RequestLine = try JournalLine.object(Array(MessageLines.text(of: request).utf8))
          expectEqual(again.request, request)
        }
      }
    }
  }

  private func read(_ line: [UInt8], by reader: inout MessageReader) {
    let passed = PassedLines.line(line)
    #expect(passed.hasSuffix("\n") && passed.utf8.dropLast().allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(passed)")
    for case .message(let message) in reader.read(line) {
      let text = MessageLines.text(of: message, now: 7)
      #expect(text.isEmpty || text.hasSuffix("\n"))
    }
  }
}
