#if CommandLine
import ModuleLifecycle
import Recordings

/// Warnings in words.
extension Words {
  /// A text with a capital letter at its beginning.
  static func sentenceCase(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// How many warnings were allowed, and by what: `3 allowed: outOfState 2, handlerThrew:Push 1`; empty for none.
  static func allowed(by log: WarningLog) -> String {
    guard log.allowedCount > 0 else { return "" }
    return "\(number(log.allowedCount)) allowed: "
      + log.allowedCounts.map { "\($0.key) \(number($0.value))" }.joined(separator: ", ")
  }

  /// What allows one like it: `handlerThrew:Push`.
  static func rule(for warning: WarningEntry) -> String {
    AllowedWarnings.Rule(warning.kind, of: warning.module).description
  }
}
#endif
