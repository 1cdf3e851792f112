import ModuleLifecycle

extension DispatchEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var (rows, details) = (Array(handlers), details)
    try fields.field("arguments", &arguments)
    try fields.field("at_ns", &atNanoseconds)
    try fields.optional("computing_ns", &details.computingNanoseconds)
    try fields.optional("cut", &details.isCut)
    try fields.field("event", &event)
    try fields.sparse("fired", &isFired, usually: false)
    try fields.optional("follows", &details.follows)
    try fields.field("handlers", &rows)
    try fields.optional("held_ns", &details.heldNanoseconds)
    try fields.field("id", &id)
    try fields.field("out_of_state", &isOutOfState)
    try fields.optional("parent", &details.parent)
    try fields.optional("parent_module", &details.parentModule)
    try fields.optional("parent_module_id", &details.parentModuleID)
    try fields.field("replay", &isReplay)
    try fields.field("response", &details.response)
    try fields.known("state", &state)
    try fields.field("total_ns", &totalNanoseconds)
    try fields.optional("waiting_ns", &details.waitingNanoseconds)
    if Visitor.reads { (handlers, self.details) = (HandlerSpans(rows), details) }
  }
}

extension HandlerSpan: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.optional("claimed_by", &claimedBy)
    try fields.optional("computing_ns", &computingNanoseconds)
    try fields.optional("error", &error)
    try fields.field("module", &module)
    try fields.field("module_id", &moduleID)
    try fields.field("order", &order)
    try fields.field("outcome", &outcome)
    try fields.optional("parent", &parent)
    try fields.optional("part", &part)
    try fields.field("self_ns", &selfNanoseconds)
    try fields.field("start_ns", &startNanoseconds)
    try fields.optional("suspended_ns", &suspendedNanoseconds)
    try fields.field("total_ns", &totalNanoseconds)
    try fields.field("value", &value)
    try fields.optional("waiting_ns", &waitingNanoseconds)
  }
}

extension CompletionEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("at_ns", &atNanoseconds)
    try fields.field("dispatch", &dispatch)
    try fields.field("event", &event)
    try fields.field("kind", &kind)
    try fields.field("module", &module)
    try fields.field("module_id", &moduleID)
    try fields.field("took_ns", &tookNanoseconds)
    try fields.field("value", &value)
  }
}

extension RunningEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("at_ns", &atNanoseconds)
    try fields.optional("budget_ns", &budgetNanoseconds)
    try fields.optional("dispatch", &dispatch)
    try fields.optional("dispatch_ns", &dispatchNanoseconds)
    try fields.field("event", &event)
    try fields.field("module", &module)
    try fields.optional("module_id", &moduleID)
    try fields.field("running_ns", &runningNanoseconds)
    try fields.field("threshold_ns", &thresholdNanoseconds)
  }
}
