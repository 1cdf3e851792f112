/// Whether the application can terminate.
///
/// AppKit: `NSApplication.TerminateReply`.
public enum TerminateReply: String, Codable, Sendable, CaseIterable {
  /// The application can terminate now.
  case now
  /// The application can terminate, but not yet.
  case later
  /// The application must keep running.
  case cancel
}
