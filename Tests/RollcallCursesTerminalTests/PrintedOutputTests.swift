import RollcallTestingAdditions
import Synchronization
import Testing

@testable import RollcallCursesTerminal

/// What is printed into a pipe is passed on line by line.
@Suite(.inTurn, .serialized) struct PrintedOutputTests {
  private final class Pipe: Sendable {
    let text = Mutex("")
    let lines = Mutex<[String]>([])

    func output(longestLine: Int = 80) -> PrintedOutput {
      PrintedOutput(longestLine: longestLine) { [self] in
        text.withLock { text in
          defer { text = "" }
          return Array(text.utf8)
        }
      } take: { [self] new in
        lines.withLock { $0 += new.map { String(decoding: $0, as: UTF8.self) } }
      }
    }

    func print(_ text: String) { self.text.withLock { $0 += text } }

    var passedOn: [String] { lines.withLock(\.self) }
  }

  @Test func wholeLinesArePassedOnAndTheRestAtTheEnd() {
    let pipe = Pipe()
    let output = pipe.output()
    #expect(!output.passOn())
    pipe.print("one\ntwo\nth")
    #expect(output.passOn() && pipe.passedOn == ["one", "two"])
    pipe.print("ree")
    #expect(output.passOn() && pipe.passedOn == ["one", "two"])
    pipe.print("\nfour")
    output.finish()
    expectEqual(pipe.passedOn, ["one", "two", "three", "four"])
  }

  @Test func aLongLineIsPassedOnInPieces() {
    let pipe = Pipe()
    let output = pipe.output(longestLine: 4)
    pipe.print("123456789\n")
    #expect(output.passOn())
    #expect(pipe.passedOn.count > 1 && pipe.passedOn.joined() == "123456789")
  }

  /// The descriptor may belong to another file by then.
  @Test func aClosedPipeIsNotRead() {
    let pipe = Pipe()
    let output = pipe.output()
    pipe.print("one\n")
    output.close()
    pipe.print("two\n")
    #expect(!output.passOn() && pipe.passedOn == ["one"])
    expectEqual(pipe.text.withLock(\.self), "two\n")
  }
}
