import ModuleLifecycle

extension WarningEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    // The sentence that the other fields make is written too, for readers that do not know them.
    var sentence = Visitor.reads ? message : message ?? words
    try fields.field("at_ns", &atNanoseconds)
    try fields.optional("charged_ns", &chargedNanoseconds)
    try fields.optional("computing_ns", &computingNanoseconds)
    try fields.optional("count", &count)
    try fields.optional("dispatch", &dispatch)
    try fields.optional("elapsed_ns", &elapsedNanoseconds)
    try fields.optional("error", &error)
    try fields.optional("event", &event)
    try fields.sparse("events", &events, usually: [])
    try fields.optional("experiment", &experiment)
    try fields.optional("fate", &fate)
    try fields.optional("handler_ns", &handlerNanoseconds)
    try fields.sparse("handlers", &handlers, usually: [])
    try fields.optional("hint", &hint)
    try fields.optional("inner_event", &innerEvent)
    try fields.field("kind", &kind)
    try fields.optional("limit", &limit)
    try fields.optional("limit_ns", &limitNanoseconds)
    try fields.optional("message", &sentence)
    try fields.optional("module", &module)
    try fields.optional("module_id", &moduleID)
    try fields.sparse("objects", &objects, usually: [])
    try fields.optional("owner", &owner)
    try fields.optional("owner_id", &ownerID)
    try fields.optional("reference", &reference)
    try fields.known("state", &state)
    try fields.sparse("under_way", &isUnderWay, usually: false)
    try fields.optional("waiting_ns", &waitingNanoseconds)
    if Visitor.reads { message = sentence == words ? nil : sentence }
  }
}

extension WarningEntry.Handler: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.optional("event", &event)
    try fields.field("module", &module)
    try fields.optional("module_id", &moduleID)
  }
}

extension WarningEntry.DanglingReference: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("name", &name)
    try fields.field("policy", &policy)
    try fields.field("reading", &reading)
    try fields.field("type", &type)
  }
}

extension HolderHint: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var clause = Visitor.reads ? text : clause
    try fields.optional("hold", &hold)
    try fields.sparse("holder", &holder, usually: "")
    try fields.optional("holder_owner", &holderOwner)
    try fields.optional("object", &object)
    try fields.optional("remedy", &remedy)
    try fields.optional("text", &clause)
    try fields.field("trust", &trust)
    if Visitor.reads { text = clause == words ? nil : clause }
  }
}
