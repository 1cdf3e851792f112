import ModuleLifecycle
import RollcallRecordings

/// Lines of OTLP. Each is a whole `ExportTraceServiceRequest` with the resource and some hundred spans.
///
/// A line is shorter than a megabyte, the most that collectors read from a file by default.
struct OTLPLines {
  /// The prefix of each line.
  private let beginning: String
  /// The size in bytes of the open line's spans; `nil` when no line is open.
  private var size: Int?

  /// The size in bytes at which a line is ended.
  private static let enough = 256 << 10

  init(_ header: JournalHeader) {
    let name = header.application.isEmpty ? "unknown_service" : header.application
    let resource = [
      OTLPAttribute(.serviceName, name), OTLPAttribute(.serviceVersion, header.applicationVersion),
      OTLPAttribute(.serviceInstance, header.session), OTLPAttribute(.build, header.build),
      OTLPAttribute(.system, header.system), OTLPAttribute(.deviceModel, header.deviceModel),
      OTLPAttribute(.sdkName, "rollcall"), OTLPAttribute(.sdkLanguage, "swift"),
      OTLPAttribute(.sdkVersion, Release.version),
    ].compactMap(\.self)
    beginning =
      "{\"resourceSpans\":[{\"resource\":{\"attributes\":\(OTLPAttribute.list(resource))},"
      + "\"scopeSpans\":[{\"scope\":{\"name\":\"rollcall\",\"version\":\"\(Release.version)\"},\"spans\":["
  }

  mutating func write(_ span: OTLPSpan, to out: inout String) {
    out.write(size == nil ? beginning : ",")
    let json = span.json
    out.write(json)
    size = (size ?? 0) + json.utf8.count
    if size ?? 0 >= Self.enough { endLine(&out) }
  }

  /// Ends the open line, if there is one.
  mutating func endLine(_ out: inout String) {
    guard size != nil else { return }
    out.write("]}]}]}\n")
    size = nil
  }
}
