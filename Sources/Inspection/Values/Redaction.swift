import ModuleLifecycle
import Recordings

/// The kind of a text that is about to leave an application; see `Redaction`.
public enum InspectedText: Sendable, CaseIterable {
  /// A text in the arguments of an event, or one of their keys.
  case argument
  /// A text in a handler's vote.
  case vote
  /// A text in the response to an event.
  case response
  /// The description of an error.
  case error
  /// The name or the detail of an owned object.
  case objectName
  /// A line of printed output.
  case output
  /// The message of a warning.
  case warning
  /// The name that another inspector claims, its request, or the reason for a refusal.
  case request
}

/// Returns the text that an inspector sees instead of the original. Called on the inspector's thread for each text of
/// each entry; it must be fast.
public typealias Redaction = @Sendable (_ text: String, _ kind: InspectedText) -> String

extension JournalEntry {
  /// Returns the entry with its texts redacted.
  func redacted(by redaction: @escaping Redaction) -> JournalEntry {
    let kinds = textKinds
    if kinds.isEmpty { return self }
    var entry = self
    entry.changeTexts { key, text in kinds.first { $0.key == key }.map { redaction(text, $0.kind) } ?? text }
    return entry
  }

  /// The fields whose texts are redacted.
  private var textKinds: [(key: String, kind: InspectedText)] {
    switch self {
    case .dispatch: [("arguments", .argument), ("response", .response), ("value", .vote), ("error", .error)]
    case .completion: [("value", .vote)]
    case .module: [("reason", .error)]
    case .owned, .releasing, .released, .alive: [("name", .objectName), ("detail", .objectName)]
    case .overdue: [("hold", .objectName), ("text", .warning)]
    case .output: [("line", .output)]
    case .warning:
      [("message", .warning), ("error", .error), ("objects", .objectName), ("hold", .objectName), ("text", .warning)]
    case .request: [("arguments", .argument), ("claimed_name", .request), ("event", .request), ("reason", .request)]
    case .owner, .running, .state, .mark, .journal, .gap: []
    @unknown default: []
    }
  }
}
