import ModuleLifecycleTesting
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// What a dashboard shows about an application in another process.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct AttachmentTests {
  private func hello(_ role: InspectionRole = .control, _ modules: [String] = ["Scene", "Feed"], pid: Int = 4711)
    -> Hello
  {
    var hello = Hello(
      application: "Shop", startedNanoseconds: 1,
      modules: modules.enumerated().map {
        ModuleStatus(id: ModuleID(rawValue: UInt64(pid * 10 + $0)), name: $1, order: $0 + 1)
      }, role: role)
    hello.process = ApplicationProcess(id: pid)
    return hello
  }

  private func state(
    _ hello: Hello, asked: InspectionRole = .control, width: Int = 120
  ) -> DashboardState {
    DashboardState(
      source: hello,
      attachment: Attachment(process: hello.process?.id, own: 99, asked: asked),
      size: Size(width: width, height: width == 80 ? 24 : 40))
  }

  private func screen(_ state: DashboardState) -> [String] {
    var canvas = Canvas(size: state.size)
    state.draw(on: &canvas)
    return canvas.lines()
  }

  @Test(arguments: [
    (InspectionRole.control, " Shop   ATTACHED 4711, control   not running"),
    (.view, " Shop   ATTACHED 4711, view only   not running"),
    (.firing(["openURL"]), " Shop   ATTACHED 4711, may fire   not running"),
  ])
  func theHeaderNamesTheApplicationAndTheRole(role: InspectionRole, header: String) {
    #expect(screen(state(hello(role)))[0].hasPrefix(header))
    let narrow = header.replacing("4711, ", with: "").replacing("   ", with: "  ")
    #expect(screen(state(hello(role), width: 80))[0].hasPrefix(narrow), "\(screen(state(hello(role), width: 80))[0])")
  }

  @Test(
    arguments: [
      (
        InspectionRole.view, InspectionRole.control, "x",
        "Shop lets inspectors only look: see startInspector(allowing: .control)."
      ),
      (.view, .view, "f", "This dashboard only looks so far: C asks for control."),
      (.firing(["a", "b"]), .control, "x", "Shop lets inspectors fire a, b, but change nothing else."),
      (.control, .control, "C", "This dashboard can already control Shop."),
    ] as [(InspectionRole, InspectionRole, String, String)])
  func aRefusedKeySaysWhy(
    role: InspectionRole, asked: InspectionRole, key: String, sentence: String
  ) {
    var state = state(hello(role), asked: asked)
    expectEqual(state.update(.key(.character(Character(key))), now: 1), [])
    #expect(screen(state)[1].contains(sentence), "\(screen(state)[1])")
  }

  @Test(arguments: [
    (
      Contact.hangs(since: 1_000_000_000), "HANGS",
      "Shop (4711) hangs: its main actor has not answered for 7.0 s, and no handler runs."
    ),
    (
      .isSilent(since: 1_000_000_000, isStopped: false), "SILENT",
      "Shop (4711) has sent nothing for 7.0 s: it is stopped, or the link is down."
    ),
    (
      .isSilent(since: 1_000_000_000, isStopped: true), "STOPPED",
      "Shop (4711) is stopped, and has sent nothing for 7.0 s."
    ),
    (.ended(.orderly), "ENDED", "Shop (4711) has ended."),
    (.ended(.stopped), "ENDED", "Shop (4711) still runs, but no longer accepts inspectors."),
    (.ended(.withoutSayingSo), "ENDED", "Shop (4711) has ended without notice: exit, signal, or crash."),
    (.ended(.cut), "CUT", "The connection to Shop (4711) was cut."),
    (.ended(.sentAway("Enough.")), "ENDED", "Shop (4711) has ended the connection: Enough."),
    (.isAmbiguous(2), "ENDED", "2 applications named Shop run: q, and 'rollcall attach' lists them."),
  ])
  func eachContactHasItsOwnWordAndSentence(contact: Contact, word: String, sentence: String) {
    var state = state(hello())
    _ = state.update(.contact(contact), now: 8_000_000_000)
    _ = state.update(.tick, now: 8_000_000_000)
    #expect(screen(state)[0].hasPrefix(" Shop   \(word) 4711, "), "\(screen(state)[0])")
    #expect(screen(state)[1].hasPrefix(" \(sentence)"), "\(screen(state)[1])")
    _ = state.update(.contact(.answers), now: 9_000_000_000)
    #expect(screen(state)[0].hasPrefix(" Shop   ATTACHED 4711, control"))
  }

  @Test(
    arguments: [
      ("x", "x again to remove Scene from Shop (4711)."), ("o", "o again to switch off Scene in Shop (4711)."),
      ("J", "J again to move Scene down in Shop (4711)."),
    ])
  func aKeyThatChangesAnotherProcessAsksOnce(key: Character, question: String) {
    var state = state(hello())
    expectEqual(state.update(.key(.character(key)), now: 1), [])
    #expect(screen(state)[1].hasPrefix(" \(question)"), "\(screen(state)[1])")
    // Any other key means no.
    #expect(state.update(.key(.escape), now: 2) == [] && state.question == nil)
    expectEqual(state.update(.key(.character(key)), now: 3), [])
    let effects = state.update(.key(.character(key)), now: 4)
    guard case .perform? = effects.first else { return #expect(Bool(false), "\(effects)") }
    expectEqual(state.update(.key(.character(key)), now: 5), [], "the next time, it asks again")
  }

  /// A user may type an event's name before reading that the field for it was refused.
  @Test func lettersAfterARefusedFieldAreNoCommands() {
    var state = state(hello(.view), asked: .view)
    let before = state.selectedModule
    for (place, letter) in "fjoq".enumerated() {
      expectEqual(state.update(.key(.character(letter)), now: UInt64(place) * 100_000_000), [])
    }
    #expect(state.selectedModule == before && screen(state)[1].contains("C asks for control."))
    _ = state.update(.key(.down), now: 600_000_000)
    #expect(state.selectedModule != before, "only letters are ignored")
    expectEqual(state.update(.key(.character("q")), now: 700_000_000), [.quit])
  }

  /// Its time stands still, so letters must not be ignored until a later time.
  @Test func afterARefusedFieldTheDashboardOfAnEndedApplicationQuits() {
    var state = state(hello())
    _ = state.update(.contact(.ended(.orderly)), now: 1)
    expectEqual(state.update(.key(.character("f")), now: 1), [])
    #expect(screen(state)[1].contains("is gone: it takes no more commands."))
    expectEqual(state.update(.key(.character("q")), now: 1), [.quit])
  }

  @Test func theQuestionIsAboutTheSelection() {
    var state = state(hello())
    _ = state.update(.key(.character("x")), now: 1)
    _ = state.update(.key(.character("j")), now: 2)
    expectEqual(state.update(.key(.character("x")), now: 3), [])
    #expect(screen(state)[1].hasPrefix(" x again to remove Feed from Shop (4711)."))
  }

  @Test func inOnesOwnProcessAKeyActsAtOnce() {
    var state = DashboardState(source: hello(), size: Size(width: 120, height: 40))
    expectEqual(state.update(.key(.character("x")), now: 1), [.perform(.remove(ModuleID(rawValue: 47_110)))])
  }

  @Test func sortAndFoldsBelongToOneProcess() {
    var state = state(hello())
    state.ownerFolds = [7: .all]
    state.foldedComposites = [ModuleID(rawValue: 47_110)]
    state.arrange(by: .name, reversed: false)
    _ = state.update(.attached(hello(pid: 4712)), now: 1)
    #expect(state.ownerFolds == [:] && state.foldedComposites == [])
    expectEqual(state.rowOrder?.key, .name, "the sort key stays, and is applied to the new modules")
  }

  @Test func aReattachedApplicationKeepsTheSelectedModule() {
    var state = state(hello())
    _ = state.update(.key(.character("j")), now: 1)
    expectEqual(state.selected?.name, "Feed")
    _ = state.update(.contact(.ended(.orderly)), now: 2)
    // The module is at another position, and the modules arrive only later.
    var other = hello(.view, [], pid: 4712)
    other.isPending = true
    _ = state.update(.attached(other), now: 1)
    #expect(screen(state)[0].hasPrefix(" Shop   ATTACHED 4712, view only"))
    #expect(screen(state)[1].contains("Shop (4712) is back and attached again: view only."))
    let modules = hello(.view, ["Feed", "Scene", "Push"], pid: 4712).modules
    _ = state.update(
      .prologue(Prologue(modules: modules, state: .active, launchedNanoseconds: nil, entries: [])), now: 2)
    #expect(state.selected?.name == "Feed" && state.application.state == .active)
    expectEqual(state.update(.key(.character("C")), now: 3), [.askForControl])
    _ = state.update(.role(.control), now: 4)
    #expect(screen(state)[1].contains("Shop (4712) granted the role 'control'.") && state.mayAct)
  }

  @Test func whatTheLatestPrologueLacksIsCountedAsDropped() {
    var state = state(hello())
    func rejoin(_ gaps: UInt64...) {
      let entries = gaps.map { AnyEntry.gap(GapEntry(dropped: $0)) }
      let modules = state.application.source.modules
      _ = state.update(
        .prologue(Prologue(modules: modules, state: .active, launchedNanoseconds: nil, entries: entries)), now: 1)
    }
    _ = state.update(.entries([.gap(GapEntry(dropped: 1_000))]), now: 1)
    rejoin(7)
    #expect(screen(state)[0].contains("1,007 DROPPED"))
    rejoin(5)
    #expect(screen(state)[0].contains("1,005 DROPPED"))
    #expect(state.statusLine.hasSuffix(", 1,005 entries dropped."))
    rejoin()
    #expect(screen(state)[0].contains("1,000 DROPPED"))
  }

  @Test func aPendingApplicationSaysThatItsModulesAreNotKnown() {
    var pending = hello(.control, [])
    pending.isPending = true
    #expect(screen(state(pending))[1].contains("Shop does not answer yet: its modules are not known."))
  }

  @Test func onlyRequestsOfOtherProcessesAreShown() {
    var state = state(hello())
    var entry = RequestEntry()
    (entry.command, entry.event, entry.process, entry.claimedName) = ("fire", "openURL", 812, "ci\u{1B}[2J")
    _ = state.update(.entries([.request(entry)]), now: 1)
    let notice = screen(state)[38]
    #expect(notice.hasPrefix(" Process 812 (it says it is \"ci"), "\(notice)")
    #expect(notice.contains("asked to fire openURL.") && !notice.contains("\u{1B}"))
    (entry.process, entry.outcome, entry.reason) = (99, .refused, "No.")
    var own = self.state(hello())
    _ = own.update(.entries([.request(entry)]), now: 1)
    #expect(!screen(own)[38].contains("Process"))
  }

  /// The answer to a command that was given before the sheet was opened.
  @Test func theAnswerToAnEarlierCommandLeavesTheFireSheetOpen() {
    var state = state(hello())
    _ = state.update(.events([EventDescription(of: OpenURL.self)]), now: 1)
    _ = state.update(.key(.character("f")), now: 1)
    _ = state.update(.reply(.accepted, to: .remove(ModuleID(rawValue: 47_110))), now: 1)
    expectEqual(state.fireSheet?.chosen?.name, "openURL")
    _ = state.update(.reply(.accepted, to: .fire(event: "openURL", arguments: .null)), now: 1)
    #expect(state.fireSheet == nil, "the answer to its own command closes it")
  }

  @Test func whoMayFireSeesHowAndWhoMayOnlyLookDoesNot() {
    let (firing, viewing) = (state(hello(.firing(["openURL"]))), state(hello(.view), asked: .view))
    #expect(HelpTopic.pages(for: firing).contains(.firing) && !HelpTopic.pages(for: viewing).contains(.firing))
    #expect(screen(firing).contains { $0.contains("f choose an event…") })
    #expect(!screen(viewing).contains { $0.contains("f choose an event") || $0.contains("f fire") })
  }

  /// A history that is full keeps its size: the number of kept events says nothing about time.
  @Test func aRequestIsShownUntilTheNextEventAlsoWithAFullHistory() {
    var state = state(hello())
    func fire(_ ids: Range<UInt64>) {
      let entries = ids.map { id in
        AnyEntry.dispatch(
          DispatchEntry(
            id: DispatchID(rawValue: id), event: "e", arguments: .null, atNanoseconds: id, totalNanoseconds: 1,
            response: .null, state: .active, isOutOfState: false, handlers: []))
      }
      _ = state.update(.entries(entries), now: ids.upperBound)
    }
    fire(1..<UInt64(History.dispatchLimit) + 10)
    #expect(state.application.history.forgottenTopLevelCount > 0)
    var entry = RequestEntry()
    (entry.command, entry.event, entry.process, entry.atNanoseconds) = ("fire", "e", 812, 1_000_000)
    _ = state.update(.entries([.request(entry)]), now: 1_000_000)
    fire(1_000_001..<1_000_002)
    #expect(screen(state)[38].contains("Process 812"), "with the event that it caused")
    fire(1_000_002..<1_000_003)
    #expect(!screen(state)[38].contains("Process 812"))
  }

  /// The application ends while the user reads, and comes back.
  @Test func aFrozenViewShowsTheEndBeforeTheNewApplication() {
    let connection = Letters(hello())
    let runtime = DashboardRuntime(
      DashboardSubject(connection: connection, attachment: Attachment(process: 4711, own: 99, asked: .view)),
      size: Size(width: 120, height: 40), pace: .init(batch: 100, patience: .seconds(3_600)), wake: {})
    func screen() -> [String] {
      var canvas = Canvas(size: Size(width: 120, height: 40))
      runtime.draw(on: &canvas)
      return canvas.lines()
    }
    runtime.update(.key(.character(" ")))
    var warning = WarningEntry(atNanoseconds: 1)
    (warning.kind, warning.message) = (.outOfState, "The last words.")
    let (last, next) = (InspectionMessage.entries([.warning(warning)], from: nil), hello(.view, ["Feed"], pid: 4712))
    connection.messages.withLock { $0 = [last, .contact(.ended(.withoutSayingSo)), .hello(next)] }
    runtime.update(.key(.character(" ")))
    #expect(runtime.state.isFrozen)
    #expect(screen()[1].contains("Shop (4711) ended here, and another one runs."), "\(screen()[1])")
    #expect(screen()[38].contains("The last words."), "\(screen()[38])")
    runtime.update(.key(.character(" ")))
    #expect(!runtime.state.isFrozen)
    #expect(screen()[0].contains("ATTACHED 4712"), "\(screen()[0])")
  }

  /// Two dashboards of one history: one in the application's process, one at the end of a socket.
  @Test func anAttachedDashboardShowsTheSameAsALiveOne() async throws {
    let clock = ManualClock()
    let composite = CompositeDelegate(
      name: "Storefront", journal: Journal(capacity: 8 << 20, clock: clock.monotonic),
      sleep: { _ in throw CancellationError() })
    try Storefront.build(composite, clock)
    let folder = "/tmp/rollcall-test-\(UInt64.random(in: 0 ... .max))"
    let inspector = try composite.startInspector(allowing: .control, directory: folder)
    defer { inspector.stop() }
    let near = DashboardRuntime(for: InspectionAgent(composite) {})
    let path = inspector.path
    // The main actor must be free to answer.
    let connection = try await Task.detached {
      try AttachedApplication(at: path, in: [], as: .control, seeks: false) {}
    }.value
    let far = DashboardRuntime(for: connection)
    composite.send(DidFinishLaunching())
    try composite.remove("Feed")
    composite.send(DidBecomeActive())
    // Only readers in other processes get the application's process and session.
    func model(_ runtime: DashboardRuntime) -> ApplicationModel {
      var model = runtime.state.application
      (model.source.process, model.source.session) = (nil, nil)
      return model
    }
    repeat {
      await Task.yield()
      near.readNews()
      far.readNews()
    } while model(near) != model(far)
    expectEqual(near.screen(), far.screen())
    connection.close()
  }
}

/// A connection whose messages a test chooses.
private final class Letters: InspectionConnection {
  let hello: Hello
  let messages = Locked<[InspectionMessage]>([])
  let now: UInt64 = 1
  let backlog = Backlog()

  init(_ hello: Hello) { self.hello = hello }

  func receive(limit: Int) -> [InspectionMessage] {
    if limit == 0 { return [] }
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }

  func send(_ request: InspectionRequest) {}
  func close() {}
}
