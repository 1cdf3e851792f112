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
