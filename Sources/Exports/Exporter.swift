public import ModuleLifecycle
public import Recordings

/// Turns a recording, entry by entry, into a file of another format.
///
/// ```swift
/// var exporter = Exporter(.trace, of: header) { try file.write(contentsOf: $0) }
/// for entry in entries { try exporter.add(entry) }
/// try exporter.end()
/// ```
///
/// Memory does not grow with the recording: a trace remembers the modules, and the objects that are alive;
/// OpenTelemetry's the creation of the modules; a table and a
/// JSON document remember nothing; a chart and a report remember what they show.
public struct Exporter {
  /// Takes the next bytes of the file; they come in pieces of some ten thousand.
  public typealias Sink = ([UInt8]) throws -> Void

  /// A piece is handed on when it has grown to so many bytes.
  private static let piece = 64 << 10

  private var format: any EntryExport
  private var buffer = ""
  private let sink: Sink
  /// How many bytes the file has so far.
  public private(set) var byteCount = 0

  /// An export that has written nothing yet.
  public init(
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

  /// Takes in the next entry, in the recording's order.
  ///
  /// - Throws: What the sink throws.
  public mutating func add(_ entry: JournalEntry) throws {
    format.add(entry, to: &buffer)
    if buffer.utf8.count >= Self.piece { try flush() }
  }

  /// Writes what comes after the last entry. Nothing may be added then.
  ///
  /// - Throws: `ExportError` where the recording doesn't have what was to be charted, and what the sink throws.
  public mutating func end() throws {
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

/// One format: what stands at the beginning, what an entry adds, what stands at the end.
protocol EntryExport {
  mutating func begin(_ out: inout String)
  mutating func add(_ entry: JournalEntry, to out: inout String)
  mutating func end(_ out: inout String) throws
}

extension EntryExport {
  func begin(_ out: inout String) {}
  func end(_ out: inout String) {}
}
