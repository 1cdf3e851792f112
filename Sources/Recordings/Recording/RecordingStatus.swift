/// The state of a recording.
public struct RecordingStatus: Sendable, Equatable {
  /// The file's path, as the caller gave it.
  public let path: String
  /// Whether the recording continues. `false` after `stop()`, and after an end for another cause.
  public package(set) var isRunning = true
  /// The number of entries written to the file.
  public package(set) var entries: UInt64 = 0
  /// The file's size, in bytes.
  public package(set) var bytes: UInt64 = 0
  /// The number of entries left out because they came faster than they could be written. The file has a `gap` entry at
  /// each of these positions.
  public package(set) var dropped: UInt64 = 0
  /// Why the recording ended before it was stopped; `nil` if it did not.
  public package(set) var cause: Cause?
  /// The cause in a sentence; `nil` without a cause.
  public package(set) var problem: String?

  /// The reason a recording ends before it is stopped. Later versions may add causes.
  public struct Cause: Hashable, Sendable {
    private let name: String

    /// The file has reached its limit.
    public static let limit = Cause(name: "limit")
    /// The file was deleted, and everything written to it is lost.
    public static let deleted = Cause(name: "deleted")
    /// Another file has replaced it.
    public static let replaced = Cause(name: "replaced")
    /// The file is no longer at its path. It still has everything that was written.
    public static let moved = Cause(name: "moved")
    /// Another program has truncated the file or written to it.
    public static let changed = Cause(name: "changed")
    /// The system refuses to write, for example because the disk is full.
    public static let failed = Cause(name: "failed")
  }

  /// Creates the status of a recording that has not written anything yet.
  public init(path: String) { self.path = path }
}
