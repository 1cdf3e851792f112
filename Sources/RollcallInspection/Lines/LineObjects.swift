import ModuleLifecycle
import RollcallEventArguments
import RollcallRecordings

/// A short notice from an application. Also decodes the type of every other object that it sends.
struct NoticeLine: LineCoded {
  /// `error`: the last line to a rejected inspector; `bye`: the last line before the application ends the connection;
  /// `role`: the inspector's new role; `events`: those that can be fired; `beat`: a sign of life.
  var type = ""
  /// When the main actor last responded.
  var answered: UInt64?
  /// Why the inspector is rejected, as a code for programs: `malformed`, `version`, `busy`.
  var error: String?
  var events: [EventDescription]?
  /// The reason in `error`, as a sentence.
  var message: String?
  var now: UInt64?
  /// Why the connection ends: `ended`, or `stopped` if the application is still running.
  var reason: String?
  var role: InspectionRole?

  mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var words = role.map { RoleWords($0) } ?? RoleWords()
    try fields.optional("answered_ns", &answered)
    try fields.optional("error", &error)
    try fields.optional("events", &events)
    try fields.optional("may_fire", &words.events)
    try fields.optional("message", &message)
    try fields.optional("now_ns", &now)
    try fields.optional("reason", &reason)
    try fields.optional("role", &words.role)
    try fields.field("type", &type)
    if Visitor.reads { role = words.value }
  }
}

/// An inspector's first line: the highest and the lowest protocol version that it supports, and the role that it asks
/// for.
struct AttachLine: LineCoded {
  /// The protocol version of this implementation.
  static let version = 1

  /// The last entry that an earlier connection of the inspector received, and the journal that it belongs to.
  var after: UInt64?
  var session: String?
  var attach = version
  var min: Int?
  /// The inspector's own name for itself.
  var name: String?
  /// Whether the inspector only wants the application's description.
  var probe = false
  var role = InspectionRole.view

  mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var words = RoleWords(role)
    try fields.optional("after", &after)
    try fields.field("attach", &attach)
    try fields.optional("may_fire", &words.events)
    try fields.optional("min", &min)
    try fields.optional("name", &name)
    try fields.sparse("probe", &probe, usually: false)
    try fields.optional("role", &words.role)
    try fields.optional("session", &session)
    if Visitor.reads { role = words.value }
  }
}

/// A role as two fields.
struct RoleWords {
  var role: String?
  var events: [String]?

  /// The role. A role that this version does not know counts as `view`.
  var value: InspectionRole {
    switch role {
    case "control": .control
    case "fire": .firing(Set(events ?? []))
    default: .view
    }
  }
}

extension RoleWords {
  init(_ role: InspectionRole) {
    switch role {
    case .view: self.role = "view"
    case .control: self.role = "control"
    case .firing(let events): (self.role, self.events) = ("fire", events.sorted())
    }
  }
}

struct HelloLine: LineCoded {
  var hello = Hello(application: "", startedNanoseconds: 0)
  var now: UInt64 = 0
  mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var role = RoleWords(hello.role)
    var (id, program, version) = (hello.process?.id, hello.process?.executable, hello.process?.version)
    var (protocolVersion, type) = (AttachLine.version, "hello")
    try fields.optional("app_version", &version)
    try fields.field("application", &hello.application)
    try fields.field("attach", &protocolVersion)
    try fields.field("budgets", &hello.budgets)
    try fields.field("events", &hello.events)
    try fields.optional("executable", &program)
    try fields.optional("launched_ns", &hello.launchedNanoseconds)
    try fields.optional("may_fire", &role.events)
    try fields.field("modules", &hello.modules)
    try fields.field("next_seq", &hello.nextEntry)
    try fields.field("now_ns", &now)
    try fields.sparse("pending", &hello.isPending, usually: false)
    try fields.optional("pid", &id)
    try fields.sparse("prewarmed", &hello.processStart.isPrewarmed, usually: false)
    try fields.optional("process_ns", &hello.processStart.nanoseconds)
    try fields.sparse("resumed", &hello.isResumed, usually: false)
    try fields.optional("role", &role.role)
    try fields.field("seconds_from_utc", &hello.secondsFromUTC)
    try fields.optional("session", &hello.session)
    try fields.field("started_ns", &hello.startedNanoseconds)
    try fields.field("state", &hello.state)
    try fields.sparse("traced", &hello.processStart.isTraced, usually: false)
    try fields.field("type", &type)
    guard Visitor.reads else { return }
    hello.role = role.value
    hello.process = id.map { ApplicationProcess(id: $0, executable: program, version: version) }
  }
}

struct PrologueLine: LineCoded {
  var prologue = Prologue(modules: [], state: .notRunning, launchedNanoseconds: nil, entries: [])
  /// How many of the following lines are entries of the prologue.
  var count = 0
  mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var type = "prologue"
    try fields.field("count", &count)
    try fields.optional("launched_ns", &prologue.launchedNanoseconds)
    try fields.field("modules", &prologue.modules)
    try fields.optional("next_seq", &prologue.nextEntry)
    try fields.field("state", &prologue.state)
    try fields.field("type", &type)
  }
}

struct HandlerLine: LineCoded {
  var handler: RunningHandler?

  mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var (event, module, since) = (handler?.event, handler?.module, handler?.sinceNanoseconds)
    var (moduleID, dispatch, type) = (handler?.moduleID, handler?.dispatch?.id, "handler")
    var (begun, budget) = (handler?.dispatch?.sinceNanoseconds, handler?.dispatch?.budgetNanoseconds)
    try fields.optional("budget_ns", &budget)
    try fields.optional("dispatch", &dispatch)
    try fields.optional("dispatch_since_ns", &begun)
    try fields.optional("event", &event)
    try fields.optional("module", &module)
    try fields.optional("module_id", &moduleID)
    try fields.optional("since_ns", &since)
    try fields.field("type", &type)
    guard Visitor.reads, let module, let event, let since else { return }
    let running = dispatch.map {
      RunningDispatch(id: $0, sinceNanoseconds: begun ?? since, budgetNanoseconds: budget)
    }
    handler = RunningHandler(
      module: module, moduleID: moduleID, event: event, sinceNanoseconds: since, dispatch: running)
  }
}

struct ReplyLine: LineCoded {
  /// `nil` for an answer that this version does not know.
  var reply: Reply?

  mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var (id, answer, type) = (reply?.id ?? 0, "", "reply")
    var (done, problem, problems, summary) = (Int?.none, String?.none, [ProblemLine]?.none, RepetitionSummary?.none)
    switch reply?.answer {
    case .refused(let sentence): (answer, problem) = ("refused", sentence)
    case .accepted: answer = "accepted"
    case .started: answer = "started"
    case .repeating(let count): (answer, done) = ("repeating", count)
    case .repeated(let whole): (answer, summary) = ("repeated", whole)
    case .finished(let sentence): (answer, problem) = ("finished", sentence)
    case .problems(let all):
      (answer, problems) = ("problems", all.map { ProblemLine(argument: $0.argument, expected: $0.expected) })
    case nil: break
    }
    try fields.field("answer", &answer)
    try fields.optional("done", &done)
    try fields.field("id", &id)
    try fields.optional("problem", &problem)
    try fields.optional("problems", &problems)
    try fields.optional("summary", &summary)
    try fields.field("type", &type)
    guard Visitor.reads else { return }
    func bounded(_ count: Int) -> Int { min(max(0, count), Command.mostTimes) }
    let found: Reply.Answer? =
      switch answer {
      case "refused": .refused(problem ?? "")
      case "accepted": .accepted
      case "started": .started
      case "repeating": .repeating(done: bounded(done ?? 0))
      case "repeated":
        summary.map { summary in
          var summary = summary
          (summary.done, summary.times) = (bounded(summary.done), bounded(summary.times))
          return .repeated(summary)
        }
      case "finished": .finished(problem: problem)
      case "problems":
        .problems((problems ?? []).map { EventArgumentProblem(argument: $0.argument, expected: $0.expected) })
      default: nil
      }
    reply = found.map { Reply(id: id, answer: $0) }
  }
}

struct ProblemLine: LineCoded {
  var argument: String?
  var expected = ""
  mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.optional("argument", &argument)
    try fields.field("expected", &expected)
  }
}

/// A request from an inspector: `perform` or `check` with a command, `prologue` after it has dropped entries, or `role`
/// to ask for another role.
struct RequestLine: LineCoded {
  var arguments: EventValue?
  var command: String?
  var event: String?
  var id: UInt64 = 0
  var mayFire: [String]?
  var module: ModuleID?
  var object: OwnedObjectID?
  var place: Int?
  var relaunching: Bool?
  var role: String?
  var times: Int?
  var type = "prologue"

  init() {}

  init(askingFor role: InspectionRole) {
    let words = RoleWords(role)
    (type, self.role, mayFire) = ("role", words.role, words.events)
  }

  init(_ request: InspectionRequest) {
    id = request.id
    let asked: Command
    switch request.kind {
    case .perform(let command): (type, asked) = ("perform", command)
    case .check(let command): (type, asked) = ("check", command)
    }
    (command, module) = (asked.word, asked.module)
    switch asked {
    case .fire(let event, let arguments): (self.event, self.arguments) = (event, arguments)
    case .fireRepeatedly(let event, let arguments, let times, let relaunching):
      (self.event, self.arguments) = (event, arguments)
      (self.times, self.relaunching) = (times, relaunching)
    case .move(_, let place): self.place = place
    case .cancel(let object): self.object = object
    case .relaunch(let arguments): self.arguments = arguments
    case .stopRepeating, .remove, .restore, .switchOn, .switchOff, .sendMissedEvents: break
    }
  }

  /// The decoded request; `nil` if this version does not know it, or fields are missing.
  var request: InspectionRequest? {
    guard let asked else { return nil }
    return switch type {
    case "perform": InspectionRequest(id: id, kind: .perform(asked))
    case "check": InspectionRequest(id: id, kind: .check(asked))
    default: nil
    }
  }

  private var asked: Command? {
    let arguments = arguments ?? .null
    return switch command {
    case "fire": event.map { .fire(event: $0, arguments: arguments) }
    case "fireRepeatedly":
      event.map {
        .fireRepeatedly(event: $0, arguments: arguments, times: times ?? 1, relaunching: relaunching ?? false)
      }
    case "stopRepeating": .stopRepeating
    case "remove": module.map(Command.remove)
    case "restore": module.map(Command.restore)
    case "switchOn": module.map(Command.switchOn)
    case "switchOff": module.map(Command.switchOff)
    case "move": module.flatMap { module in place.map { .move(module, to: $0) } }
    case "sendMissedEvents": module.map(Command.sendMissedEvents)
    case "cancel": object.map(Command.cancel)
    case "relaunch": .relaunch(arguments: arguments)
    default: nil
    }
  }

  mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.optional("arguments", &arguments)
    try fields.optional("command", &command)
    try fields.optional("event", &event)
    // Only a command has a number.
    try fields.sparse("id", &id, usually: 0)
    try fields.optional("may_fire", &mayFire)
    try fields.optional("module", &module)
    try fields.optional("object", &object)
    try fields.optional("place", &place)
    try fields.optional("relaunching", &relaunching)
    try fields.optional("role", &role)
    try fields.optional("times", &times)
    try fields.field("type", &type)
  }
}
