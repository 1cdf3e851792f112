/// One object in a bag.
struct OwnedRow: Sendable {
  /// How to give the resource back, and where that may run.
  enum Cleanup: Sendable {
    case anywhere(@Sendable () -> Void)
    case onMainActor(@MainActor @Sendable () -> Void)

    var needsMainActor: Bool { if case .onMainActor = self { true } else { false } }
  }

  /// The owner's count when it was acquired.
  let number: UInt32
  /// Of the name and kind.
  let hash: UInt32
  /// Where the kind stands among the bag's kinds.
  let kind: UInt32
  let id: UInt64
  var name: String
  /// `nil` once the row has been taken, and only its place is left.
  var cleanup: Cleanup?
  var extras: OwnedExtras?
  let acquired: UInt64
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

/// A row on its way out of the bag.
struct TakenRow: Sendable {
  let id: UInt64
  let number: UInt32
  let kind: OwnedKind
  let name: String
  let cleanup: OwnedRow.Cleanup
  let extras: OwnedExtras?
}
