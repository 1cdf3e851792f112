import Foundation
import ModuleLifecycle
import RollcallDashboard
import RollcallInspection
import RollcallRecordings
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import RollcallCursesTerminal
@testable import RollcallTerminalDashboard

/// A recording file on a screen.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct RecordingOnScreenTests {
  private func program(_ url: URL) throws -> DashboardProgram {
    let file = try RecordingFile(path: url.path(percentEncoded: false))
    let context = TerminalContext(
      size: Size(width: 80, height: 24), glyphs: .unicode, waker: TerminalWaker(), printed: PrintedOutput())
    let source = ReplaySource(
      file, hello: Hello(file.header, events: file.events), playback: Playback(file),
      work: { $0() }, wake: {})
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
    for entry in composite.journal.reader().readAny() { text += "\n\(JournalLine.encode(entry))" }
    try Data("\(text)\n".utf8).write(to: url)
    return url
  }

  private final class Door: Module {
    let owned = OwnedObjects()
    static func handlers(_ handlers: inout ModuleHandlers<Door>) { handlers.on(DidFinishLaunching.self) { _, _ in } }
  }

  @Test func aRecordingIsSteppedThroughAndClosed() throws {
    let url = try recording()
    defer { try? FileManager.default.removeItem(at: url) }
    let program = try program(url)
    program.handle(.resize(Size(width: 80, height: 24)))
    program.handle(.woken)
    #expect(lines(program)[0].hasPrefix(" House  REPLAY ") && program.tickInterval == nil)
    program.handle(.input(.key(.character(">"))))
    program.handle(.woken)
    #expect(lines(program)[1].contains("didFinishLaunching: yes (no votes), 1 called"))
    program.handle(.input(.key(.character("$"))))
    program.handle(.woken)
    #expect(lines(program)[21].contains("At the end") && program.tickInterval == nil)
    program.handle(.input(.key(.character("0"))))
    program.handle(.woken)
    #expect(lines(program)[1].contains("A recording of "))
    program.handle(.input(.key(.character("q"))))
    #expect(program.isFinished)
  }
}
