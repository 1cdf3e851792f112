/// The entries that speak of owners and what they own.
extension LineBuffer {
  mutating func append(_ entry: OwnedEntry) {
    append(raw: #"{"at_ns":"#)
    append(entry.atNanoseconds)
    append(#","detail":"#, entry.detail)
    append(#","dispatch":"#, entry.dispatch)
    append(raw: #","id":"#)
    append(entry.id)
    append(raw: #","kind":"#)
    append(entry.kind)
    append(raw: #","lifetime":"#)
    append(entry.lifetime)
    append(raw: #","name":"#)
    append(entry.name)
    append(raw: #","number":"#)
    append(entry.number)
    append(raw: #","owner":"#)
    append(entry.owner)
    append(raw: #","owner_id":"#)
    append(entry.ownerID)
    append(raw: #","type":"owned"}"#)
  }

  mutating func append(_ entry: ReleasingEntry) {
    append(raw: #"{"at_ns":"#)
    append(entry.atNanoseconds)
    append(raw: #","id":"#)
    append(entry.id)
    append(raw: #","kind":"#)
    append(entry.kind)
    append(raw: #","lifetime":"#)
    append(entry.lifetime)
    append(raw: #","name":"#)
    append(entry.name)
    append(raw: #","number":"#)
    append(entry.number)
    append(raw: #","owner":"#)
    append(entry.owner)
    append(raw: #","owner_id":"#)
    append(entry.ownerID)
    append(raw: #","reason":"#)
    append(entry.reason.rawValue)
    append(raw: #","type":"releasing"}"#)
  }

  mutating func append(_ entry: ReleasedEntry) {
    append(raw: #"{"#)
    append(#""alive_after":"#, entry.aliveAfter)
    if entry.aliveAfter != nil { append(raw: ",") }
    append(raw: #""at_ns":"#)
    append(entry.atNanoseconds)
    append(raw: #","cleanup_ns":"#)
    append(entry.cleanupNanoseconds)
    append(#","dead_after":"#, entry.deadAfter)
    append(raw: #","id":"#)
    append(entry.id)
    append(raw: #","kind":"#)
    append(entry.kind)
    append(raw: #","late_release":"#)
    append(entry.isLateRelease)
    append(raw: #","lifetime":"#)
    append(entry.lifetime)
    append(raw: #","name":"#)
    append(entry.name)
    append(raw: #","number":"#)
    append(entry.number)
    append(raw: #","owner":"#)
    append(entry.owner)
    append(raw: #","owner_id":"#)
    append(entry.ownerID)
    append(raw: #","reason":"#)
    append(entry.reason.rawValue)
    append(raw: #","thread":"#)
    append(entry.thread)
    append(raw: #","type":"released"}"#)
  }

  mutating func append(_ entry: OverdueEntry) {
    append(raw: #"{"after_ns":"#)
    append(entry.afterNanoseconds)
    append(raw: #","at_ns":"#)
    append(entry.atNanoseconds)
    append(raw: #","hints":"#)
    append(entry.hints) { $0.append($1) }
    append(#","id":"#, entry.id?.rawValue)
    append(#","muted_by":"#, entry.mutedBy)
    append(raw: #","name":"#)
    append(entry.name)
    append(raw: #","owner_id":"#)
    append(entry.owner)
    append(raw: #","type":"overdue"}"#)
  }

  mutating func append(_ entry: OwnerEntry) {
    append(raw: #"{"#)
    append(#""alive_after":"#, entry.aliveAfter)
    if entry.aliveAfter != nil { append(raw: ",") }
    append(raw: #""at_ns":"#)
    append(entry.atNanoseconds)
    append(raw: #","change":"#)
    append(entry.change.rawValue)
    append(#","dead_after":"#, entry.deadAfter)
    append(raw: #","late_release":"#)
    append(entry.isLateRelease)
    append(raw: #","name":"#)
    append(entry.name)
    append(raw: #","owner_id":"#)
    append(entry.owner)
    append(#","took_ns":"#, entry.tookNanoseconds)
    append(raw: #","type":"owner"}"#)
  }

  mutating func append(_ entry: AliveEntry) {
    append(raw: #"{"at_ns":"#)
    append(entry.atNanoseconds)
    append(raw: #","kind":"#)
    append(entry.kind)
    append(raw: #","name":"#)
    append(entry.name)
    append(raw: #","number":"#)
    append(entry.number)
    append(raw: #","owner":"#)
    append(entry.owner)
    append(raw: #","owner_id":"#)
    append(entry.ownerID)
    append(raw: #","state":"#)
    append(entry.state)
    append(raw: #","type":"alive"}"#)
  }

  private mutating func append(_ hint: HolderHint) {
    append(raw: "{")
    if let object = hint.object {
      append(raw: #""object":{"number":"#)
      append(object.number)
      append(raw: #","owner":"#)
      append(object.owner)
      append(raw: "},")
    }
    append(#""remedy":"#, hint.remedy)
    if hint.remedy != nil { append(raw: ",") }
    append(raw: #""text":"#)
    append(hint.text)
    append(raw: #","trust":"#)
    append(hint.trust.rawValue)
    append(raw: "}")
  }
}
