import ModuleLifecycle
import RollcallEventArguments
package import RollcallRecordings

extension EventDescription: LineCoded {
  package init() { self.init(name: "", rule: "") }

  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var arguments = arguments.map { ArgumentLine(example: $0.example, name: $0.name) }
    var states = expectedStates.map { $0.sorted { $0.rawValue < $1.rawValue } }
    try fields.optional("application_event", &applicationEvent)
    try fields.field("arguments", &arguments)
    try fields.field("bridged", &bridged)
    try fields.optional("deadline_ns", &deadlineNanoseconds)
    try fields.optional("expected_states", &states)
    try fields.field("name", &name)
    try fields.field("rule", &rule)
    guard Visitor.reads else { return }
    // A form and a command have one value for each name.
    var names: Set<String> = []
    self.arguments = arguments.filter { names.insert($0.name).inserted }
      .map { EventArgument(name: $0.name, example: $0.example) }
    expectedStates = states.map { Set($0) }
  }
}

private struct ArgumentLine: LineCoded {
  var example = EventValue.null
  var name = ""
  mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("example", &example)
    try fields.field("name", &name)
  }
}

extension RepetitionSummary: LineCoded {
  package init() { self.init(durations: [], times: 0, startedNanoseconds: 0, endedNanoseconds: 0) }

  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("done", &done)
    try fields.field("elapsed_ns", &elapsedNanoseconds)
    try fields.field("ended_ns", &endedNanoseconds)
    try fields.field("longest_ns", &longestNanoseconds)
    try fields.optional("median_creation_ns", &medianCreationNanoseconds)
    try fields.field("median_ns", &medianNanoseconds)
    try fields.field("p95_ns", &p95Nanoseconds)
    try fields.field("times", &times)
    try fields.field("total_ns", &totalNanoseconds)
  }
}
