import Foundation
import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallCursesTerminal
import RollcallDashboard
import RollcallInspection
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import RollcallTerminalDashboard

/// The dashboard without a screen over a live composite: lines in, lines out.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct PlainProgramTests {
  private final class Door: Module {
    let owned = OwnedObjects()
    init() { owned.own("front", as: "lock") {} }
    static func handlers(_ handlers: inout ModuleHandlers<Door>) {
      handlers.answer(OpenURL.self) { _, event in
        if event.url.scheme == "bad" { throw Jammed() }
        return event.url.absoluteString == "door:front"
      }
      handlers.answer(PerformFetch.self) { _, _ async in
        await Task.yield()
        return .newData
      }
    }
  }

  private struct Jammed: Error, CustomStringConvertible { let description = "jam\u{1B}[2Jmed" }

  private struct Dialogue {
    let said: [String]
    let complaints: [String]
    let ending: DashboardEnding
  }

  private let composite = CompositeDelegate(name: "House")

  private func run(
    _ text: String, isInteractive: Bool = false, allowed: AllowedWarnings = AllowedWarnings()
  ) async throws -> Dialogue {
    try composite.register("Door") { Door() }
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let waker = TerminalWaker()
    let subject = DashboardSubject(
      connection: InspectionAgent(composite) { waker.wake() }, services: DashboardServices(lab: LabController()),
      allowed: allowed)
    let ending = await run(
      PlainProgram(
        subject, input: LineInput(descriptor: input.fileHandleForReading.fileDescriptor, waker: waker),
        output: PlainOutput(output: output.fileHandleForWriting, errors: errors.fileHandleForWriting), waker: waker,
        isInteractive: isInteractive,
        waitUntilIdle: { [composite] in DashboardRun.wait(for: composite, done: $0) }))
    try output.fileHandleForWriting.close()
    try errors.fileHandleForWriting.close()
    func lines(_ pipe: Pipe) -> [String] {
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
    withExtendedLifetime(input) {}
    return Dialogue(said: lines(output), complaints: lines(errors), ending: ending)
  }

  /// Runs a program on its own thread.
  private func run(_ program: PlainProgram) async -> DashboardEnding {
    nonisolated(unsafe) let program = program
    return await withCheckedContinuation { done in Thread { done.resume(returning: unsafe program.run()) }.start() }
  }

  @Test func eachLineWaitsForTheOneBeforeIt() async throws {
    let dialogue = try await run(
      "fire openURL url=door:front\nfire performFetch\nremove Door\r\nmodules\nbring back\n\n  quit\nmodules\n")
    #expect(dialogue.complaints == [] && dialogue.ending == .quit)
    // Other tests can block the main actor for a long time.
    let own = dialogue.said.filter { !$0.hasPrefix("WARNING: The main actor has not answered") }
    let said = own.map { $0.replacing(/#[0-9]+|([0-9]+ (h|min) )*[0-9.]+ (ms|µs|s)/, with: "#") }
    expectEqual(
      said,
      [
        "# openURL door:front: yes (Door), 1 called, #.",
        "# performFetch: newData (Door), 1 called, #.",
        "Door removed and freed: its 1 object was cleaned in #.",
        "1 Door gone: events 2, owns nothing", "0 present.",
        "Door is back in place 1: created again in #.",
      ])
  }

  @Test(arguments: [true, false]) func itEndsWhenItsLinesCanNotBeWritten(isInteractive: Bool) async throws {
    let (input, errors) = (Pipe(), Pipe())
    try input.fileHandleForWriting.write(contentsOf: Data("status\nfier\n".utf8))
    let waker = TerminalWaker()
    let output = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    let ending = await run(
      PlainProgram(
        DashboardSubject(connection: InspectionAgent(composite) { waker.wake() }),
        input: LineInput(descriptor: input.fileHandleForReading.fileDescriptor, waker: waker),
        output: PlainOutput(output: output, errors: errors.fileHandleForWriting), waker: waker,
        isInteractive: isInteractive, waitUntilIdle: { $0() }))
    // The input is still open, but no further line was run.
    try input.fileHandleForWriting.close()
    try errors.fileHandleForWriting.close()
    let complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    expectEqual(complaints, "Standard output can't be written: it is not open for that.\n")
    expectEqual(ending, .unwritten)
    withExtendedLifetime(output) {}
  }

  /// A thread that reads a line holds the lock of its input stream.
  @Test func flushingDoesNotWaitForAReaderThread() async throws {
    let stream = unsafe try #require(fopen("/dev/null", "r"))
    unsafe flockfile(stream)
    await withCheckedContinuation { done in
      Thread {
        BufferedOutput.flush()
        done.resume()
      }.start()
    }
    unsafe funlockfile(stream)
    _ = unsafe fclose(stream)
  }

  @Test func theProgramEndsAfterTheLastLineIsDone() async throws {
    let dialogue = try await run("off Door\nfire openURL")
    expectEqual(dialogue.said.first, "Door is switched off: it is not called, and keeps its 1 object.")
    expectEqual(dialogue.said.last?.contains(" openURL pay:42: no (no votes), no module handles it, "), true)
    #expect(dialogue.said.count == 2 && dialogue.ending == .quit)
  }

  @Test func aHandlerThatThrowsIsAFailure() async throws {
    let dialogue = try await run("fire openURL url=bad:1")
    #expect(dialogue.ending == .failed && dialogue.complaints == [])
    #expect(dialogue.said[0].contains(" openURL bad:1: Door threw, no (no votes), 1 called, "))
    expectEqual(
      dialogue.said[1], "WARNING: Door threw in openURL: \"jam\u{FFFD}[2Jmed\". The other modules continued.",
      "text of modules can't control the terminal")
  }

  @Test func anAllowedWarningIsNotAnnouncedButStillAFailure() async throws {
    let dialogue = try await run("fire openURL url=bad:1\nwarnings", allowed: AllowedWarnings([.init(.handlerThrew)]))
    #expect(dialogue.ending == .failed && dialogue.said.count == 3)
    expectEqual(dialogue.said.suffix(2), ["There are no warnings.", "1 allowed: handlerThrew 1."])
  }

  @Test func aCommandThatFailsSaysWhy() async throws {
    let dialogue = try await run("on Door\non Door\n")
    expectEqual(dialogue.complaints, Array(repeating: "'Door' is switched on already.", count: 2))
    #expect(dialogue.ending == .failed && dialogue.said == [])
  }

  @Test func aWrongLineIsReportedAndTheOthersRun() async throws {
    let dialogue = try await run("fier openURL\nfire openURL options=7\nstatus\n")
    expectEqual(
      dialogue.complaints,
      [
        "There is no command 'fier'. Did you mean 'fire'?",
        "The arguments of openURL are not valid: 'options' expects an object, not 7.",
      ])
    expectEqual(dialogue.said, ["House is not running: 1 module, 1 object owned."])
    expectEqual(dialogue.ending, .misunderstood)
  }

  @Test func anExperimentIsAwaited() async throws {
    let dialogue = try await run("lab weak\nstatus")
    #expect(dialogue.said.first?.contains("?") == true && dialogue.said.last?.hasPrefix("House is ") == true)
    expectEqual(dialogue.said.dropLast().last, "The experiment is over.")
  }

  @Test func aTypingUserIsGreetedAndPrompted() async throws {
    let dialogue = try await run("status\nnonsense\n", isInteractive: true)
    expectEqual(
      dialogue.said,
      [
        "House is not running: 1 module, 1 object owned.",
        "'help' lists the commands. Begin with 'fire didFinishLaunching'.",
        "> House is not running: 1 module, 1 object owned.", "> > ",
      ])
    #expect(dialogue.complaints.count == 1 && dialogue.ending == .quit, "a typing mistake is not a failure")
  }
}

/// Lines from a descriptor.
@Suite(.inTurn, .serialized) struct LineInputTests {
  private func lines(_ bytes: [UInt8], limit: Int? = nil) throws -> [LineInput.News] {
    let pipe = Pipe()
    var input = LineInput(descriptor: pipe.fileHandleForReading.fileDescriptor, waker: TerminalWaker(), limit: limit)
    try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
    try pipe.fileHandleForWriting.close()
    var news: [LineInput.News] = []
    while news.last != .end { news.append(input.next(takesLines: true)) }
    withExtendedLifetime(pipe) {}
    return news
  }

  @Test func allLineEndingsWorkAndTheLastLineNeedsNone() throws {
    try expectEqual(lines(Array("a\r\nb\n\nc".utf8)), [.line("a"), .line("b"), .line(""), .line("c"), .end])
    try expectEqual(lines([]), [.end])
    try expectEqual(lines([0xFF, 0x0A]), [.line("\u{FFFD}"), .end])
  }

  @Test func aLineLongerThanAReadIsComplete() throws {
    let long = String(repeating: "字", count: 10_000)
    try expectEqual(lines(Array("\(long)\nb\n".utf8)), [.line(long), .line("b"), .end])
  }

  @Test func withALimitALongerLineIsSkipped() throws {
    let long = String(repeating: "x", count: 5_000)
    try expectEqual(
      lines(Array("12345678\n\(long)\nb\n123456789".utf8), limit: 8),
      [.line("12345678"), .tooLong, .line("b"), .tooLong, .end])
  }

  @Test func theInputEndsWhenTheReaderOfTheOutputHasGone() throws {
    let output = Pipe()
    var input = LineInput(
      descriptor: -1, waker: TerminalWaker(), watching: output.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForReading.close()
    expectEqual(input.next(takesLines: false), .end)
    withExtendedLifetime(output) {}
  }

  @Test func theInputWakesUpEvenWithPendingLines() throws {
    let pipe = Pipe()
    let waker = TerminalWaker()
    var input = LineInput(descriptor: pipe.fileHandleForReading.fileDescriptor, waker: waker)
    try pipe.fileHandleForWriting.write(contentsOf: Data("a\n".utf8))
    waker.wake()
    waker.wake()
    expectEqual(input.next(takesLines: false), .woken)
    expectEqual(input.next(takesLines: true), .line("a"))
    withExtendedLifetime(pipe) {}
  }
}
