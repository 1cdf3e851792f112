#if CommandLine
public import DelegateLab
public import Exports

/// What a dashboard can do for its user beside the application; none, and it is not offered.
public struct Offers: Sendable, Equatable {
  /// The experiments of the lab, in the order of their pages.
  public var experiments: [Experiment]
  /// The formats to export in. No two begin with the same letter.
  public var exports: [ExportFormat]
  /// Whether what happens can be recorded.
  public var records: Bool

  /// What is offered; by default nothing.
  public init(experiments: [Experiment] = [], exports: [ExportFormat] = [], records: Bool = false) {
    (self.experiments, self.exports, self.records) = (experiments, exports, records)
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
