import ModuleLifecycle

extension JournalHeader: LineCoded {
  package init() { self.init(application: "", startedNanoseconds: 0) }

  package mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem) {
    // A value that this version does not know is treated as missing.
    try fields.optional("allowed", &allowedWarnings)
    try fields.optional("app_version", &applicationVersion)
    try fields.field("application", &application)
    try fields.optional("budgets", &budgets)
    try fields.optional("build", &build)
    try fields.optional("device_model", &deviceModel)
    try fields.optional("launched_ns", &launchedNanoseconds)
    try fields.optional("missed", &missedEntries)
    try fields.optional("modules", &modules)
    try fields.optional("prologue", &prologueCount)
    try fields.optional("recorded_ns", &recordedNanoseconds)
    try fields.field("rollcall", &version)
    try fields.optional("rules", &rules)
    try fields.optional("seconds_from_utc", &secondsFromUTC)
    try fields.optional("session", &session)
    try fields.field("started_ns", &startedNanoseconds)
    try fields.known("state", &state)
    try fields.optional("system", &system)
  }
}

extension ModuleStatus: LineCoded {
  package init() { self.init(id: ModuleID(rawValue: 0), name: "", order: 0) }

  package mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("after", &after)
    try fields.optional("computing_ns", &computingNanoseconds)
    try fields.optional("created_ns", &createdNanoseconds)
    try fields.optional("creation_ns", &creationNanoseconds)
    try fields.field("handles", &handles)
    try fields.field("id", &id)
    try fields.field("main", &isMain)
    try fields.field("name", &name)
    try fields.field("on", &isOn)
    try fields.field("order", &order)
    try fields.optional("owner_id", &owner)
    try fields.optional("parent", &parent)
    try fields.field("present", &isPresent)
    try fields.field("required", &isRequired)
    try fields.optional("stage", &stage)
    try fields.optional("stage_ns", &stageNanoseconds)
    try fields.optional("waiting_ns", &waitingNanoseconds)
  }
}

/// In nanoseconds. An event without a budget has `null`.
extension Budgets: LineCoded {
  package init() { self = .none }

  package mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.defaulted("events", &own)
    try fields.optional("general_ns", &general)
    try fields.defaulted("shares_launch", &sharesLaunch)
  }
}
