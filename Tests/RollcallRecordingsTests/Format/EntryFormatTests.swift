import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

/// A composite's entries, encoded and decoded.
@Suite(.inTurn, .serialized) struct EntryFormatTests {
  private struct Upload: EventWithExample {
    var title: String
    static let example = Upload(title: "a")
  }

  @MainActor @Test func entriesSurviveTheFormat() throws {
    let clock = ManualClock()
    let composite = CompositeDelegate(journal: Journal(clock: clock.monotonic))
    try composite.register("Scene", role: .main) {
      let probe = Probe("Scene") { handlers in
        handlers.answer(DidFinishLaunching.self) { _, _ in true }
        handlers.on(Tick.self) { _, _ in throw Refusal("no") }
      }
      probe.owned.own("main", as: "window") {}
      return probe
    }
    composite.send(DidFinishLaunching(options: ["from": "push"]))
    composite.send(Tick())
    composite.tearDown()
    composite.journal.note(
      output: "hello", by: RunningHandler(module: "Scene", event: "tick", sinceNanoseconds: 0))
    let entries = composite.journal.entries + [.gap(GapEntry(dropped: 3))]
    expectEqual(Set(entries.map(\.type)), ["module", "owned", "released", "dispatch", "warning", "output", "gap"])
    for entry in entries { try expectEqual(JournalLine.entry(JournalLine.encode(entry)), entry) }
  }

  @Test func theFormatMatchesTheDocumentation() throws {
    let dispatch = DispatchEntry(
      id: 118, parent: nil, event: "openURL", arguments: .object(["url": .string("pay:42")]), atNanoseconds: 7,
      totalNanoseconds: 9, response: .bool(true), state: .active, isOutOfState: false,
      handlers: [
        HandlerSpan(
          module: "Scene", moduleID: ModuleID(rawValue: 3), order: 3, outcome: .answered, value: .bool(true),
          startNanoseconds: 0, selfNanoseconds: 9, totalNanoseconds: 9, error: nil)
      ])
    expectEqual(
      JournalLine.encode(.dispatch(dispatch)),
      """
      {"arguments":{"url":"pay:42"},"at_ns":7,"event":"openURL","handlers":[{"module":"Scene","module_id":3,"order":3,\
      "outcome":"answered","self_ns":9,"start_ns":0,"total_ns":9,"value":true}],"id":118,"out_of_state":false,"replay":false,\
      "response":true,"state":"active","total_ns":9,"type":"dispatch"}
      """)
    expectEqual(
      JournalLine.encode(JournalHeader(application: "Storefront", startedNanoseconds: 5)),
      """
      {"application":"Storefront","rollcall":1,"started_ns":5}
      """)
  }

  @MainActor @Test func aCutEventSurvivesTheFormat() throws {
    let composite = CompositeDelegate()
    composite.send(Upload(title: String(repeating: "a", count: 1 << 20)))
    let entry = try #require(composite.journal.entries.last)
    let line = JournalLine.encode(entry)
    #expect(line.contains(#","cut":true,"#))
    try expectEqual(JournalLine.entry(line), entry)
  }

  @Test func aRunningEntrySurvivesTheFormat() throws {
    let entry = RunningEntry(
      module: "Push", event: "didEnterBackground", dispatch: 118, atNanoseconds: 7, runningNanoseconds: 5,
      dispatchNanoseconds: 6, thresholdNanoseconds: 4, budgetNanoseconds: 3)
    let line = JournalLine.encode(.running(entry))
    expectEqual(
      line,
      """
      {"at_ns":7,"budget_ns":3,"dispatch":118,"dispatch_ns":6,"event":"didEnterBackground","module":"Push",\
      "running_ns":5,"threshold_ns":4,"type":"running"}
      """)
    try expectEqual(JournalLine.entry(line), .running(entry))
    let least = RunningEntry(
      module: "Push", event: "tick", atNanoseconds: 7, runningNanoseconds: 5, thresholdNanoseconds: 4)
    expectEqual(
      JournalLine.encode(.running(least)),
      """
      {"at_ns":7,"event":"tick","module":"Push","running_ns":5,"threshold_ns":4,"type":"running"}
      """)
  }
}
