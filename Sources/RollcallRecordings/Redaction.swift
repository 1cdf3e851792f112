package import ModuleLifecycle

/// The kind of a text that is about to leave an application, to a file or an inspector; see `Redaction`.
public enum RedactedText: Sendable, CaseIterable {
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

/// Returns the text that a recording or an inspector gets instead of the original. Called on the recording's or the
/// inspector's thread for each text of each entry; it must be fast.
///
/// Not called for names of the application, modules, events, owners, parts of handlers, marks and kinds of objects; nor for
/// numbers and booleans.
public typealias Redaction = @Sendable (_ text: String, _ kind: RedactedText) -> String

extension AnyEntry {
  /// Returns the entry with its texts redacted.
  package func redacted(by redaction: @escaping Redaction) -> AnyEntry {
    guard hasForeignTexts else { return self }
    var entry = self
    entry.changeTexts { key, text in kind(ofTextIn: key).map { redaction(text, $0) } ?? text }
    return entry
  }

  /// Whether the entry can have texts that do not come from the program's source.
  private var hasForeignTexts: Bool {
    switch self {
    case .owner, .running, .state, .mark, .lookUp, .stopped, .journal, .gap: false
    default: true
    }
  }

  /// The kind of the texts in a field; `nil` for names from the program's source, which are not redacted.
  private func kind(ofTextIn key: String) -> RedactedText? {
    switch (self, key) {
    case (.dispatch, "arguments"), (.request, "arguments"): .argument
    case (.dispatch, "response"): .response
    case (.dispatch, "value"), (.completion, "value"): .vote
    case (.dispatch, "error"), (.module, "reason"): .error
    case (.owned, "name"), (.releasing, "name"), (.released, "name"), (.alive, "name"): .objectName
    case (.owned, "detail"), (.releasing, "detail"), (.released, "detail"), (.alive, "detail"): .objectName
    case (.overdue, "hold"): .objectName
    case (.overdue, "text"): .warning
    case (.output, "line"): .output
    case (.request, "claimed_name"), (.request, "event"), (.request, "reason"): .request
    case (.warning, _): Self.kind(ofTextInWarning: key)
    default: nil
    }
  }

  /// The fields of a warning with names from the program's source, or words of the format. All other texts are
  /// redacted: a field that is added later does not leave unredacted because this list does not know it.
  private static let namesInWarnings: Set = [
    "event", "events", "fate", "holder", "holder_owner", "inner_event", "kind", "limit", "module", "name", "owner",
    "policy", "reading",
    "remedy", "trust", "type",
  ]

  package static func kind(ofTextInWarning key: String) -> RedactedText? {
    switch key {
    case "error": .error
    case "objects", "hold": .objectName
    default: namesInWarnings.contains(key) ? nil : .warning
    }
  }
}
