#if CommandLine
public import DelegateLab
public import Exports

/// The dashboard's services. A service without content is not offered to the user.
public struct Capabilities: Sendable, Equatable {
  /// The experiments of the lab, in the order of their pages.
  public var experiments: [Experiment]
  /// The export formats. No two begin with the same letter.
  public var exports: [ExportFormat]
  /// Whether recordings can be written.
  public var records: Bool

  /// Creates a set of services; by default, an empty one.
  public init(experiments: [Experiment] = [], exports: [ExportFormat] = [], records: Bool = false) {
    (self.experiments, self.exports, self.records) = (experiments, exports, records)
  }
}

/// The result of an export.
public struct ExportSummary: Sendable, Equatable {
  /// The path of the file.
  public var path: String
  /// The size of the file in bytes.
  public var byteCount: Int
  /// The number of entries in the file.
  public var entryCount: Int
  /// The number of entries that are missing because the full journal dropped them.
  public var missing: UInt64

  /// Creates the summary of a written file.
  public init(path: String, byteCount: Int, entryCount: Int, missing: UInt64 = 0) {
    self.path = path
    self.byteCount = byteCount
    self.entryCount = entryCount
    self.missing = missing
  }
}
#endif
