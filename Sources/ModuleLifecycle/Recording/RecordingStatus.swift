/// How far a recording is.
public struct RecordingStatus: Sendable, Equatable {
  /// Where it is written to, as it was given.
  public let path: String
  /// Whether it goes on: it was not stopped, and nothing has stopped it.
  public package(set) var isRunning = true
  /// How many entries are in the file.
  public package(set) var entries: UInt64 = 0
  /// The file's size, in bytes.
  public package(set) var bytes: UInt64 = 0
  /// How many entries are missing, because they came faster than they could be written; in the file each place has a
  /// `gap` entry.
  public package(set) var dropped: UInt64 = 0
  /// What ended it before it was stopped, in a sentence: a full disk, or its limit. `nil` where nothing did.
  public package(set) var problem: String?

  /// A recording of which nothing is written yet.
  public init(path: String) { self.path = path }
}
