/// How far a recording is.
public struct RecordingStatus: Sendable, Equatable {
  /// Where it is written to, as it was given.
  public let path: String
  /// Whether it goes on: it was not stopped, and nothing has stopped it.
  public package(set) var isRunning = true
  /// How many entries were written to the file.
  public package(set) var entries: UInt64 = 0
  /// The file's size, in bytes.
  public package(set) var bytes: UInt64 = 0
  /// How many entries are missing, because they came faster than they could be written; in the file each place has a
  /// `gap` entry.
  public package(set) var dropped: UInt64 = 0
  /// What ended it before it was stopped; `nil` where nothing did.
  public package(set) var cause: Cause?
  /// The same in a sentence.
  public package(set) var problem: String?

  /// What ends a recording before it is stopped. Later versions may know more causes.
  public struct Cause: Hashable, Sendable {
    private let name: String

    /// The file has as many bytes as it may get.
    public static let limit = Cause(name: "limit")
    /// The file was deleted, and with it what had been written.
    public static let deleted = Cause(name: "deleted")
    /// Another file has taken its place.
    public static let replaced = Cause(name: "replaced")
    /// The file is not at its path any more. It has what had been written.
    public static let moved = Cause(name: "moved")
    /// Another program has cut the file, or written to it.
    public static let changed = Cause(name: "changed")
    /// The system refuses to write, as on a full disk.
    public static let failed = Cause(name: "failed")
  }

  /// A recording of which nothing is written yet.
  public init(path: String) { self.path = path }
}
