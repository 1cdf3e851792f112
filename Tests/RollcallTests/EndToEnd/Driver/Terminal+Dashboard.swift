import Testing

/// Common actions in the dashboard.
extension Terminal {
  /// Chooses an event by the prefix of its name, and fires it unchanged.
  func fire(_ event: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await press("f")
    try await expect("the list of events", sourceLocation: sourceLocation) {
      $0.contains(" events") && $0.contains("Esc close")
    }
    try await type(event)
    try await expect("'\(event)' as the query", sourceLocation: sourceLocation) { $0.contains("> \(event)_") }
    try await press(.enter)
  }
}
