import ModuleLifecycle

extension ModuleEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.sparse("after", &after, usually: [])
    try fields.field("at_ns", &atNanoseconds)
    try fields.optional("cause", &cause)
    try fields.field("change", &change)
    try fields.optional("computing_ns", &computingNanoseconds)
    try fields.field("handles", &handles)
    try fields.field("id", &id)
    try fields.field("late_release", &isLateRelease)
    try fields.field("main", &isMain)
    try fields.field("name", &name)
    try fields.field("on", &isOn)
    try fields.field("order", &order)
    try fields.field("owner_id", &owner)
    try fields.optional("parent", &parent)
    try fields.optional("reason", &error)
    try fields.sparse("required", &isRequired, usually: false)
    try fields.optional("took_ns", &tookNanoseconds)
    try fields.optional("waiting_ns", &waitingNanoseconds)
  }
}

extension StateEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("at_ns", &atNanoseconds)
    try fields.field("state", &state)
  }
}

extension OutputEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("at_ns", &atNanoseconds)
    try fields.optional("event", &event)
    try fields.field("line", &line)
    try fields.optional("module", &module)
    try fields.optional("module_id", &moduleID)
  }
}

extension MarkEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("at_ns", &atNanoseconds)
    try fields.optional("dispatch", &dispatch)
    try fields.optional("module", &module)
    try fields.optional("module_id", &moduleID)
    try fields.field("name", &name)
  }
}

extension LookUpEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("at_ns", &atNanoseconds)
    try fields.optional("by", &by)
    try fields.optional("by_id", &byID)
    try fields.optional("dispatch", &dispatch)
    try fields.field("module", &module)
    try fields.field("module_id", &moduleID)
  }
}

extension StoppedEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("at_ns", &atNanoseconds)
    try fields.field("took_ns", &tookNanoseconds)
  }
}

extension RequestEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.optional("arguments", &arguments)
    try fields.field("at_ns", &atNanoseconds)
    try fields.optional("claimed_name", &claimedName)
    try fields.field("command", &command)
    try fields.optional("event", &event)
    try fields.optional("module_id", &moduleID)
    try fields.field("outcome", &outcome)
    try fields.optional("pid", &process)
    try fields.optional("reason", &reason)
    try fields.optional("uid", &user)
  }
}

extension JournalSwitchEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("at_ns", &atNanoseconds)
    try fields.field("on", &isOn)
  }
}

extension GapEntry: LineCoded {
  package init() { self.init(dropped: 0) }

  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("dropped", &dropped)
  }
}
