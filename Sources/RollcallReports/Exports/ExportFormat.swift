package import ModuleLifecycle

/// The formats that a recording can be exported to.
package enum ExportFormat: String, Sendable, CaseIterable {
  /// Trace events for Perfetto and chrome://tracing: a lane for each module, and everything that was owned.
  case trace
  /// A table with a row for each handler's call and each module's creation.
  case csv
  /// All entries as one JSON document, for tools that can't read one entry per line.
  case json
  /// A boot chart: what each module took at launch, on one time axis.
  case svg
  /// Markdown tables for a pull request.
  case markdown
  /// OpenTelemetry traces as lines of OTLP JSON. Each line is a whole request, which collectors read from a file or
  /// over HTTP.
  case otlp

  /// The file name extension, without its leading dot.
  package var fileExtension: String {
    switch self {
    case .trace: "trace.json"
    case .csv, .json, .svg: rawValue
    case .markdown: "md"
    case .otlp: "otlp.jsonl"
    }
  }

  /// The format's purpose, as a short phrase after its name.
  package var purpose: String {
    switch self {
    case .trace: "opens in Perfetto and chrome://tracing"
    case .csv: "a row for each call and each creation"
    case .json: "all entries as one document"
    case .svg: "a boot chart of the launch"
    case .markdown: "tables for a pull request"
    case .otlp: "OpenTelemetry traces, one request per line"
    }
  }

  /// Whether the export is about one dispatch, by default the launch, and not about the whole recording.
  package var isAboutOneDispatch: Bool { self == .svg || self == .markdown }

  /// Whether people read the file as it is.
  package var isForReading: Bool { self == .csv || self == .markdown }
}

/// The options of an export.
package struct ExportOptions: Sendable, Equatable {
  /// The event that a chart, or a report's first table, is about; `nil` for the launch.
  package var event: String?
  /// The number of the dispatch that a chart is about, in place of an event.
  package var dispatch: DispatchID?
  /// The budget of that dispatch, in nanoseconds; for a launch, that of the whole launch with the creation of the
  /// modules. A chart marks it. If `nil`, the budget that the recording reports as exceeded is used, which is for the
  /// dispatch alone.
  package var budgetNanoseconds: UInt64?
  /// Whether OpenTelemetry traces contain the events' arguments and the modules' answers, which may include addresses
  /// and tokens.
  package var includesArguments: Bool

  /// Creates options. By default the first launch is charted.
  package init(
    event: String? = nil, dispatch: DispatchID? = nil, budgetNanoseconds: UInt64? = nil, includesArguments: Bool = false
  ) {
    self.event = event
    self.dispatch = dispatch
    self.budgetNanoseconds = budgetNanoseconds
    self.includesArguments = includesArguments
  }
}
