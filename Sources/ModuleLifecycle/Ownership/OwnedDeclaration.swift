/// What an owner declares about an object besides its kind and name. Few objects have a declaration.
final class OwnedDeclaration: Sendable {
  let lifetime: OwnedLifetime
  let detail: String?
  let hold: DeclaredHold?

  private init(lifetime: OwnedLifetime, detail: String?, hold: DeclaredHold?) {
    self.lifetime = lifetime
    self.detail = detail
    self.hold = hold
  }

  /// An estimate of its memory, in bytes.
  var cost: Int { 96 + (detail?.utf8.count ?? 0) + (hold.map { $0.sentence.utf8.count + $0.remedy.utf8.count } ?? 0) }

  /// The declaration, or `nil` if there is nothing to declare.
  static func of(lifetime: OwnedLifetime, detail: String?, hold: DeclaredHold?) -> OwnedDeclaration? {
    if lifetime == .module, detail == nil, hold == nil { return nil }
    return OwnedDeclaration(lifetime: lifetime, detail: detail, hold: hold)
  }
}
