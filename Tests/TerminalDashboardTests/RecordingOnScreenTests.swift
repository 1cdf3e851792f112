import CursesTerminal
import Dashboard
import Foundation
import Inspection
import ModuleLifecycle
import Recordings
import Synchronization
import TerminalUI
import Testing

@testable import TerminalDashboard

/// A recording file on a screen.
@MainActor @Suite(.timeLimit(.minutes(10))) struct RecordingOnScreenTests {
  private final class Clock: Sendable {
    private let time = Atomic<UInt64>(0)
    var now: UInt64 { time.load(ordering: .relaxed) }
    func advance(by nanoseconds: UInt64) { time.add(nanoseconds, ordering: .relaxed) }
  }

  private let clock = Clock()

  private func program(_ url: URL) throws -> DashboardProgram {
    let file = try RecordingFile(path: url.path(percentEncoded: false))
    let context = TerminalContext(
      size: Size(width: 80, height: 24), glyphs: .unicode, waker: TerminalWaker(), printed: PrintedOutput())
    let source = ReplaySource(
      file, hello: Hello(file.header, events: file.events), playback: Playback(file, ReplayOptions()),
      .init(clock: { [clock] in clock.now }, work: { $0() }, later: { _, _ in }, wake: {}))
    source.beginSurvey()
    return DashboardProgram(DashboardSubject(connection: source, player: source), context: context)
  }

  private func lines(_ program: DashboardProgram) -> [String] {
    var canvas = Canvas(size: Size(width: 80, height: 24))
    program.draw(on: &canvas)
    return canvas.lines()
  }

  /// A file with a recorded launch.
  private func recording() throws -> URL {
    let composite = CompositeDelegate(name: "House")
    try composite.register("Door") { Door() }
    composite.send(DidFinishLaunching())
    let url = FileManager.default.temporaryDirectory.appending(path: "rollcall-\(UUID().uuidString).rollcall")
    var text = JournalLine.encode(composite.journal.header(application: composite.name))
    for entry in composite.journal.reader().read() { text += "\n\(JournalLine.encode(entry))" }
    try Data("\(text)\n".utf8).write(to: url)
    return url
  }

  private final class Door: Module {
    let owned = OwnedObjects()
    static func handlers(_ handlers: inout Handlers<Door>) { handlers.on(DidFinishLaunching.self) { _, _ in } }
  }

  @Test func aRecordingIsPlayedAndClosed() throws {
    let url = try recording()
    defer { try? FileManager.default.removeItem(at: url) }
    let program = try program(url)
    program.handle(.resize(Size(width: 80, height: 24)))
    program.handle(.woken)
    #expect(lines(program)[0].hasPrefix(" House  REPLAY ") && program.tickInterval == nil)
    program.handle(.key(.character(" ")))
    #expect(program.tickInterval == .milliseconds(50))
    clock.advance(by: 2_000_000_000)
    program.handle(.tick)
    #expect(lines(program)[21].contains("At the end") && program.tickInterval == nil)
    #expect(lines(program)[1].contains("didFinishLaunching: yes (no votes), 1 called"))
    program.handle(.key(.character("0")))
    #expect(lines(program)[1].contains("A recording of "))
    program.handle(.key(.character("q")))
    #expect(program.isFinished)
  }

  @Test func playbackPausesWhileTheProgramIsStopped() throws {
    let url = try recording()
    defer { try? FileManager.default.removeItem(at: url) }
    let program = try program(url)
    program.handle(.key(.character("-")))
    program.handle(.key(.character(" ")))
    let before = lines(program)[21]
    clock.advance(by: 60_000_000_000)
    program.handle(.resumed)
    #expect(lines(program)[21] == before && program.tickInterval == .milliseconds(50))
  }
}
