import ModuleLifecycle
import Recordings

/// What kind of text is about to leave an application; see `Redaction`.
public enum InspectedText: Sendable, CaseIterable {
  /// A text in the arguments of an event, or one of their keys.
  case argument
  /// A text in a handler's vote.
  case vote
  /// A text in the answer to an event.
  case response
  /// What an error says of itself.
  case error
  /// The name, or the detail, of an owned object.
  case objectName
  /// A line that was printed.
  case output
  /// A warning's own words.
  case warning
  /// What another inspector calls itself, and why it was refused.
  case request
}

/// Gives what an inspector gets to see in place of a text. It is called on the thread that serves the inspector, for each
/// such text of each entry, and must be quick.
public typealias Redaction = @Sendable (_ text: String, _ kind: InspectedText) -> String

extension JournalEntry {
  /// The entry as a redaction lets it leave.
  func redacted(by redaction: Redaction) -> JournalEntry {
    let kinds = textKinds
    if kinds.isEmpty { return self }
    return changingTexts { key, text in
      kinds.first { key.description == $0.key }.map { redaction(text, $0.kind) } ?? text
    }
  }

  /// Which fields hold texts that a redaction is asked about.
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
