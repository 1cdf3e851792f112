import RollcallEventArguments
import RollcallReports
import RollcallTerminalUI
import RollcallTestSupport
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallInspection
@testable import RollcallRecordings
@testable import RollcallTerminalDashboard

/// A file or a peer can state any number. Whatever a user does with extreme ones, nothing traps.
@MainActor @Suite(.inTurn, .serialized) struct ExtremeNumberTests {
  /// Each key that means something somewhere.
  private static let keys: [Key] = {
    let all: [[Key]] = UserCommand.table.map { KeyName.keys(in: $0.keys) + $0.aliases }
    let each: Set<Key> = Set(all.joined())
    return each.sorted { (left: Key, right: Key) -> Bool in "\(left)" < "\(right)" }
  }()

  /// The lines that a user can type in plain mode.
  private static let lines: [String] = {
    let rests = ["", " Feed", " openURL", " #1", " #18446744073709551615", " 2", " Feed -9223372036854775808", " end"]
    let verbs: [PlainVerb] = UserCommand.table.flatMap(\.verbs)
    return verbs.flatMap { verb -> [String] in rests.map { verb.word + $0 } }
  }()

  private nonisolated static let seeds = 1...(isOptimised ? 24 : 2 as UInt64)

  private static let sizes = [Size(width: 80, height: 24), Size(width: 200, height: 50), Size(width: 60, height: 15)]
  private static let times: [UInt64] = [0, 1, 1 << 63, .max]

  /// The entries and their header, as a reader gets them.
  private func recording(seed: UInt64, count: Int = 60) throws -> (header: JournalHeader, entries: [AnyEntry]) {
    var extremes = ExtremeEntries(seed: seed)
    let header = try JournalLine.header(Array(JournalLine.encode(extremes.header()).utf8))
    return (header, try (0..<count).map { _ in try JournalLine.entry(JournalLine.encode(extremes.entry())) })
  }

  /// Three modules and their dispatches. Extreme entries alone may leave nothing: there are few extreme numbers, and a
  /// module or dispatch replaces another with the same.
  private static let usualEntries: [AnyEntry] = (101...103 as ClosedRange<UInt64>).flatMap { number in
    var (module, dispatch) = (ModuleEntry(atNanoseconds: number), DispatchEntry(atNanoseconds: number))
    (module.change, module.id, module.name) = (.registered, ModuleID(rawValue: number), "M\(number)")
    (module.order, module.owner, module.isOn) = (Int(number), OwnerID(rawValue: number), true)
    (dispatch.id, dispatch.event, dispatch.totalNanoseconds) = (DispatchID(rawValue: number), "openURL", number)
    return [AnyEntry.module(module), .dispatch(dispatch)]
  }

  /// An object as its reader gets it.
  private func read<Object: LineCoded>(_ object: Object) throws -> Object {
    try JournalLine.object(Array(JournalLine.encode(object: object).utf8))
  }

  private func hello(_ header: JournalHeader, role: InspectionRole, random: inout SplitMix) -> Hello {
    var hello = Hello(header, events: [])
    let examples: [EventValue] = [.integer(.min), .number(1e308), .string(""), .bool(false), .null, .array([])]
    hello.events = ["didFinishLaunching", "openURL", "didBecomeActive"].map { name in
      EventDescription(
        name: name, rule: "no", arguments: examples.map { EventArgument(name: "a", example: $0) },
        expectedStates: [.active], deadlineNanoseconds: Self.times[Int(random.next() % 4)])
    }
    (hello.role, hello.process) = (role, ApplicationProcess(id: .min))
    return hello
  }

  @Test(arguments: seeds) func keysAndLines(seed: UInt64) throws {
    let (header, entries) = try recording(seed: seed)
    var random = SplitMix(state: seed)
    let capabilities = Capabilities(experiments: Driver.experiments, exports: ExportFormat.allCases, records: true)
    var state = DashboardState(
      source: hello(header, role: seed % 2 == 0 ? .control : .view, random: &random), capabilities: capabilities,
      size: Self.sizes[Int(seed % 3)])
    var reporter = PlainReporter(state)
    func act(_ action: Action) {
      _ = state.update(action, now: Self.times[Int(random.next() % 4)])
      state.refreshStatistics()
      var canvas = Canvas(size: state.size)
      state.draw(on: &canvas)
      _ = reporter.lines(after: action, in: state)
    }
    act(.entries(Self.usualEntries))
    for entry in entries {
      act(.entries([entry]))
      act(.key(Self.keys[Int(random.next() % UInt64(Self.keys.count))]))
    }
    for _ in 0..<400 {
      if random.next() % 6 == 0 { act(.key(.escape)) }
      act(.key(Self.keys[Int(random.next() % UInt64(Self.keys.count))]))
    }
    for _ in 0..<4 { act(.key(.escape)) }
    for key in Self.keys {
      act(.key(key))
      act(.key(.enter))
      act(.key(.escape))
      act(.key(.escape))
    }
    for key in SortKey.all + [.order] {
      for reversed in [false, true] { state.arrange(by: key, reversed: reversed) }
      act(.tick)
    }
    #expect(state.application.modules.count > 2 && state.application.history.dispatches.count > 2)
    // In call order, modules can be moved.
    state.arrange(by: .order, reversed: false)
    for module in Array(state.application.modules.rows) {
      (state.focus, state.selectedModule) = (.order, module.id)
      for key: Key in [.character("K"), .character("J"), .enter, .escape] { act(.key(key)) }
    }
    for pane in DashboardState.Pane.allCases {
      state.focus = pane
      for key: Key in [.character("g"), .enter, .escape, .down, .enter, .escape, .character("G"), .enter, .escape] {
        act(.key(key))
      }
    }
    for line in Self.lines { act(.line(line)) }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>) func messagesOfAPeer(seed: UInt64) throws {
    let (header, entries) = try recording(seed: seed)
    var (random, extremes) = (SplitMix(state: seed), ExtremeEntries(seed: seed))
    func time() -> UInt64 { Self.times[Int(random.next() % 4)] }
    var state = DashboardState(
      source: self.hello(header, role: .control, random: &random),
      attachment: Attachment(process: .min, own: .max, asked: .control),
      size: Self.sizes[Int(seed % 3)])
    let handler = RunningHandler(
      module: "Feed", event: "openURL", sinceNanoseconds: time(),
      dispatch: RunningDispatch(id: DispatchID(rawValue: time()), sinceNanoseconds: time(), budgetNanoseconds: time()))
    let command = Command.fireRepeatedly(event: "openURL", arguments: .null, times: 20, relaunching: false)
    let summary = try read(
      ReplyLine(reply: Reply(id: 1, answer: .repeated(extremes.object(RepetitionSummary.self)))))
    let hello = try read(extremes.object(HelloLine.self)).hello
    let prologue = try read(extremes.object(PrologueLine.self)).prologue
    let actions: [Action] = [
      .prologue(
        Prologue(
          modules: prologue.modules, state: .active, launchedNanoseconds: prologue.launchedNanoseconds,
          entries: Array(entries.prefix(20)), nextEntry: prologue.nextEntry)),
      .running(handler), .tick, .contact(.hangs(since: time())), .contact(.isSilent(since: time(), isStopped: false)),
      .entries(entries), .backlog(Backlog(kept: .max, dropped: .max)), .key(.character("p")), .key(.character(" ")),
      .backlog(Backlog(kept: .max, dropped: .max)), .tick, .key(.escape), .reply(.accepted, to: command),
      .reply(.started, to: command), .reply(.repeating(done: 20), to: command), .tick,
      .reply(try #require(summary.reply).answer, to: command), .reply(.finished(problem: nil), to: command),
      .attached(hello), .entries(entries.reversed()),
    ]
    for _ in 0..<3 {
      for action in actions {
        _ = state.update(action, now: time())
        var canvas = Canvas(size: state.size)
        state.draw(on: &canvas)
      }
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>) func playing(seed: UInt64) throws {
    let driver = ReplayDriver(MemoryEntryStore(try recording(seed: seed).entries))
    var random = SplitMix(state: seed)
    var places: [PlaybackPlace] = [
      .start, .end, .next(event: nil), .previous(event: nil), .next(event: "openURL"), .previous(event: "openURL"),
    ]
    for number: Int in [0, 1, -1, .min, .max] { places += [.entry(number), .step(number)] }
    for time in Self.times { places.append(.elapsed(time)) }
    for place in places {
      driver.go(place).press(Self.keys[Int(random.next() % UInt64(Self.keys.count))]).press(.escape, .escape)
      #expect(!driver.lines.isEmpty)
    }
    driver.go(.start)
    for _ in 0..<20 { #expect(!driver.press(.character(".")).lines.isEmpty) }
  }

  @Test(arguments: ExportFormat.allCases) func exports(format: ExportFormat) throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      let (header, entries) = try recording(seed: seed)
      for event in [nil, "openURL"] {
        var options = ExportOptions(event: event, includesArguments: true)
        if seed % 4 == 0 { options.budgetNanoseconds = .max }
        var exporter = Exporter(format, of: header, options: options) { _ in }
        for entry in entries { try exporter.add(entry) }
        do { try exporter.end() } catch is ExportError { continue }
        #expect(exporter.byteCount > 0)
      }
    }
  }
}
