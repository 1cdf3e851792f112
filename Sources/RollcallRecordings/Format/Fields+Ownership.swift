import ModuleLifecycle

extension OwnedEntry: LineCoded {
  package init() { self.init(OwnedObjectFacts()) }

  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var common = object.common
    try fields.field("at_ns", &atNanoseconds)
    try fields.optional("detail", &detail)
    try fields.optional("dispatch", &dispatch)
    try fields.field("id", &object.id)
    try fields.field("kind", &common.kind)
    try object.visitRest(&common, &fields)
    if Visitor.reads { object.common = common }
  }
}

extension ReleasingEntry: LineCoded {
  package init() { self.init(OwnedObjectFacts()) }

  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var common = object.common
    try fields.field("at_ns", &atNanoseconds)
    try fields.field("id", &object.id)
    try fields.field("kind", &common.kind)
    try object.visitRest(&common, &fields)
    try fields.field("reason", &reason)
    if Visitor.reads { object.common = common }
  }
}

extension ReleasedEntry: LineCoded {
  package init() { self.init(OwnedObjectFacts()) }

  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var common = object.common
    try fields.optional("alive_after", &aliveAfter)
    try fields.field("at_ns", &atNanoseconds)
    try fields.field("cleanup_ns", &cleanupNanoseconds)
    try fields.optional("dead_after", &deadAfter)
    try fields.field("id", &object.id)
    try fields.field("kind", &common.kind)
    try fields.field("late_release", &isLateRelease)
    try object.visitRest(&common, &fields)
    try fields.field("reason", &reason)
    try fields.field("thread", &thread)
    if Visitor.reads { object.common = common }
  }
}

extension OwnedObjectFacts {
  /// Visits the fields that follow each other in each entry about an object.
  fileprivate mutating func visitRest<Visitor: FieldVisitor>(
    _ common: inout Common, _ fields: inout Visitor
  ) throws(Visitor.Problem) {
    try fields.field("lifetime", &common.lifetime)
    try fields.field("name", &name)
    try fields.field("number", &number)
    try fields.field("owner", &common.owner)
    try fields.field("owner_id", &common.ownerID)
  }
}

extension OverdueEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("after_ns", &afterNanoseconds)
    try fields.field("at_ns", &atNanoseconds)
    try fields.field("hints", &hints)
    try fields.optional("id", &id)
    try fields.optional("muted_by", &mutedBy)
    try fields.field("name", &name)
    try fields.field("owner_id", &owner)
  }
}

extension OwnedObjectID: LineCoded {
  package init() { self.init(owner: 0, number: 0) }

  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var (number, owner) = (number, owner)
    try fields.field("number", &number)
    try fields.field("owner", &owner)
    if number != self.number || owner != self.owner { self = OwnedObjectID(owner: owner, number: number) }
  }
}

extension OwnerEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.optional("alive_after", &aliveAfter)
    try fields.field("at_ns", &atNanoseconds)
    try fields.field("change", &change)
    try fields.optional("dead_after", &deadAfter)
    try fields.field("late_release", &isLateRelease)
    try fields.field("name", &name)
    try fields.field("owner_id", &owner)
    try fields.optional("took_ns", &tookNanoseconds)
  }
}

extension AliveEntry: LineCoded {
  package mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("at_ns", &atNanoseconds)
    try fields.field("kind", &kind)
    try fields.field("name", &name)
    try fields.field("number", &number)
    try fields.field("owner", &owner)
    try fields.field("owner_id", &ownerID)
    try fields.field("state", &state)
  }
}
