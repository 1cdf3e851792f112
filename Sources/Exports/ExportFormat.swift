/// What a recording can be turned into.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// Trace events, which Perfetto and chrome://tracing open: a lane for each module, and whatever was owned.
  case trace
  /// A table with a row for each handler's call and each module's creation.
  case csv
  /// All entries as one JSON document, for those who can't read lines.
  case json
  /// A boot chart: what each module took at launch, on one time axis.
  case svg
  /// Tables for a pull request.
  case markdown
  /// OpenTelemetry's traces: lines of OTLP in JSON, each a whole request, which collectors read from a file or by HTTP.
  case otlp

  /// How the name of such a file ends, without the dot before it.
  public var fileExtension: String {
    switch self {
    case .trace: "trace.json"
    case .csv, .json, .svg: rawValue
    case .markdown: "md"
    case .otlp: "otlp.jsonl"
    }
  }

  /// What it is for, as a few words after its name.
  public var purpose: String {
    switch self {
    case .trace: "opens in Perfetto and chrome://tracing"
    case .csv: "a row for each call and each creation"
    case .json: "all entries as one document"
    case .svg: "a boot chart of the launch"
    case .markdown: "tables for a pull request"
    case .otlp: "traces for OpenTelemetry, a request a line"
    }
  }

  /// Whether it is about one dispatch, the launch unless another is asked for, and not about all of the recording alike.
  public var isAboutOneDispatch: Bool { self == .svg || self == .markdown }

  /// Whether people read it as it is.
  public var isForReading: Bool { self == .csv || self == .markdown }
}

/// How a recording is to be exported.
public struct ExportOptions: Sendable, Equatable {
  /// The event that a chart, or a report's first table, is about; `nil` for the launch.
  public var event: String?
  /// The dispatch that it is about instead, by its number.
  public var dispatch: UInt64?
  /// What that dispatch may take, in nanoseconds; of a launch all of it, with the creation of the modules. A chart marks it.
  /// Without one, the budget counts that the recording says was passed, which is for the dispatch alone.
  public var budgetNanoseconds: UInt64?
  /// Whether OpenTelemetry's traces say the events' arguments and the modules' answers, which may be addresses and tokens.
  public var includesArguments: Bool

  /// Options; without any, the first launch is charted.
  public init(
    event: String? = nil, dispatch: UInt64? = nil, budgetNanoseconds: UInt64? = nil, includesArguments: Bool = false
  ) {
    self.event = event
    self.dispatch = dispatch
    self.budgetNanoseconds = budgetNanoseconds
    self.includesArguments = includesArguments
  }
}
