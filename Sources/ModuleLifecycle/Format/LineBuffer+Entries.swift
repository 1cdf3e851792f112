/// The members of each type of entry in the order of the format: keys sorted.
extension LineBuffer {
  mutating func append(_ entry: CompletionEntry) {
    append(raw: #"{"at_ns":"#)
    append(entry.atNanoseconds)
    append(raw: #","dispatch":"#)
    append(entry.dispatch)
    append(raw: #","event":"#)
    append(entry.event)
    append(raw: #","kind":"#)
    append(entry.kind.rawValue)
    append(raw: #","module":"#)
    append(entry.module)
    append(raw: #","module_id":"#)
    append(entry.moduleID.rawValue)
    append(raw: #","took_ns":"#)
    append(entry.tookNanoseconds)
    append(raw: #","type":"completion","value":"#)
    append(entry.value)
    append(raw: #"}"#)
  }

  mutating func append(_ entry: ModuleEntry) {
    append(raw: #"{"at_ns":"#)
    append(entry.atNanoseconds)
    append(raw: #","change":"#)
    append(entry.change.rawValue)
    append(raw: #","handles":"#)
    append(entry.handles) { $0.append($1) }
    append(raw: #","id":"#)
    append(entry.id.rawValue)
    append(raw: #","late_release":"#)
    append(entry.isLateRelease)
    append(raw: #","main":"#)
    append(entry.isMain)
    append(raw: #","name":"#)
    append(entry.name)
    append(raw: #","on":"#)
    append(entry.isOn)
    append(raw: #","order":"#)
    append(entry.order)
    append(raw: #","owner_id":"#)
    append(entry.owner)
    append(#","parent":"#, entry.parent?.rawValue)
    append(#","reason":"#, entry.reason)
    append(#","took_ns":"#, entry.tookNanoseconds)
    append(raw: #","type":"module"}"#)
  }

  mutating func append(_ entry: RunningEntry) {
    append(raw: #"{"at_ns":"#)
    append(entry.atNanoseconds)
    append(#","budget_ns":"#, entry.budgetNanoseconds)
    append(#","dispatch":"#, entry.dispatch)
    append(#","dispatch_ns":"#, entry.dispatchNanoseconds)
    append(raw: #","event":"#)
    append(entry.event)
    append(raw: #","module":"#)
    append(entry.module)
    append(raw: #","running_ns":"#)
    append(entry.runningNanoseconds)
    append(raw: #","threshold_ns":"#)
    append(entry.thresholdNanoseconds)
    append(raw: #","type":"running"}"#)
  }

  mutating func append(_ entry: StateEntry) {
    append(raw: #"{"at_ns":"#)
    append(entry.atNanoseconds)
    append(raw: #","state":"#)
    append(entry.state.rawValue)
    append(raw: #","type":"state"}"#)
  }

  mutating func append(_ entry: OutputEntry) {
    append(raw: #"{"at_ns":"#)
    append(entry.atNanoseconds)
    append(#","event":"#, entry.event)
    append(raw: #","line":"#)
    append(entry.line)
    append(#","module":"#, entry.module)
    append(raw: #","type":"output"}"#)
  }

  mutating func append(_ entry: WarningEntry) {
    append(raw: #"{"at_ns":"#)
    append(entry.atNanoseconds)
    append(#","dispatch":"#, entry.dispatch)
    append(raw: #","kind":"#)
    append(entry.kind.rawValue)
    append(raw: #","message":"#)
    append(entry.message)
    append(#","module":"#, entry.module)
    append(#","owner_id":"#, entry.ownerID)
    append(raw: #","type":"warning"}"#)
  }

  mutating func append(_ entry: GapEntry) {
    append(raw: #"{"dropped":"#)
    append(entry.dropped)
    append(raw: #","type":"gap"}"#)
  }
}
