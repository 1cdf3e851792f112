import EventArguments
import ModuleLifecycle
import Recordings

struct TypeLine: LineCoded {
  var type = ""
  mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("type", &type)
  }
}

/// The first line of an inspector: which protocol it speaks, at most and at least, and what it asks to be allowed.
struct AttachLine: LineCoded {
  /// The version of the protocol that is spoken here.
  static let version = 1

  var attach = 0
  var min: Int?
  var role = InspectionRole.view

  mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("attach", &attach)
    try fields.optional("min", &min)
    try fields.defaulted("role", &role)
  }
}

/// Why an inspector is sent away: the last line that it is told.
struct ErrorLine: LineCoded {
  /// One word for programs: `malformed`, `version`, `busy`.
  var error = ""
  /// The same in a sentence.
  var message = ""

  mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("error", &error)
    try fields.field("message", &message)
    try fields.type("error")
  }
}

struct ByeLine: LineCoded {
  mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.type("bye")
  }
}

struct HelloLine: LineCoded {
  var hello = Hello(application: "", startedNanoseconds: 0)
  var now: UInt64 = 0
  mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("application", &hello.application)
    try fields.defaulted("budgets", &hello.budgets)
    try fields.defaulted("events", &hello.events)
    try fields.optional("launched_ns", &hello.launchedNanoseconds)
    try fields.defaulted("modules", &hello.modules)
    try fields.field("now_ns", &now)
    try fields.field("role", &hello.role)
    try fields.defaulted("seconds_from_utc", &hello.secondsFromUTC)
    try fields.field("started_ns", &hello.startedNanoseconds)
    try fields.field("state", &hello.state)
    try fields.type("hello")
  }
}

struct PrologueLine: LineCoded {
  var prologue = Prologue(modules: [], state: .notRunning, launchedNanoseconds: nil, entries: [])
  /// How many of the lines that follow are its entries.
  var count = 0
  mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("count", &count)
    try fields.optional("launched_ns", &prologue.launchedNanoseconds)
    try fields.field("modules", &prologue.modules)
    try fields.field("state", &prologue.state)
    try fields.type("prologue")
  }
}

struct EventsLine: LineCoded {
  var events: [EventDescription] = []
  mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("events", &events)
    try fields.type("events")
  }
}

struct HandlerLine: LineCoded {
  var budget: UInt64?
  var dispatch: UInt64?
  var dispatchSince: UInt64?
  var event: String?
  var module: String?
  var moduleID: ModuleID?
  var since: UInt64?

  init() {}

  init(_ handler: RunningHandler?) {
    budget = handler?.dispatch?.budgetNanoseconds
    dispatch = handler?.dispatch?.id
    dispatchSince = handler?.dispatch?.sinceNanoseconds
    event = handler?.event
    module = handler?.module
    moduleID = handler?.moduleID
    since = handler?.sinceNanoseconds
  }

  var handler: RunningHandler? {
    guard let module, let event, let since else { return nil }
    let running = dispatch.map {
      RunningDispatch(id: $0, sinceNanoseconds: dispatchSince ?? since, budgetNanoseconds: budget)
    }
    return RunningHandler(
      module: module, moduleID: moduleID, event: event, sinceNanoseconds: since, dispatch: running)
  }

  mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.optional("budget_ns", &budget)
    try fields.optional("dispatch", &dispatch)
    try fields.optional("dispatch_since_ns", &dispatchSince)
    try fields.optional("event", &event)
    try fields.optional("module", &module)
    try fields.optional("module_id", &moduleID)
    try fields.optional("since_ns", &since)
    try fields.type("handler")
  }
}

struct ReplyLine: LineCoded {
  var answer = ""
  var done: Int?
  var id: UInt64 = 0
  var problem: String?
  var problems: [ProblemLine]?
  var summary: RepetitionSummary?

  init() {}

  init(_ reply: Reply) {
    id = reply.id
    switch reply.answer {
    case .refused(let problem): (answer, self.problem) = ("refused", problem)
    case .accepted: answer = "accepted"
    case .started: answer = "started"
    case .repeating(let done): (answer, self.done) = ("repeating", done)
    case .repeated(let summary): (answer, self.summary) = ("repeated", summary)
    case .finished(let problem): (answer, self.problem) = ("finished", problem)
    case .problems(let problems):
      (answer, self.problems) = ("problems", problems.map { ProblemLine(argument: $0.argument, expected: $0.expected) })
    }
  }

  /// `nil` for an answer that this version does not know.
  var reply: Reply? {
    let found: Reply.Answer? =
      switch answer {
      case "refused": .refused(problem ?? "")
      case "accepted": .accepted
      case "started": .started
      case "repeating": .repeating(done: min(max(0, done ?? 0), Command.mostTimes))
      case "repeated":
        summary.map { summary in
          var summary = summary
          summary.done = min(max(0, summary.done), Command.mostTimes)
          summary.times = min(max(0, summary.times), Command.mostTimes)
          return .repeated(summary)
        }
      case "finished": .finished(problem: problem)
      case "problems":
        .problems((problems ?? []).map { EventArgumentProblem(argument: $0.argument, expected: $0.expected) })
      default: nil
      }
    return found.map { Reply(id: id, answer: $0) }
  }

  mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("answer", &answer)
    try fields.optional("done", &done)
    try fields.field("id", &id)
    try fields.optional("problem", &problem)
    try fields.optional("problems", &problems)
    try fields.optional("summary", &summary)
    try fields.type("reply")
  }
}

struct ProblemLine: LineCoded {
  var argument: String?
  var expected = ""
  mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.optional("argument", &argument)
    try fields.field("expected", &expected)
  }
}

/// What an inspector asks: to `perform` or to `check` a command, or for a `prologue`, because it has dropped entries.
struct RequestLine: LineCoded {
  var arguments: JSONValue?
  var command: String?
  var event: String?
  var id: UInt64 = 0
  var module: ModuleID?
  var object: OwnedObjectID?
  var place: Int?
  var relaunching: Bool?
  var times: Int?
  var type = "prologue"

  init() {}

  init(_ request: InspectionRequest) {
    id = request.id
    let asked: Command
    switch request.kind {
    case .perform(let command): (type, asked) = ("perform", command)
    case .check(let command): (type, asked) = ("check", command)
    }
    switch asked {
    case .fire(let event, let arguments): (command, self.event, self.arguments) = ("fire", event, arguments)
    case .fireRepeatedly(let event, let arguments, let times, let relaunching):
      (command, self.event, self.arguments) = ("fireRepeatedly", event, arguments)
      (self.times, self.relaunching) = (times, relaunching)
    case .stopRepeating: command = "stopRepeating"
    case .remove(let id): (command, module) = ("remove", id)
    case .bringBack(let id): (command, module) = ("bringBack", id)
    case .switchOn(let id): (command, module) = ("switchOn", id)
    case .switchOff(let id): (command, module) = ("switchOff", id)
    case .move(let id, let place): (command, module, self.place) = ("move", id, place)
    case .catchUp(let id): (command, module) = ("catchUp", id)
    case .cancel(let object): (command, self.object) = ("cancel", object)
    case .relaunch(let arguments): (command, self.arguments) = ("relaunch", arguments)
    }
  }

  /// `nil` for one that this version does not know, or that says too little.
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
    case "bringBack": module.map(Command.bringBack)
    case "switchOn": module.map(Command.switchOn)
    case "switchOff": module.map(Command.switchOff)
    case "move": module.flatMap { module in place.map { .move(module, to: $0) } }
    case "catchUp": module.map(Command.catchUp)
    case "cancel": object.map(Command.cancel)
    case "relaunch": .relaunch(arguments: arguments)
    default: nil
    }
  }

  mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.optional("arguments", &arguments)
    try fields.optional("command", &command)
    try fields.optional("event", &event)
    try fields.defaulted("id", &id)
    try fields.optional("module", &module)
    try fields.optional("object", &object)
    try fields.optional("place", &place)
    try fields.optional("relaunching", &relaunching)
    try fields.optional("times", &times)
    try fields.field("type", &type)
  }
}
