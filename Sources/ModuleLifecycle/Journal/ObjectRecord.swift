/// An object that was acquired, as the journal keeps it: objects come and go by the million.
struct AcquisitionRecord: Sendable {
  let item: OwnedItem
  let at: UInt64
  /// 0 for none.
  let dispatch: UInt64

  var entry: OwnedEntry {
    OwnedEntry(
      id: item.id, owner: item.owner.name, ownerID: item.owner.id, number: Int(item.number), kind: item.kind.rawValue,
      name: item.name, lifetime: item.lifetime, detail: item.extras?.detail, dispatch: dispatch == 0 ? nil : dispatch,
      atNanoseconds: at)
  }
}

/// An object that was released, as the journal keeps it.
struct ReleaseRecord: Sendable {
  let item: OwnedItem
  let at: UInt64
  /// How long the cleanup took.
  let took: UInt64
  let cause: ReleaseCause
  let isOnMain: Bool
  /// Whether its owner had been overdue.
  let isLate: Bool

  /// The entry; for an owner that was found dead, with what is known of the time.
  func entry(_ sweep: OwnershipLedger.Sweep?) -> ReleasedEntry {
    ReleasedEntry(
      id: item.id, owner: item.owner.name, ownerID: item.owner.id, number: Int(item.number), kind: item.kind.rawValue,
      name: item.name, lifetime: item.lifetime, reason: cause.reason, atNanoseconds: at, cleanupNanoseconds: took,
      thread: isOnMain ? "main" : "background", isLateRelease: isLate, aliveAfter: sweep?.aliveAfter,
      deadAfter: sweep?.deadAfter)
  }
}

extension OwnedItem {
  fileprivate var lifetime: String { (extras?.lifetime ?? .module).description }
}
