#if CommandLine
package import RollcallDelegateLab
package import RollcallReports

/// The dashboard's services. A service without content is not offered to the user.
package struct Capabilities: Sendable, Equatable {
  /// The experiments of the lab, in the order of their pages.
  package var experiments: [Experiment]
  /// The export formats. No two begin with the same letter.
  package var exports: [ExportFormat]
  /// Whether recordings can be written.
  package var records: Bool

  /// Creates a set of services; by default, an empty one.
  package init(experiments: [Experiment] = [], exports: [ExportFormat] = [], records: Bool = false) {
    (self.experiments, self.exports, self.records) = (experiments, exports, records)
  }
}

/// The result of an export.
package struct ExportSummary: Sendable, Equatable {
  /// The path of the file.
  package var path: String
  /// The size of the file in bytes.
  package var byteCount: Int
  /// The number of entries in the file.
  package var entryCount: Int
  /// The number of entries that are missing because the full journal dropped them.
  package var missing: UInt64

  /// Creates the summary of a written file.
  package init(path: String, byteCount: Int, entryCount: Int, missing: UInt64 = 0) {
    self.path = path
    self.byteCount = byteCount
    self.entryCount = entryCount
    self.missing = missing
  }
}
#endif
