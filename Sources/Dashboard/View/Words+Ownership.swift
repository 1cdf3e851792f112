#if CommandLine
import ModuleLifecycle
import TerminalUI

/// Owners and what they own, in words.
extension Words {
  /// `request page 2`; an object without a name goes by what its owner said of it, or by its number.
  static func object(_ object: OwnedEntry) -> String {
    "\(object.kind) \(name(of: object))"
  }

  /// `request page 2`; see `object(_:)`.
  static func object(_ row: OwnershipLog.Cleaned) -> String {
    "\(row.released.kind) \(name(of: row))"
  }

  static func name(of object: OwnedEntry) -> String {
    object.name.isEmpty ? object.detail ?? "no. \(object.number)" : object.name
  }

  static func name(of row: OwnershipLog.Cleaned) -> String {
    let released = row.released
    return released.name.isEmpty ? row.owned?.detail ?? "no. \(released.number)" : released.name
  }

  /// How long an object may live, from the journal's word for it.
  static func lifetime(_ lifetime: String) -> String {
    if lifetime == "module" { return "as long as its owner" }
    if lifetime == "application" { return "until the application ends" }
    guard lifetime.hasPrefix("event:") else { return lifetime }
    return "until \(lifetime.dropFirst(6)) is over, no longer than its owner"
  }

  /// How far a hint can be trusted.
  static func trust(_ trust: HolderHint.Trust) -> String {
    switch trust {
    case .declared: "declared by its owner"
    case .found: "a known reference"
    case .possible: "possible"
    default: trust.rawValue
    }
  }

  /// What was done to an object by a remedy, completing "session api was …".
  static func done(_ remedy: String) -> String {
    switch remedy {
    case "cancel": "cancelled"
    case "stop": "stopped"
    case "invalidate", "close", "remove", "release", "terminate": remedy + "d"
    case "disconnect", "detach", "dismiss", "unregister", "end": remedy + "ed"
    default: "cleaned"
    }
  }

  /// Between which dispatches an owner died.
  static func died(_ window: OwnershipLog.Window) -> String {
    if window.before == 0 { return "died before the first event" }
    if window.after == 0 { return "died before the end of #\(window.before)" }
    if window.after == window.before { return "died after #\(window.after)" }
    return "died between #\(window.after) and #\(window.before)"
  }

  /// An owner's name.
  static func name(of owner: OwnershipLog.Owner) -> String { owner.name.isEmpty ? "(no name)" : owner.name }
}
#endif
