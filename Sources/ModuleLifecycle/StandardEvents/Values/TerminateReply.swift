/// Whether an application may end.
///
/// AppKit: `NSApplication.TerminateReply`.
public enum TerminateReply: String, Codable, Sendable, CaseIterable {
  /// It may end at once.
  case now
  /// It may end, but not yet.
  case later
  /// It must go on.
  case cancel
}
