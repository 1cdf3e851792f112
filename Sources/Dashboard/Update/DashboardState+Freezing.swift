#if CommandLine
import ModuleLifecycle

/// Freezing the view: the application goes on, and what it writes waits in the journal until the view goes on too.
///
/// Nothing is kept for that here: the journal is bounded, and says what it had to drop.
extension DashboardState {
  /// Whether the view stands still; then the journal is not to be read, only counted.
  public var isFrozen: Bool { frozen != nil }

  mutating func toggleFreeze() { frozen = frozen == nil ? Backlog() : nil }

  /// Who has the application do something wants to see what comes of it; who has it do no more, or has a file written,
  /// not so.
  mutating func thawing(_ effects: [Effect]) -> [Effect] {
    let acts = effects.contains { if case .perform(let command) = $0 { command.isSeen } else { false } }
    if acts { frozen = nil }
    return effects
  }
}

extension Command {
  /// Whether what comes of it is to be seen in the panes.
  fileprivate var isSeen: Bool {
    switch self {
    case .stopRepeating, .record, .stopRecording, .export: false
    default: true
    }
  }
}
#endif
