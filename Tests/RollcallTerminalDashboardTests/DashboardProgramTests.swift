import Foundation
import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallDashboard
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import RollcallCursesTerminal
@testable import RollcallTerminalDashboard

/// The dashboard over a live composite, complete except for the terminal.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct DashboardProgramTests {
  final class Door: Module {
    let owned = OwnedObjects()
    init() { owned.own("front", as: "lock") {} }
    static func handlers(_ handlers: inout ModuleHandlers<Door>) {
      handlers.answer(OpenURL.self) { _, event in event.url.absoluteString == "door:front" }
    }
  }

  let composite = CompositeDelegate(name: "House")

  private func makeProgram(clipboard: Clipboard? = .terminal) throws -> DashboardProgram {
    try composite.register("Door") { Door() }
    let context = TerminalContext(
      size: Size(width: 120, height: 40), glyphs: .unicode, waker: TerminalWaker(), printed: PrintedOutput(),
      clipboard: clipboard)
    let subject = DashboardSubject(
      connection: InspectionAgent(composite) {}, services: DashboardServices(lab: LabController()))
    return DashboardProgram(subject, context: context)
  }

  private func type(_ text: String, _ program: DashboardProgram) {
    for character in text { program.handle(.input(.key(.character(character)))) }
  }

  private func lines(_ program: DashboardProgram) -> [String] {
    var canvas = Canvas(size: Size(width: 120, height: 40))
    program.draw(on: &canvas)
    return canvas.lines()
  }

  /// Lets the main queue run the sent commands until the program has handled their results.
  private func settle(_ program: DashboardProgram) async {
    while program.tickInterval == .milliseconds(100) {
      await Task.yield()
      program.handle(.woken)
    }
  }

  @Test func keysReachTheCompositeAndItsJournalReachesTheScreen() async throws {
    let program = try makeProgram()
    #expect(lines(program)[0].contains("House"))
    program.handle(.input(.key(.character("f"))))
    type("openURL", program)
    program.handle(.input(.key(.tab)))
    program.handle(.input(.key(.control("u"))))
    type("door:front", program)
    program.handle(.input(.key(.enter)))
    expectEqual(program.tickInterval, .milliseconds(100), "the command is running")
    await settle(program)
    #expect(lines(program)[1].contains("openURL door:front: yes (Door), 1 called"))

    program.handle(.input(.key(.character("x"))))
    await settle(program)
    #expect(lines(program)[1].contains("Door removed and freed: its 1 object was cleaned"))
    expectEqual(composite.modules[0].isPresent, false)

    program.handle(.input(.key(.character("u"))))
    await settle(program)
    #expect(lines(program)[1].contains("Door is back in place 1"))
  }

  @Test func aCommandThatFailsSaysWhy() async throws {
    let program = try makeProgram()
    for _ in 0..<2 {
      program.handle(.input(.key(.character("x"))))
      await settle(program)
    }
    #expect(lines(program)[1].contains("'Door' has been removed already."))
  }

  @Test func aWrongArgumentNeverReachesTheComposite() throws {
    let program = try makeProgram()
    program.handle(.input(.key(.character("f"))))
    type("openURL", program)
    program.handle(.input(.key(.tab)))
    program.handle(.input(.key(.tab)))
    type("nonsense", program)
    program.handle(.input(.key(.enter)))
    #expect(program.tickInterval == nil)
    #expect(lines(program).contains { $0.contains("The arguments of openURL are not valid") })
  }

  @Test func aWrongArgumentIsReportedBeforeFiring() async throws {
    let program = try makeProgram()
    program.handle(.input(.key(.character("f"))))
    type("openURL", program)
    program.handle(.input(.key(.tab)))
    program.handle(.input(.key(.tab)))
    type("nonsense", program)
    let problem = #"nonsense_  expects an object, such as {"key":"value"} "#
    while !lines(program).contains(where: { $0.contains(problem) }) { await nextTurn(program) }
    #expect(program.tickInterval == nil)
  }

  private func repeatOpening(_ times: String, _ program: DashboardProgram) {
    program.handle(.input(.key(.character("f"))))
    type("openURL", program)
    program.handle(.input(.key(.backTab)))
    program.handle(.input(.key(.control("u"))))
    type(times, program)
    program.handle(.input(.key(.enter)))
  }

  @Test func otherCommandsRunWhileAnEventIsRepeated() async throws {
    let program = try makeProgram()
    var timesAsked = 0
    try composite.register("Window", role: .main) { Window { timesAsked += 1 } }
    repeatOpening("1,000,000", program)
    while timesAsked < 100 { await nextTurn(program) }
    #expect(timesAsked < 1_000_000, "the main actor is free in between")
    program.handle(.input(.key(.character("x"))))
    // A slow screen thread gets several results as one.
    while !lines(program).contains(where: { $0.contains("Door") && $0.contains(" gone") }) { await nextTurn(program) }
    #expect(timesAsked < 1_000_000, "the command did not wait for the end")
    program.handle(.input(.key(.escape)))
    await settle(program)
    let asked = timesAsked
    #expect(asked < 1_000_000)
    #expect(lines(program)[1].contains(" stopped after \(grouped(asked)) of 1,000,000 times: "))
    await nextTurn(program)
    expectEqual(timesAsked, asked, "nothing comes after the end")

    program.handle(.input(.key(.character("F"))))
    while timesAsked == asked { await nextTurn(program) }
    program.handle(.input(.key(.escape)))
    await settle(program)
    #expect(lines(program)[1].contains(" stopped after \(grouped(timesAsked - asked)) of 1,000,000"))
  }

  /// A main module that only counts its calls.
  private final class Window: Module {
    private let asked: () -> Void
    init(_ asked: @escaping () -> Void) { self.asked = asked }
    func instanceHandlers(_ handlers: inout ModuleHandlers<Window>) {
      handlers.answer(OpenURL.self) { window, _ in
        window.asked()
        return true
      }
    }
  }

  private func nextTurn(_ program: DashboardProgram) async {
    await Task.yield()
    program.handle(.woken)
  }

  private func grouped(_ number: Int) -> String {
    var groups: [String] = []
    var rest = number
    while rest >= 1000 {
      groups.insert(String(String(1000 + rest % 1000).dropFirst()), at: 0)
      rest /= 1000
    }
    return ([String(rest)] + groups).joined(separator: ",")
  }

  @Test func relaunchRebuildsTheModules() async throws {
    let program = try makeProgram()
    composite.send(DidFinishLaunching())
    program.handle(.woken)
    let owner = composite.modules[0].owner
    program.handle(.input(.key(.character("f"))))
    type("didfin", program)
    program.handle(.input(.key(.enter)))
    program.handle(.input(.key(.character("r"))))
    await settle(program)
    #expect(composite.modules[0].owner != owner)
    expectEqual(composite.state, .inactive)
  }

  @Test func printedLinesGoThroughTheJournal() throws {
    let program = try makeProgram()
    composite.journal.note(output: "knock", by: composite.runningHandler)
    program.handle(.woken)
    #expect(lines(program)[38].contains("Printed: knock"))
  }

  @Test func aFrozenProgramCountsTheApplicationsEntries() throws {
    let program = try makeProgram()
    program.handle(.input(.key(.character(" "))))
    composite.send(DidFinishLaunching())
    program.handle(.woken)
    #expect(lines(program)[0].contains("FROZEN, 1 behind"))
    composite.send(DidBecomeActive())
    program.handle(.woken)
    #expect(lines(program)[0].contains("FROZEN, 2 behind"))
    #expect(lines(program)[1].contains("1 module registered."))
    program.handle(.input(.key(.character(" "))))
    #expect(lines(program)[1].contains("didBecomeActive: no module handles it"))
  }

  /// Elsewhere, a character is a command.
  @Test(arguments: [("", false), ("/", true), ("f", true), (":", true), ("?", false), ("?/", true), ("w", false)])
  func charactersAreTypedOnlyIntoTexts(keys: String, isTyped: Bool) throws {
    let program = try makeProgram()
    type(keys, program)
    expectEqual(program.isTyped("á"), isTyped)
    expectEqual(program.isTyped("q"), isTyped)
  }

  @Test func copiedTextGoesToTheTerminalOnce() throws {
    let program = try makeProgram()
    #expect(program.takeClipboardText() == nil)
    program.handle(.input(.key(.character("y"))))
    expectEqual(program.takeClipboardText()?.hasPrefix("Door"), true)
    #expect(program.takeClipboardText() == nil)
    #expect(lines(program)[1].contains("Asked the terminal to copy: Door"))
  }

  @Test func aTerminalWithoutAClipboardGetsNothing() throws {
    let program = try makeProgram(clipboard: nil)
    program.handle(.input(.key(.character("y"))))
    #expect(program.takeClipboardText() == nil)
    #expect(lines(program)[1].contains("This terminal does not support copying to the clipboard."))
  }

  @Test func theDashboardHasTheMouseUntilMReleasesIt() throws {
    let program = try makeProgram()
    expectEqual(program.isMouseEnabled, true)
    program.handle(.input(.mouse(MouseEvent(.press, at: Point(x: 118, y: 10)))))
    #expect(lines(program)[39].contains("/ filter"))
    program.handle(.input(.key(.character("m"))))
    expectEqual(program.isMouseEnabled, false)
  }

  @Test func theLabRunsBesideTheApplication() async throws {
    let program = try makeProgram()
    for key in [Key.character("d"), .down, .down, .enter] { program.handle(.input(.key(key))) }
    #expect(program.tickInterval == nil, "no command of the application is running")
    while !lines(program).contains(where: { $0.contains("An unowned delegate: done") }) {
      await Task.yield()
      program.handle(.woken)
    }
    #expect(lines(program).contains { $0.contains("Ada's deinit runs.") })
    #expect(
      lines(program).contains { $0.contains("is not tried in this process") }, "this program has no such command")
  }

  @Test func experimentsRunOneAfterTheOther() async {
    let lab = LabController()
    let (letters, continuation) = AsyncStream<String>.makeStream()
    for id in ["url-session", "weak", "no such experiment"] {
      lab.run(id) { line in
        if line == nil { continuation.yield(id) }
      }
    }
    var iterator = letters.makeAsyncIterator()
    let ended = [await iterator.next(), await iterator.next(), await iterator.next()]
    expectEqual(ended, ["no such experiment", "url-session", "weak"])
  }

  @Test func qEnds() throws {
    let program = try makeProgram()
    program.handle(.input(.key(.character("q"))))
    #expect(program.isFinished)
  }
}
