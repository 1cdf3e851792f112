/// An object that was acquired or released, as the journal keeps it. It is compact: objects come and go by the million.
struct ObjectRecord: Sendable {
  /// How an object was released.
  struct Release: Sendable {
    let reason: ReleaseReason
    let isOnMain: Bool
    /// Whether its owner had been overdue.
    let isLate: Bool
  }

  /// What happened to an object.
  struct Change {
    let at: UInt64
    let dispatchOrTook: UInt64
    let release: Release?
  }

  let id: UInt64
  let name: String
  let kind: OwnedKind
  let declaration: OwnedDeclaration?
  let at: UInt64
  /// For an acquisition, its dispatch, or 0 for none. For a release, the duration of the cleanup.
  let dispatchOrTook: UInt64
  let number: UInt32
  /// `nil` for an acquisition.
  let release: Release?

  init(_ row: borrowing OwnedRow, _ kind: OwnedKind, _ change: Change) {
    id = row.id
    name = row.name
    self.kind = kind
    declaration = row.declaration
    at = change.at
    dispatchOrTook = change.dispatchOrTook
    number = row.number
    release = change.release
  }

  /// An estimate of the memory that it keeps elsewhere, in bytes. Short strings keep none.
  var cost: Int {
    let bytes = name.utf8.count
    return (bytes > 15 ? 32 + bytes : 0) + (declaration?.cost ?? 0)
  }

  /// The entry for an owner's object.
  func entry(of owner: OwnerLabel) -> JournalEntry {
    if let release { return .released(released(release, by: owner, sweep: nil)) }
    return .owned(
      OwnedEntry(
        id: id, owner: owner.name, ownerID: owner.id, number: Int(number), kind: kind.rawValue, name: name,
        lifetime: lifetime, detail: declaration?.detail, dispatch: dispatchOrTook == 0 ? nil : dispatchOrTook,
        atNanoseconds: at))
  }

  /// The entry of a release. If the owner was found dead, the entry has what is known of the time.
  func released(_ release: Release, by owner: OwnerLabel, sweep: OwnershipLedger.Sweep?) -> ReleasedEntry {
    ReleasedEntry(
      id: id, owner: owner.name, ownerID: owner.id, number: Int(number), kind: kind.rawValue, name: name,
      lifetime: lifetime, reason: release.reason, atNanoseconds: at, cleanupNanoseconds: dispatchOrTook,
      thread: release.isOnMain ? "main" : "background", isLateRelease: release.isLate, aliveAfter: sweep?.aliveAfter,
      deadAfter: sweep?.deadAfter)
  }

  private var lifetime: String { (declaration?.lifetime ?? .module).description }
}
