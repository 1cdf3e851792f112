package import ModuleLifecycle
package import RollcallRecordings

/// Converts a recording, entry by entry, to a file of another format.
///
/// ```swift
/// var exporter = Exporter(.trace, of: header) { try file.write(contentsOf: $0) }
/// for entry in entries { try exporter.add(entry) }
/// try exporter.end()
/// ```
///
/// Memory does not grow with the recording's length. A trace keeps the modules and the live objects. OpenTelemetry
/// keeps the modules' creation. A table and a JSON document keep nothing. A chart and a report keep what they show.
package struct Exporter {
  /// Takes the next bytes of the file, in pieces of about 64 KiB.
  package typealias Sink = ([UInt8]) throws -> Void

  /// The size in bytes at which a piece is passed to the sink.
  private static let piece = 64 << 10

  private var format: any EntryExport
  private var buffer = ""
  private let sink: Sink
  /// The number of bytes written to the file so far.
  package private(set) var byteCount = 0

  /// Creates an export that has not written anything yet.
  package init(
    _ format: ExportFormat, of header: JournalHeader, options: ExportOptions = ExportOptions(), to sink: @escaping Sink
  ) {
    self.format =
      switch format {
      case .trace: TraceExport(header: header)
      case .csv: CSVExport(header: header)
      case .json: JSONExport(header: header)
      case .svg: ChartExport(header: header, options: options)
      case .markdown: ReportExport(header: header, options: options)
      case .otlp: OTLPExport(header: header, includesArguments: options.includesArguments)
      }
    self.sink = sink
    self.format.begin(&buffer)
  }

  /// Adds the next entry, in the recording's order.
  ///
  /// - Throws: The sink's error.
  package mutating func add(_ entry: AnyEntry) throws {
    format.add(entry, to: &buffer)
    if buffer.utf8.count >= Self.piece { try flush() }
  }

  /// Writes the end of the file. No entry may be added after this.
  ///
  /// - Throws: `ExportError` if the recording does not have what should be charted, and the sink's error.
  package mutating func end() throws {
    try format.end(&buffer)
    try flush()
  }

  private mutating func flush() throws {
    let bytes = Array(buffer.utf8)
    buffer = ""
    byteCount += bytes.count
    if !bytes.isEmpty { try sink(bytes) }
  }
}

/// An export format: it writes the start of the file, the text for each entry, and the end.
protocol EntryExport {
  mutating func begin(_ out: inout String)
  mutating func add(_ entry: AnyEntry, to out: inout String)
  mutating func end(_ out: inout String) throws
}

extension EntryExport {
  func begin(_ out: inout String) {}
  func end(_ out: inout String) {}
}
