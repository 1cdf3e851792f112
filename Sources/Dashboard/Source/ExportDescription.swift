#if CommandLine
/// A format that a source can export in, as a dashboard knows it.
public struct ExportDescription: Sendable, Equatable {
  /// Its name, as users write it: `trace`. No two begin with the same letter.
  public var name: String
  /// What it is for, as a few words after its name.
  public var purpose: String
  /// Whether it is about one dispatch, the launch unless another is asked for.
  public var isAboutOneDispatch: Bool

  /// A format.
  public init(name: String, purpose: String, isAboutOneDispatch: Bool = false) {
    self.name = name
    self.purpose = purpose
    self.isAboutOneDispatch = isAboutOneDispatch
  }
}

/// What came of an export.
public struct ExportSummary: Sendable, Equatable {
  /// The file.
  public var path: String
  /// Its size.
  public var byteCount: Int
  /// How many entries are in it.
  public var entryCount: Int
  /// How many are not, because they were dropped when the journal was full.
  public var missing: UInt64

  /// A file that has been written.
  public init(path: String, byteCount: Int, entryCount: Int, missing: UInt64 = 0) {
    self.path = path
    self.byteCount = byteCount
    self.entryCount = entryCount
    self.missing = missing
  }
}
#endif
