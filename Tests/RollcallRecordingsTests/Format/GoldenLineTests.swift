import Foundation
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

/// The format, compared with the recording in `Tests/API`. It has a line for every type of entry with all keys, one with
/// the fewest, and one for every word.
///
/// A line that a release had stays as it is: `.ci/api breaks` compares. What is new gets a new line.
@Suite(.inTurn, .serialized) struct GoldenLineTests {
  private let lines: [String]

  init() throws {
    lines = try GoldenLine.all(in: "Recording.rollcall")
  }

  @Test func theRecordingIsReadAsAWhole() throws {
    let recording = try RecordingFile(path: GoldenLine.path(of: "Recording.rollcall"))
    #expect(recording.count == lines.count - 1 && recording.damage.sentences == "")
  }

  @Test func whatIsReadIsWrittenAgainWithTheSameKeysAndValues() throws {
    let header = try JournalLine.header(Array(lines[0].utf8))
    #expect(try GoldenLine.isPart(GoldenLine.json(lines[0]), of: GoldenLine.json(JournalLine.encode(header))))
    for line in lines.dropFirst() {
      let (seq, entry) = try JournalLine.numbered(Array(line.utf8))
      let again = JournalLine.encode(entry, seq: seq)
      #expect(
        try GoldenLine.isPart(GoldenLine.json(line), of: GoldenLine.json(again)), "\(line) is written as \(again)")
    }
  }

  @Test func everyEntryHasItsLine() throws {
    for entry in Self.entries {
      let line = JournalLine.encode(entry)
      #expect(lines.contains(line), "Tests/API/Recording.rollcall lacks \(line)")
      try expectEqual(JournalLine.entry(line), entry)
    }
    #expect(lines.contains(JournalLine.encode(.gap(GapEntry(dropped: 3)), seq: 7)))
    var random = RandomEntries(seed: 1)
    let types = Set((0..<2_000).map { _ in random.next().type })
    expectEqual(types.subtracting(Self.entries.map(\.type)), [])
    let line = JournalLine.encode(Self.header)
    expectEqual(lines[0], line)
    try expectEqual(JournalLine.header(Array(line.utf8)), Self.header)
  }

  @Test func everyKeyHasALine() throws {
    var written = GoldenLine.paths(try GoldenLine.json(lines[0]), "header")
    for line in lines.dropFirst() {
      let value = try GoldenLine.json(line)
      guard case .string(let type)? = value.members["type"] else { return #expect(Bool(false), "\(line)") }
      written.formUnion(GoldenLine.paths(value, type))
    }
    let inside: [(String, any LineCoded)] = [
      ("header", JournalHeader()), ("header.modules", ModuleStatus()), ("header.budgets", EventBudgets.none),
      ("dispatch.handlers", HandlerSpan(module: "")), ("overdue.hints", HolderHint()),
      ("overdue.hints.object", OwnedObjectID(owner: 0, number: 0)),
      ("warning.handlers", WarningEntry.Handler(module: "")),
      ("warning.reference", WarningEntry.DanglingReference(name: "")),
    ]
    for (path, object) in inside + Self.entries.map({ ($0.type, $0 as any LineCoded) }) {
      let missing = GoldenLine.keys(of: object).map { "\(path).\($0)" }.filter { !written.contains($0) }
      expectEqual(missing, [], "no line of Tests/API/Recording.rollcall has these keys")
    }
  }
}

// MARK: The entries

extension GoldenLineTests {
  private static let entries: [AnyEntry] = [dispatches, modules, objects, owners, moments, warnings, requests]
    .flatMap { $0 }

  private static let header: JournalHeader = {
    var header = JournalHeader(application: "Storefront", startedNanoseconds: 1)
    header.session = "00ff"
    header.processStart = ProcessStart(nanoseconds: 2, isPrewarmed: true, isTraced: true)
    header.applicationVersion = "2.1"
    header.build = "7"
    header.system = "Linux 6.1"
    header.deviceModel = "x86_64"
    header.secondsFromUTC = -3_600
    header.recordedNanoseconds = 3
    header.missedEntries = 4
    header.prologueCount = 0
    header.state = .background
    header.launchedNanoseconds = 6
    let stages: [ModuleStage?] = [.starting, .started, .ready, .stopping, .stopped, .failed, nil]
    var full = ModuleStatus(
      id: 14, name: "Shop", order: 15, isMain: true, isPresent: false, isOn: false, owner: 16, after: ["Scene"],
      isRequired: true, parent: 17, handles: ["openURL", "tick"], createdNanoseconds: 12, creationNanoseconds: 13,
      stage: .ready, stageNanoseconds: 18)
    full.computingNanoseconds = 11
    full.waitingNanoseconds = 19
    full.experiment = .deferred
    header.modules = stages.map { ModuleStatus(id: 1, name: "Feed", order: 2, stage: $0) } + [full]
    var budgets = EventBudgets(general: .seconds(10), ["openURL": .milliseconds(500)])
    budgets["performFetch"] = nil
    header.budgets = budgets
    header.allowedWarnings = AllowedWarnings([.init(.handlerThrew, of: "Push: a"), .init(.outOfState)])
    header.rules = ["openURL": "yes if one says yes, otherwise no"]
    return header
  }()

  private static var dispatches: [AnyEntry] {
    let outcomes: [HandlerSpan.Outcome] = [.returned, .answered, .abstained, .threw, .unanswered, .skipped, .held]
    let row = HandlerSpan(
      module: "Feed", moduleID: 3, order: 2, outcome: .threw, value: .integer(4), startNanoseconds: 5,
      selfNanoseconds: 6, totalNanoseconds: 7, computingNanoseconds: 8, waitingNanoseconds: 9, error: "no", parent: 1,
      part: "read", suspendedNanoseconds: 10, claimedBy: "Push")
    let list: [EventValue] = [.null, .bool(false), .integer(-1), .number(1.5), .string("é \n\"")]
    var full = DispatchEntry(
      id: 11, parent: 12, parentModule: "Shop", parentModuleID: 13, event: "openURL",
      arguments: .object(["list": .array(list), "url": .string("pay:42")]), atNanoseconds: 14, totalNanoseconds: 15,
      response: .bool(true), state: .active, isOutOfState: true, isReplay: true, isCut: true,
      handlers: outcomes.map { HandlerSpan(module: "Scene", outcome: $0) } + [row])
    full.details.follows = 16
    full.details.heldNanoseconds = 17
    full.isFired = true
    full.details.computingNanoseconds = 18
    full.details.waitingNanoseconds = 19
    var entries: [AnyEntry] = [
      .dispatch(full), .dispatch(DispatchEntry(id: 1, event: "tick", atNanoseconds: 2, totalNanoseconds: 3)),
      .running(
        RunningEntry(
          module: "Push", moduleID: 1, event: "tick", dispatch: 2, atNanoseconds: 3, runningNanoseconds: 4,
          dispatchNanoseconds: 5, thresholdNanoseconds: 6, budgetNanoseconds: 7)),
      .running(
        RunningEntry(
          module: "Push", event: "tick", atNanoseconds: 3, runningNanoseconds: 4, thresholdNanoseconds: 6)),
    ]
    for kind in [.late, .again] as [CompletionEntry.Kind] {
      let completion = CompletionEntry(
        kind: kind, dispatch: 1, event: "openURL", module: "Feed", moduleID: 2, value: .bool(true), atNanoseconds: 3,
        tookNanoseconds: 4)
      entries.append(.completion(completion))
    }
    return entries
  }

  private static var modules: [AnyEntry] {
    let changes: [ModuleEntry.Change] = [
      .registered, .removed, .broughtBack, .freed, .failed, .switchedOn, .switchedOff, .moved, .unregistered, .starting,
      .started, .ready, .stopping, .stopped,
    ]
    let causes: [ModuleEntry.Cause] = [.launchAborted, .teardown, .unregistered, .leftOut, .deferred]
    let full = ModuleEntry(
      change: .failed, id: 1, name: "Feed", order: 2, isMain: true, isOn: true, owner: 3, parent: 4, atNanoseconds: 5,
      tookNanoseconds: 6, computingNanoseconds: 7, waitingNanoseconds: 8, handles: ["openURL", "tick"],
      after: ["Scene"], isRequired: true, cause: .launchAborted, error: "no", isLateRelease: true)
    var entries = changes.map { ModuleEntry(change: $0, id: 1, name: "Feed", order: 2, owner: 3, atNanoseconds: 4) }
    entries += causes.map { ModuleEntry(id: 1, name: "Feed", order: 2, owner: 3, atNanoseconds: 4, cause: $0) }
    return (entries + [full]).map(AnyEntry.module)
  }

  private static var objects: [AnyEntry] {
    let timer = OwnedObjectFacts(
      id: 1, owner: "Feed", ownerID: 2, number: 3, kind: "timer", name: "refresh", lifetime: "module")
    let reasons: [ReleaseReason] = [
      .ownerReleased, .cancelled, .finished, .failed, .replaced, .event, .applicationEnd, .late, .swept,
    ]
    let releasing = reasons.map { AnyEntry.releasing(ReleasingEntry(timer, reason: $0, atNanoseconds: 5)) }
    return releasing + [
      .owned(OwnedEntry(timer, detail: "every 5 s", dispatch: 4, atNanoseconds: 5)),
      .owned(OwnedEntry(timer, atNanoseconds: 5)),
      .released(
        ReleasedEntry(
          timer, reason: .swept, atNanoseconds: 5, cleanupNanoseconds: 6, thread: "main", isLateRelease: true,
          aliveAfter: 7, deadAfter: 8)),
      .released(
        ReleasedEntry(timer, reason: .finished, atNanoseconds: 5, cleanupNanoseconds: 6, thread: "background")),
    ]
  }

  private static var owners: [AnyEntry] {
    let trusts: [HolderHint.Trust] = [.declared, .found, .possible]
    let hints = trusts.map {
      HolderHint(
        holder: "timer refresh", holderOwner: "Scene", hold: "keeps it", text: "x", trust: $0,
        object: OwnedObjectID(owner: 5, number: 6), remedy: "cancel")
    }
    var entries: [AnyEntry] = [
      .owner(
        OwnerEntry(
          change: .freed, owner: 1, name: "Player", atNanoseconds: 2, tookNanoseconds: 3, isLateRelease: true,
          aliveAfter: 4, deadAfter: 5)),
      .owner(OwnerEntry(change: .expected, owner: 1, name: "Player", atNanoseconds: 2)),
      .overdue(
        OverdueEntry(
          id: 1, name: "Feed", owner: 2, atNanoseconds: 3, afterNanoseconds: 4,
          hints: hints + [HolderHint(holder: "", text: "x")], mutedBy: "Scene")),
      .overdue(OverdueEntry(name: "Feed", owner: 2, atNanoseconds: 3, afterNanoseconds: 4)),
    ]
    for state in ["overdue", "alive at exit"] {
      let alive = AliveEntry(
        owner: "Feed", ownerID: 1, number: 2, kind: "timer", name: "refresh", state: state, atNanoseconds: 3)
      entries.append(.alive(alive))
    }
    return entries
  }

  private static var moments: [AnyEntry] {
    let states = ApplicationState.allCases.map { AnyEntry.state(StateEntry(state: $0, atNanoseconds: 1)) }
    return states + [
      .output(OutputEntry(line: "hello", module: "Feed", moduleID: 1, event: "tick", atNanoseconds: 2)),
      .output(OutputEntry(line: "hello", atNanoseconds: 2)),
      .mark(MarkEntry(name: "first frame", atNanoseconds: 1, dispatch: 2, module: "Scene", moduleID: 3)),
      .mark(MarkEntry(name: "first frame", atNanoseconds: 1)),
      .lookUp(LookUpEntry(module: "Store", moduleID: 1, by: "Feed", byID: 2, dispatch: 3, atNanoseconds: 4)),
      .lookUp(LookUpEntry(module: "Store", moduleID: 1, atNanoseconds: 4)),
      .stopped(StoppedEntry(atNanoseconds: 1, tookNanoseconds: 2)),
      .journal(JournalSwitchEntry(isOn: true, atNanoseconds: 1)),
      .journal(JournalSwitchEntry(isOn: false, atNanoseconds: 1)), .gap(GapEntry(dropped: 3)),
    ]
  }

  private static var warnings: [AnyEntry] {
    var full = WarningEntry(
      kind: .overBudget, message: "m", module: "Feed", dispatch: 1, atNanoseconds: 2, ownerID: 3, moduleID: 4,
      event: "tick", owner: "Feed", error: "no", state: .active, elapsedNanoseconds: 5, limitNanoseconds: 6,
      chargedNanoseconds: 7, handlerNanoseconds: 8, isUnderWay: true, innerEvent: "tock", count: 11, limit: 12,
      handlers: [.init(module: "Push", moduleID: 13, event: "tick"), .init(module: "Push")], events: ["tick", "tock"],
      objects: ["timer refresh"], fate: .ran,
      reference: .init(name: "delegate", policy: "weak", reading: "traps", type: "Scene"),
      hint: HolderHint(holder: "", text: "x"))
    full.computingNanoseconds = 9
    full.waitingNanoseconds = 10
    full.experiment = .leftOut
    let fates: [WarningEntry.Fate] = [
      .cleaned, .ran, .notRun, .waits, .startFailed, .removed, .switchedOff, .ended, .tooMany,
    ]
    var entries = [full, WarningEntry(kind: .handlerThrew, atNanoseconds: 1)]
    entries += WarningEntry.Kind.allCases.map { WarningEntry(kind: $0, message: "m", atNanoseconds: 1) }
    entries += fates.map { WarningEntry(kind: .notDelivered, message: "m", atNanoseconds: 1, fate: $0) }
    return entries.map(AnyEntry.warning)
  }

  private static var requests: [AnyEntry] {
    var full = RequestEntry()
    full.command = "fire"
    full.event = "openURL"
    full.arguments = .object(["url": .string("pay:1")])
    full.moduleID = 1
    full.process = 2
    full.user = 3
    full.claimedName = "me"
    full.outcome = .refused
    full.reason = "No."
    full.atNanoseconds = 4
    var entries = [full]
    for outcome in RequestEntry.Outcome.allCases {
      var least = RequestEntry()
      least.command = "remove"
      least.outcome = outcome
      least.atNanoseconds = 4
      entries.append(least)
    }
    return entries.map(AnyEntry.request)
  }
}
