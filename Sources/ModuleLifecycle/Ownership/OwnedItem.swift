/// One owned object, as long as it lives; its handle and its bag share it.
final class OwnedItem: Sendable {
  /// How to give the resource back, and where that may run.
  enum Cleanup: Sendable {
    case anywhere(@Sendable () -> Void)
    case onMainActor(@MainActor @Sendable () -> Void)
  }

  let id: UInt64
  /// Empty for an object without a name.
  let name: String
  let extras: OwnedExtras?

  /// The owner's count when it was acquired.
  let number: UInt32

  // The rest belongs to the bag, and is touched under its lock only.

  /// `nil` once somebody has taken it to run it.
  nonisolated(unsafe) var cleanup: Cleanup?
  /// Where the kind stands among the bag's kinds.
  nonisolated(unsafe) var tally: UInt32 = 0
  /// Of the name and kind; 0 for an object without a name.
  nonisolated(unsafe) var hash: UInt32 = 0
  /// Where it stands in the bag.
  nonisolated(unsafe) var place: UInt32 = 0

  init(id: UInt64, number: UInt32, name: String, extras: OwnedExtras?, cleanup: Cleanup) {
    self.id = id
    self.number = number
    self.name = name
    self.extras = extras
    unsafe self.cleanup = cleanup
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

  /// An estimate of its memory, in bytes.
  var cost: Int { 96 + (detail?.utf8.count ?? 0) + (hold.map { $0.sentence.utf8.count + $0.remedy.utf8.count } ?? 0) }

  /// The extras, if there are any.
  static func of(lifetime: OwnedLifetime, detail: String?, hold: OwnedHold?) -> OwnedExtras? {
    if lifetime == .module, detail == nil, hold == nil { return nil }
    return OwnedExtras(lifetime: lifetime, detail: detail, hold: hold)
  }
}
