/// An acquired object as the journal keeps it.
struct OwnedRecord: Sendable {
  let id: UInt64
  let owner: OwnerLabel
  let number: UInt32
  let kind: OwnedKind
  let name: String
  let extras: OwnedExtras?
  /// 0 for none.
  let dispatch: UInt64
  let at: UInt64

  var entry: OwnedEntry {
    OwnedEntry(
      id: id, owner: owner.name, ownerID: owner.id, number: Int(number), kind: kind.rawValue, name: name,
      lifetime: (extras?.lifetime ?? .module).description, detail: extras?.detail,
      dispatch: dispatch == 0 ? nil : dispatch, atNanoseconds: at)
  }
}

/// A released object as the journal keeps it.
struct ReleasedRecord: Sendable {
  let id: UInt64
  let owner: OwnerLabel
  let number: UInt32
  let cause: ReleaseCause
  let isOnMain: Bool
  let isLateRelease: Bool
  let kind: OwnedKind
  let name: String
  let extras: OwnedExtras?
  let at: UInt64
  let took: UInt64
  let sweep: OwnershipLedger.Sweep?

  var entry: ReleasedEntry {
    ReleasedEntry(
      id: id, owner: owner.name, ownerID: owner.id, number: Int(number), kind: kind.rawValue, name: name,
      lifetime: (extras?.lifetime ?? .module).description, reason: cause.reason, atNanoseconds: at,
      cleanupNanoseconds: took, thread: isOnMain ? "main" : "background", isLateRelease: isLateRelease,
      aliveAfter: sweep?.aliveAfter, deadAfter: sweep?.deadAfter)
  }
}
