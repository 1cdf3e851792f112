import Foundation
import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import RollcallInspection

/// The lines that a program reads of an attached application, and the lines that it sends.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct PassedLinesTests {
  /// A program that has attached to an application.
  private final class Reader: Sendable {
    private final class Told: Sendable { let lines = Locked<[String]>([]) }

    private let told: Told
    let application: AttachedApplication

    init(_ path: String, in folders: [SocketFolder] = [], as role: InspectionRole = .control) throws {
      let told = Told()
      self.told = told
      application = try AttachedApplication(
        at: path, in: folders, as: role, passesOn: { line in told.lines.withLock { $0.append(line) } }, wake: {})
    }

    deinit { application.close() }

    var lines: [String] { told.lines.withLock(\.self) }

    /// Waits for the first line that has all of these parts.
    func line(with parts: String...) async -> String {
      while true {
        _ = application.receive(limit: .max)
        if let line = lines.first(where: { line in parts.allSatisfy { line.contains($0) } }) { return line }
        await Task.yield()
      }
    }

    func send(_ line: String) -> String? { application.send(line: Array(line.utf8)) }
  }

  @Test func eachLineOfTheApplicationIsPassedOn() async throws {
    let shop = try await InspectedShop()
    let reader = try Reader(shop.path)
    #expect(
      reader.send(#"  {"type":"perform","id":7,"command":"fire","event":"openURL","arguments":{"url":"pay:1"}}"#) == nil
    )
    await expectEqual(reader.line(with: #""finished""#), "{\"answer\":\"finished\",\"id\":7,\"type\":\"reply\"}\n")
    let lines = reader.lines
    #expect(lines.first?.contains(#""type":"hello""#) == true && lines.allSatisfy { $0.hasSuffix("}\n") }, "\(lines)")
    let dispatch = try #require(lines.firstIndex { $0.contains(#""type":"dispatch""#) })
    let end = try #require(lines.firstIndex { $0.contains(#""finished""#) })
    #expect(lines[dispatch].contains(#""url":"pay:1""#) && lines[dispatch].contains(#""seq":"#) && dispatch < end)
    #expect(lines.contains { $0.contains(#""type":"request""#) && $0.contains(#""outcome":"accepted""#) })
    await shop.end()
    await expectEqual(
      reader.line(with: #""contact""#), "{\"reason\":\"ended\",\"state\":\"ended\",\"type\":\"contact\"}\n")
    expectEqual(reader.lines.dropLast().last, "{\"reason\":\"ended\",\"type\":\"bye\"}\n")
  }

  @Test(arguments: [
    ("", "invalid JSON at byte 1"), ("7", "the line must be an object, not a number"),
    ("{}", "'type' is missing"), (#"{"attach":1}"#, "'type' is missing"),
    (#"{"type":"perform","id":-1}"#, "'id' is out of range: -1"),
    (#"{"type":"perform","command":7}"#, "'command' must be a text, not a number"),
    (#"{"type":"prologue"} x"#, "invalid JSON at byte 21"),
  ])
  func aLineThatIsNoRequestIsAnsweredAndNotSent(line: String, problem: String) async throws {
    let shop = try await InspectedShop()
    let reader = try Reader(shop.path)
    let answer = "{\"error\":\"malformed\",\"message\":\"This line was not sent: \(problem).\",\"type\":\"error\"}\n"
    expectEqual(reader.send(line), answer)
    // The connection goes on.
    #expect(reader.send(#"{"type":"perform","id":1,"command":"dance"}"#) == nil)
    await expectEqual(
      reader.line(with: #""refused""#),
      "{\"answer\":\"refused\",\"id\":1,\"problem\":\"This application does not know this request.\",\"type\":\"reply\"}\n"
    )
    await shop.end()
  }

  @Test func aLineThatIsTooLongIsAnsweredAndNotSent() async throws {
    let shop = try await InspectedShop()
    let reader = try Reader(shop.path)
    expectEqual(
      reader.application.send(line: nil),
      "{\"error\":\"malformed\",\"message\":\"This line was not sent: a request can be at most 64 KiB.\",\"type\":\"error\"}\n"
    )
    await shop.end()
  }

  @Test func theRoleCanBeChangedByALine() async throws {
    let shop = try await InspectedShop()
    let reader = try Reader(shop.path, as: .view)
    #expect(await reader.line(with: #""type":"hello""#).contains(#""role":"view""#))
    #expect(reader.send(#"{"type":"role","role":"control"}"#) == nil)
    await expectEqual(reader.line(with: #""type":"role""#), "{\"role\":\"control\",\"type\":\"role\"}\n")
    await shop.end()
  }

  @Test func anApplicationThatHasGoneTakesNoLinesAndIsAttachedAgain() async throws {
    let shop = try await InspectedShop()
    let reader = try Reader(shop.path, in: [shop.place.folder])
    await shop.end()
    _ = await reader.line(with: #""contact""#)
    let gone = "The application is no longer connected."
    expectEqual(
      reader.send(#"{"type":"perform","id":3,"command":"stopRepeating"}"#),
      "{\"answer\":\"refused\",\"id\":3,\"problem\":\"\(gone)\",\"type\":\"reply\"}\n")
    expectEqual(
      reader.send(#"{"type":"prologue"}"#), "{\"error\":\"ended\",\"message\":\"\(gone)\",\"type\":\"error\"}\n")
    let before = reader.lines.count
    let other = try await MainActor.run {
      let composite = CompositeDelegate(name: "Shop")
      try composite.startInspector(allowing: .control, in: shop.place.folder, clock: ManualClock().monotonic)
      return composite
    }
    while reader.lines.count == before {
      _ = reader.application.receive(limit: .max)
      await Task.yield()
    }
    let hello = reader.lines[before]
    #expect(hello.contains(#""type":"hello""#) && hello.contains(#""role":"view""#) && !hello.contains("resumed"))
    // The hello says that requests reach the new application.
    #expect(reader.send(#"{"type":"perform","id":4,"command":"stopRepeating"}"#) == nil)
    #expect(await reader.line(with: #""id":4"#, #""refused""#).contains("This inspector may look, and change nothing."))
    await MainActor.run { withExtendedLifetime(other) {} }
  }

  @Test func aRequestWithoutItsLastReplyHasAnUnknownOutcome() async throws {
    let shop = try await InspectedShop()
    let relay = try Relay(to: shop.path)
    let reader = try Reader(relay.path)
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue.main.async { isOver.wait() }
    #expect(reader.send(#"{"type":"perform","id":5,"command":"fire","event":"openURL"}"#) == nil)
    _ = await reader.line(with: #""accepted""#, #""reply""#)
    relay.cut()
    let problem = "Outcome unknown: the connection ended before the answer arrived."
    await expectEqual(
      reader.line(with: "Outcome unknown"),
      "{\"answer\":\"finished\",\"id\":5,\"problem\":\"\(problem)\",\"type\":\"reply\"}\n")
    await expectEqual(reader.line(with: #""contact""#), "{\"state\":\"cut\",\"type\":\"contact\"}\n")
    isOver.signal()
    #expect(await reader.line(with: #""resumed":true"#).contains(#""role":"control""#))
    relay.end()
    await shop.end()
  }

  @Test(arguments: [
    (Contact.answers, #"{"state":"answers","type":"contact"}"#),
    (.hangs(since: 7), #"{"since_ns":7,"state":"hangs","type":"contact"}"#),
    (.isSilent(since: 7, isStopped: false), #"{"since_ns":7,"state":"silent","type":"contact"}"#),
    (.isSilent(since: 7, isStopped: true), #"{"since_ns":7,"state":"stopped","type":"contact"}"#),
    (.ended(.orderly), #"{"reason":"ended","state":"ended","type":"contact"}"#),
    (.ended(.stopped), #"{"reason":"stopped","state":"ended","type":"contact"}"#),
    (.ended(.withoutSayingSo), #"{"reason":"unannounced","state":"ended","type":"contact"}"#),
    (.ended(.sentAway("No.")), #"{"message":"No.","reason":"rejected","state":"ended","type":"contact"}"#),
    (.ended(.cut), #"{"state":"cut","type":"contact"}"#),
    (.isAmbiguous(2), #"{"count":2,"state":"ambiguous","type":"contact"}"#),
  ])
  func everyStateOfTheContactHasALine(contact: Contact, line: String) {
    expectEqual(PassedLines.text(of: .contact(contact)), line + "\n")
  }

  @Test func damagedLinesAreReplacedAndControlCharactersAreEscaped() {
    let gap = "{\"dropped\":1,\"type\":\"gap\"}\n"
    #expect(PassedLines.line(nil) == gap && PassedLines.line(Array("{\"type\"".utf8)) == gap)
    #expect(PassedLines.line(Array("[1]".utf8)) == gap && PassedLines.line(Array("{}".utf8)) == gap)
    expectEqual(
      PassedLines.line(Array("{\"type\":\t\"later\",\"text\":\"\u{9B}é\"}\r".utf8)),
      "{\"type\": \"later\",\"text\":\"\\u009bé\"} \n")
  }
}
