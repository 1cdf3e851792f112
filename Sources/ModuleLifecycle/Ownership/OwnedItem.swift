/// One owned object: its place in a bag as long as it lives, and what the journal says of it, also afterwards.
///
/// It is made once and shared by the bag, its handle and the journal's two rows, so that passing it on costs a reference.
final class OwnedItem: Sendable {
  /// How to give the resource back, and where that may run.
  enum Cleanup: Sendable {
    case anywhere(@Sendable () -> Void)
    case onMainActor(@MainActor @Sendable () -> Void)
  }

  let id: UInt64
  let owner: OwnerLabel
  let kind: OwnedKind
  /// Empty for an object without a name.
  let name: String
  let extras: OwnedExtras?
  /// The owner's count when it was acquired.
  let number: UInt32

  // The rest belongs to the bag, and is touched under its lock only.

  /// Where the kind stands among the bag's kinds.
  nonisolated(unsafe) var tally: UInt32 = 0
  /// Of the name and kind; 0 for an object without a name.
  nonisolated(unsafe) var hash: UInt32 = 0
  /// Where it stands in the bag.
  nonisolated(unsafe) var place: UInt32 = 0
  /// `nil` once somebody has taken it to run it.
  nonisolated(unsafe) var cleanup: Cleanup?

  init(
    id: UInt64, owner: OwnerLabel, number: UInt32, kind: OwnedKind, name: String, extras: OwnedExtras?,
    cleanup: Cleanup
  ) {
    self.id = id
    self.owner = owner
    self.number = number
    self.kind = kind
    self.name = name
    self.extras = extras
    unsafe self.cleanup = cleanup
  }

  /// An estimate of the memory that it keeps alive, in bytes; short strings take none of their own.
  var cost: Int {
    let bytes = name.utf8.count
    return bytes > 15 ? 160 + bytes : 128
  }
}

extension OwnedItem.Cleanup {
  var needsMainActor: Bool { if case .onMainActor = self { true } else { false } }

  func run() {
    switch self {
    case .anywhere(let body): body()
    case .onMainActor(let body): MainActor.assumeIsolated { body() }
    }
  }
}

/// What few objects have.
final class OwnedExtras: Sendable {
  let lifetime: OwnedLifetime
  let detail: String?
  let hold: OwnedHold?

  private init(lifetime: OwnedLifetime, detail: String?, hold: OwnedHold?) {
    self.lifetime = lifetime
    self.detail = detail
    self.hold = hold
  }

  /// The extras, if there are any.
  static func of(lifetime: OwnedLifetime, detail: String?, hold: OwnedHold?) -> OwnedExtras? {
    if lifetime == .module, detail == nil, hold == nil { return nil }
    return OwnedExtras(lifetime: lifetime, detail: detail, hold: hold)
  }
}
