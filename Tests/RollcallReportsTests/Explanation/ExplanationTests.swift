import Foundation
import ModuleLifecycleTesting
import RollcallLaunches
import RollcallRecordings
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallReports

/// What can wait and what can't, in the journals of real composites whose clock a test moves.
@MainActor @Suite(.inTurn, .serialized) struct ExplanationTests {
  private let clock = ManualClock()
  private let composite: CompositeDelegate

  init() { composite = CompositeDelegate(journal: Journal(clock: clock.monotonic)) }

  private func explained(until mark: String? = nil) throws -> ExplainedLaunch {
    var reader = ExplanationReader([], until: mark.map(ExplanationReader.Ending.mark) ?? .firstMark)
    for entry in composite.journal.entries { reader.add(entry) }
    return try #require(reader.explained)
  }

  private func row(_ name: String, in explanation: Explanation) throws -> Explanation.Row {
    try #require(explanation.rows.first { $0.name == name })
  }

  /// Registers a module whose creation takes these milliseconds.
  private func register(
    _ name: String, _ milliseconds: Int, role: ModuleRole = .ordinary, after: [String] = [], isRequired: Bool = false,
    handlers: @escaping (inout ModuleHandlers<Part>) -> Void = { _ in }
  ) throws {
    try composite.register(name, role: role, after: after, isRequired: isRequired) { [clock] in
      clock.advance(by: .milliseconds(milliseconds))
      return Part(handlers)
    }
  }

  /// Thirty modules, of which six could wait, and one looks as if it could but is looked up through a protocol.
  @Test func theSixThatCouldWaitAreNamed() throws {
    let composite = composite
    try register("Scene", 40, role: .main) { handlers in
      handlers.on(DidFinishLaunching.self) { [weak composite] _, _ in composite?.module((any Basketing).self)?.open() }
    }
    try register("Session", 30, isRequired: true)
    try register("Store", 25)
    try register("Feed", 35, after: ["Store"])
    try register("Links", 20) { $0.answer(OpenURL.self) { _, _ in true } }
    try register("Consent", 20) { $0.answer(DidFinishLaunching.self) { _, _ in false } }
    try register("Early", 20) { $0.on(WillFinishLaunching.self) { _, _ in } }
    try composite.register("Basket") { [clock] in
      clock.advance(by: .milliseconds(45))
      return Basket()
    }
    for index in 1...6 { try register("Ads \(index)", 20 + index) }
    for index in 1...15 { try register("Small \(index)", 1) }
    try register("Feed reader", 20, after: ["Feed"]) { handlers in
      handlers.on(DidFinishLaunching.self) { [weak composite] _, _ in composite?.send(Tick()) }
    }
    try register("Ticker", 20) { $0.on(Tick.self) { _, _ in } }
    composite.send(WillFinishLaunching())
    composite.send(DidFinishLaunching())
    let url = try #require(URL(string: "pay:1"))
    composite.send(OpenURL(url: url))
    composite.mark("first frame")
    let explanation = Explanation([try explained()])
    // Feed reader comes after Feed, and nothing was seen to need it.
    let names = explanation.deferrable.map(\.name)
    expectEqual(names, ["Ads 6", "Ads 5", "Ads 4", "Ads 3", "Ads 2", "Ads 1", "Feed reader"])
    expectEqual(explanation.deferrable[0].savableNanoseconds, 26_000_000)
    let needs = try ["Scene", "Session", "Store", "Feed", "Links", "Consent", "Early", "Basket", "Ticker"].map {
      try row($0, in: explanation).needs.map(\.words).joined(separator: "; ")
    }
    expectEqual(
      needs,
      [
        "it is the main module", "it is required", "Feed must come after it", "Feed reader must come after it",
        "it handled openURL", "its answer to didFinishLaunching counts", "it handled willFinishLaunching",
        "Scene looked it up in didFinishLaunching", "it handled tick from Feed reader",
      ])
    try expectEqual(row("Basket", in: explanation).suggestion, .needed)
    try expectEqual(row("Small 3", in: explanation).suggestion, .none)
  }

  /// A large delegate as the one module: its named parts say where to begin.
  @Test func theLongestPartsOfAModuleThatCannotWaitAreNamed() throws {
    try register("Legacy", 2, role: .main) { [clock] handlers in
      handlers.on(DidFinishLaunching.self) { _, _ in
        CompositeDelegate.measure("orders") {
          clock.advance(by: .milliseconds(38))
          CompositeDelegate.measure("database") { clock.advance(by: .milliseconds(20)) }
        }
        CompositeDelegate.measure("session") { clock.advance(by: .microseconds(900)) }
      }
      handlers.on(SceneWillConnect.self) { _, _ in
        CompositeDelegate.measure("front page") { clock.advance(by: .milliseconds(63)) }
      }
    }
    composite.send(DidFinishLaunching())
    composite.send(SceneWillConnect(scene: "front"))
    composite.mark("first frame")
    let suggestions = ExplanationText(Explanation([try explained()])).suggestions
    expectEqual(
      suggestions,
      [
        " Legacy: it can't wait, because it is the main module. Make it faster. Its longest parts: front page 63.0 ms, "
          + "orders 38.0 ms, database 20.0 ms."
      ])
  }

  /// The user opens the application two hours after a push has launched it.
  @Test func aLaunchInTheBackgroundEndsWithoutAMark() throws {
    try register("Scene", 40, role: .main) { [clock] in
      $0.on(DidFinishLaunching.self) { _, _ in clock.advance(by: .milliseconds(2)) }
    }
    composite.send(DidFinishLaunching(inBackground: true))
    clock.advance(by: .seconds(7_200))
    composite.send(WillEnterForeground())
    composite.mark("first frame")
    let launch = try explained()
    #expect(launch.mark == nil && launch.totalNanoseconds == 42_000_000)
    expectEqual(launch.modules.map(\.nanoseconds), [42_000_000])
    #expect(try explained(until: "first frame").totalNanoseconds > 7_000_000_000_000)
  }

  /// UIKit may connect the first scene a moment after it has reported the background.
  @Test func aMomentInTheBackgroundIsPartOfALaunch() throws {
    try register("Scene", 40, role: .main)
    composite.send(DidFinishLaunching(inBackground: true))
    clock.advance(by: .milliseconds(10))
    composite.send(WillEnterForeground())
    clock.advance(by: .seconds(2))
    composite.mark("first frame")
    let launch = try explained()
    #expect(launch.mark == "first frame" && launch.totalNanoseconds == 2_050_000_000)
  }

  @Test func thePartsAddUpToTheWhole() throws {
    try register("Scene", 40, role: .main)
    clock.advance(by: .milliseconds(7))
    try register("Feed", 5) { [clock] in
      $0.on(DidFinishLaunching.self) { _, _ in clock.advance(by: .milliseconds(11)) }
    }
    composite.send(DidFinishLaunching())
    clock.advance(by: .milliseconds(3))
    composite.mark("first frame")
    let launch = try explained()
    #expect(launch.mark == "first frame" && launch.totalNanoseconds == 66_000_000)
    #expect(launch.idleNanoseconds == 10_000_000 && launch.dispatchNanoseconds == 0)
    expectEqual(launch.modules.map(\.nanoseconds), [40_000_000, 16_000_000])
    let text = ExplanationText(Explanation([launch])).text
    expectEqual(
      text,
      """
      One launch took 66.0 ms until first frame.

       part                    took  could save  seen to need it
       Scene                40.0 ms              it is the main module
       Feed                 16.0 ms     16.0 ms  nothing
       nothing of ours ran  10.0 ms

       Feed: start it after first frame, or compute off the main actor, which saves at most 16.0 ms. Nothing was seen to need it before.
       Scene: it can't wait, because it is the main module. Make it faster.

       This is one launch, and times vary: explain ten together.
       The kinds of time were not measured; make the composite with measuring: .processor.
       What was seen to need a module: another that must come after it, a look-up by module(_:), an event that is not sent again, a vote. Code that holds it otherwise is not seen. 'rollcall explain --verify' measures what deferring brings.
      """)
  }

  /// A launch event that is sent again to existing modules sets the same marks again. They are not those of the launch.
  /// An event that the handler sent is over before the launch event.
  @Test(arguments: [false, true]) func aMarkOfALaterLaunchEventIsNotTheEnd(isInASentEvent: Bool) throws {
    let (composite, clock) = (composite, clock)
    func mark() {
      composite.mark("first frame")
      clock.advance(by: .milliseconds(5))
    }
    try register("Frame", 10) { handlers in
      handlers.on(DidFinishLaunching.self) { [weak composite] _, _ in
        if isInASentEvent { composite?.send(DidBecomeActive()) } else { mark() }
      }
      handlers.on(DidBecomeActive.self) { _, _ in mark() }
    }
    for _ in 0..<3 {
      composite.send(DidFinishLaunching())
      clock.advance(by: .seconds(1))
    }
    let launch = try explained()
    #expect(launch.mark == nil && launch.totalNanoseconds == 15_000_000)
    try expectEqual(explained(until: "first frame").totalNanoseconds, 10_000_000)
  }

  @Test func whatCannotWaitSaysWhatWouldHelp() throws {
    let composite = composite
    try register("Store", 25)
    try register("Feed", 35, role: .main, after: ["Store"])
    try register("Keys", 30, isRequired: true)
    try register("Vote", 20) { $0.answer(DidFinishLaunching.self) { _, _ in false } }
    composite.send(DidFinishLaunching())
    let text = ExplanationText(Explanation([try explained()]))
    expectEqual(
      text.suggestions.sorted(),
      [
        " Feed: it can't wait, because it is the main module. Make it faster.",
        " Keys: it can't wait, because it is required. Make it faster.",
        " Store: it can't wait, because Feed must come after it. Make it faster, or let Feed wait with it.",
        " Vote: it can't wait, because its answer to didFinishLaunching counts. Make it faster.",
      ])
  }

  /// What an aborted launch needed and marked says nothing about the one that follows.
  @Test func theLaunchAfterAnAbortedOneIsExplained() throws {
    var fails = true
    let composite = composite
    try register("Feed", 10)
    try register("Store", 5, isRequired: true) { handlers in
      handlers.on(DidFinishLaunching.self) { [weak composite] _, _ in
        guard fails else { return }
        fails = false
        composite?.mark("first frame")
        throw Refusal()
      }
    }
    composite.send(DidFinishLaunching())
    expectEqual(composite.state, .notRunning)
    try composite.recreateModules()
    composite.send(DidFinishLaunching())
    clock.advance(by: .milliseconds(7))
    composite.mark("first frame")
    let launch = try explained(until: "first frame")
    #expect(launch.totalNanoseconds == 22_000_000 && launch.modules.map(\.nanoseconds) == [10_000_000, 5_000_000])
  }

  private func notes(until mark: String? = nil, process: UInt64? = nil) throws -> (notes: [String], table: String) {
    var reader = ExplanationReader(
      [], start: ProcessStart(nanoseconds: process), until: mark.map(ExplanationReader.Ending.mark) ?? .firstMark)
    for entry in composite.journal.entries { reader.add(entry) }
    let text = ExplanationText(Explanation([try #require(reader.explained)]))
    return (text.notes, text.table.text)
  }

  @Test func theTimeBeforeALaunchOfAnOldProcessIsLeftOut() throws {
    try register("Scene", 40, role: .main)
    composite.send(DidFinishLaunching())
    let (notes, table) = try notes(process: 10_800_000_000_000)
    #expect(notes.contains("The process was older than 3 min at its launch: the time before the composite is unknown."))
    #expect(!table.contains("before the composite"))
    try expectEqual(self.notes(process: 100_000_000_000).notes.count, notes.count - 1)
  }

  @Test func aTimeThatIsOlderThanTheLaunchIsLeftOut() throws {
    composite.mark("first frame")
    clock.advance(by: .seconds(1))
    try register("Scene", 40, role: .main)
    composite.send(DidFinishLaunching())
    let (early, table) = try notes(until: "first frame", process: 50_000_000)
    #expect(early.contains("No module took time until first frame: their times are left out."))
    #expect(!table.contains("0 \u{00B5}s") && !table.contains("module"), "\(table)")
  }

  @Test func anEventThatIsOlderThanWhatCameBeforeIsLeftOut() throws {
    try register("Scene", 40, role: .main)
    let now = composite.journal.now
    let events: [(UInt64, String, UInt64)] = [(7, WillFinishLaunching.name, now + 9), (8, DidFinishLaunching.name, 5)]
    for (id, event, time) in events {
      let dispatch = DispatchEntry(
        id: DispatchID(rawValue: id), event: event, atNanoseconds: time, totalNanoseconds: 3)
      composite.journal.append(.dispatch(dispatch))
    }
    try #expect(
      notes().notes.contains("An event of the launch has an older time than what came before it: its time is left out.")
    )
  }

  /// A machine that becomes busy halfway makes half of the launches wait for a processor.
  @Test func noSuggestionRestsOnABusyMachine() throws {
    func launch(_ waiting: UInt64) -> ExplainedLaunch {
      func part(_ name: String, _ own: UInt64) -> ExplainedLaunch.Part {
        var part = ExplainedLaunch.Part(name: name, isNested: false)
        part.nanoseconds = own + waiting
        part.breakdown = TimeBreakdown(
          totalNanoseconds: own + waiting, computingNanoseconds: own, waitingNanoseconds: waiting)
        return part
      }
      return ExplainedLaunch(
        mark: nil, totalNanoseconds: 100_000_000 + 2 * waiting, beforeNanoseconds: nil, countsBefore: false,
        start: ProcessStart(),
        modules: [part("Feed", 500_000), part("Ads", 99_500_000)], sideBySideNanoseconds: 0, idleNanoseconds: 0,
        dispatchNanoseconds: 0, stoppedNanoseconds: 0, deferredNanoseconds: 0, longestDeferredNanoseconds: 0)
    }
    let explanation = Explanation((0..<10).map { launch($0 < 5 ? 0 : 900_000_000) })
    expectEqual(explanation.deferrable.map(\.name), [], "Ads mostly waited, when all launches are taken together")
    expectEqual(explanation.rows.map(\.suggestion), [.machine, .machine])
    let quiet = Explanation((0..<10).map { launch($0 < 9 ? 0 : 900_000_000) })
    #expect(quiet.deferrable.map(\.name) == ["Ads"] && quiet.rows.first?.savableNanoseconds == 99_500_000)
  }
}

private struct Refusal: Error {}

/// A module whose handlers a test provides.
private final class Part: Module {
  let owned = OwnedObjects()
  private let table: (inout ModuleHandlers<Part>) -> Void

  init(_ table: @escaping (inout ModuleHandlers<Part>) -> Void) { self.table = table }

  func instanceHandlers(_ handlers: inout ModuleHandlers<Part>) { table(&handlers) }
}

extension Journal {
  /// All kept entries.
  fileprivate var entries: [AnyEntry] { reader().readAny(bytes: .max) }
}

@MainActor private protocol Basketing { func open() }

private final class Basket: Module, Basketing {
  let owned = OwnedObjects()
  func open() {}
}

private struct Tick: EventWithExample {
  static var example: Tick { Tick() }
}
