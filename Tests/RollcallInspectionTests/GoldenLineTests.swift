import Foundation
import RollcallEventArguments
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallInspection
@testable import RollcallRecordings

/// The protocol, compared with the lines in `Tests/API`. They have every message and every request with all keys, and with
/// the fewest.
///
/// A line that a release had stays as it is: `.ci/api breaks` compares. What is new gets a new line.
@Suite(.inTurn, .serialized) struct GoldenLineTests {
  private let messages: [String]
  private let requests: [String]

  init() throws {
    messages = try GoldenLine.all(in: "Messages.jsonl")
    requests = try GoldenLine.all(in: "Requests.jsonl")
  }

  /// Reads an object, and writes it again.
  private func again<Object: LineCoded>(_ line: String, as _: Object.Type) throws -> String {
    try JournalLine.encode(object: JournalLine.object(Array(line.utf8)) as Object)
  }

  /// Reads a message, and writes it again. Returns what it is, and its line.
  private func messageAgain(_ line: String) throws -> (name: String, line: String) {
    guard case .string(let type)? = try GoldenLine.json(line).members["type"] else { throw InspectionError(line) }
    switch type {
    case "hello": return ("hello", try again(line, as: HelloLine.self))
    case "prologue": return ("prologue", try again(line, as: PrologueLine.self))
    case "handler": return ("handler", try again(line, as: HandlerLine.self))
    case "reply": return ("reply", try again(line, as: ReplyLine.self))
    case "events", "role", "beat", "bye", "error": return ("notice", try again(line, as: NoticeLine.self))
    default:
      let (seq, entry) = try JournalLine.numbered(Array(line.utf8))
      return ("entry", JournalLine.encode(entry, seq: seq))
    }
  }

  /// Reads a request, and writes it again. Returns what it is, and its line.
  private func requestAgain(_ line: String) throws -> (name: String, line: String) {
    try GoldenLine.json(line).members["attach"] != nil
      ? ("attach", again(line, as: AttachLine.self)) : ("request", again(line, as: RequestLine.self))
  }

  @Test func whatIsReadIsWrittenAgainWithTheSameKeysAndValues() throws {
    let pairs = try messages.map { ($0, try messageAgain($0).line) } + requests.map { ($0, try requestAgain($0).line) }
    for (line, again) in pairs {
      #expect(
        try GoldenLine.isPart(GoldenLine.json(line), of: GoldenLine.json(again)), "\(line) is written as \(again)")
    }
  }

  @Test func everyMessageHasItsLines() {
    for message in Self.told {
      let text = MessageLines.text(of: message, now: 7)
      for line in text.split(separator: "\n").map(String.init) {
        #expect(messages.contains(line), "Tests/API/Messages.jsonl lacks \(line)")
      }
      var reader = MessageReader()
      let read = text.split(separator: "\n").flatMap { reader.read(Array($0.utf8)) }.map {
        told -> InspectionMessage? in
        switch told {
        case .hello(let hello, 7): .hello(hello)
        case .message(let message): message
        case .bye: .bye
        default: nil
        }
      }
      expectEqual(read, [message])
    }
    for notice in Self.notices {
      let line = JournalLine.encode(object: notice)
      #expect(messages.contains(line), "Tests/API/Messages.jsonl lacks \(line)")
    }
  }

  @Test func everyRequestHasItsLine() throws {
    for command in Self.commands {
      for request in [
        InspectionRequest(id: 1, kind: .perform(command)), InspectionRequest(id: 1, kind: .check(command)),
      ] {
        let line = String(MessageLines.text(of: request).dropLast())
        #expect(requests.contains(line), "Tests/API/Requests.jsonl lacks \(line)")
        try expectEqual((JournalLine.object(Array(line.utf8)) as RequestLine).request, request)
      }
    }
    let others: [any LineCoded] = [
      AttachLine(
        after: 1, session: "00ff", min: 1, name: "me", probe: true, role: .firing(["openURL"])), AttachLine(),
      AttachLine(role: .control), RequestLine(), RequestLine(askingFor: .view), RequestLine(askingFor: .control),
      RequestLine(askingFor: .firing(["openURL"])),
    ]
    for other in others {
      let line = JournalLine.encode(object: other)
      #expect(requests.contains(line), "Tests/API/Requests.jsonl lacks \(line)")
    }
  }

  @Test func everyKeyHasALine() throws {
    var written: Set<String> = []
    for line in messages { written.formUnion(GoldenLine.paths(try GoldenLine.json(line), try messageAgain(line).name)) }
    for line in requests { written.formUnion(GoldenLine.paths(try GoldenLine.json(line), try requestAgain(line).name)) }
    let objects: [(String, any LineCoded)] = [
      ("hello", HelloLine()), ("hello.events", EventDescription(name: "", rule: "")), ("prologue", PrologueLine()),
      ("handler", HandlerLine()), ("reply", ReplyLine()), ("reply.problems", ProblemLine()),
      ("reply.summary", RepetitionSummary()), ("notice", NoticeLine()),
      ("notice.events", EventDescription(name: "", rule: "")), ("attach", AttachLine()), ("request", RequestLine()),
    ]
    for (path, object) in objects {
      let missing = GoldenLine.keys(of: object).map { "\(path).\($0)" }.filter { !written.contains($0) }
      expectEqual(missing, [], "no line of Tests/API has these keys")
    }
  }
}

// MARK: The messages and commands

extension GoldenLineTests {
  private static let event = EventDescription(
    name: "openURL", rule: "yes", arguments: [EventArgument(name: "url", example: .string("pay:42"))],
    expectedStates: [.active, .inactive], deadlineNanoseconds: 8, bridged: ["continueUserActivity"],
    applicationEvent: "didBecomeActive")
  private static let state = AnyEntry.state(StateEntry(state: .active, atNanoseconds: 2))

  private static let hello: Hello = {
    var hello = Hello(
      application: "Shop", startedNanoseconds: 1, secondsFromUTC: 3_600,
      modules: [ModuleStatus(id: 1, name: "Feed", order: 2)],
      events: [event, EventDescription(name: "tick", rule: "no")],
      state: .active, budgets: EventBudgets(general: .nanoseconds(2), ["openURL": .milliseconds(5)]),
      launchedNanoseconds: 3,
      role: .firing(["openURL", "tick"]))
    hello.process = ApplicationProcess(id: 4, executable: "/bin/shop", version: "2.1")
    hello.processStart = ProcessStart(nanoseconds: 5, isPrewarmed: true, isTraced: true)
    hello.session = "00ff"
    hello.nextEntry = 6
    hello.isPending = true
    hello.isResumed = true
    return hello
  }()

  private static let answers: [Reply.Answer] = {
    var summary = RepetitionSummary()
    summary.done = 1
    summary.elapsedNanoseconds = 2
    summary.endedNanoseconds = 3
    summary.longestNanoseconds = 4
    summary.medianNanoseconds = 6
    summary.p95Nanoseconds = 7
    summary.times = 8
    summary.totalNanoseconds = 9
    var launches = summary
    launches.medianCreationNanoseconds = 5
    let problems = [
      EventArgumentProblem(argument: "url", expected: "a link"),
      EventArgumentProblem(argument: nil, expected: "other values"),
    ]
    return [
      .refused("No."), .accepted, .started, .repeating(done: 2), .repeated(summary), .repeated(launches),
      .finished(problem: "No."), .finished(problem: nil), .problems(problems), .problems([]),
    ]
  }()

  private static let told: [InspectionMessage] =
    [
      .hello(hello), .hello(Hello(application: "Shop", startedNanoseconds: 1, role: .view)),
      .prologue(
        Prologue(modules: [], state: .active, launchedNanoseconds: 1, entries: [state], nextEntry: 3)),
      .prologue(Prologue(modules: [], state: .notRunning, launchedNanoseconds: nil, entries: [])),
      .entries([state]), .entries([state], from: 4), .entries([.gap(GapEntry(dropped: 3))], from: 4), .events([event]),
      .role(.view), .role(.control), .role(.firing(["openURL"])),
      .running(
        RunningHandler(
          module: "Late", moduleID: 1, event: "openURL", sinceNanoseconds: 2,
          dispatch: RunningDispatch(id: 3, sinceNanoseconds: 4, budgetNanoseconds: 5))),
      .running(RunningHandler(module: "Late", event: "openURL", sinceNanoseconds: 2)), .running(nil), .bye,
    ] + answers.map { .reply(Reply(id: 1, answer: $0)) }

  private static let notices: [NoticeLine] =
    [NoticeLine(type: "beat", answered: 1, now: 2)]
    + ["ended", "stopped", "probed"].map { NoticeLine(type: "bye", reason: $0) }
    + ["malformed", "version", "busy"].map { NoticeLine(type: "error", error: $0, message: "No.") }

  private static let commands: [Command] = [
    .fire(event: "openURL", arguments: .object(["url": .string("pay:1")])),
    .fireRepeatedly(event: "openURL", arguments: .object([:]), times: 3, relaunching: true), .stopRepeating, .remove(9),
    .restore(9), .switchOn(9), .switchOff(9), .move(9, to: 2), .sendMissedEvents(9),
    .cancel(OwnedObjectID(owner: 5, number: 2)), .relaunch(arguments: .object([:])),
  ]
}
