import ModuleLifecycle
import Recordings

/// Lines of OTLP, each a whole `ExportTraceServiceRequest` with the resource and some hundred spans.
///
/// A line has less than a megabyte, which is what collectors read of a file unless they are told otherwise.
struct OTLPLines {
  /// What each line begins with.
  private let beginning: String
  /// How many bytes of spans the line has that is not ended; `nil` where there is none.
  private var size: Int?

  /// A line that has grown to so many bytes is ended.
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

  /// Ends the line, if one has begun.
  mutating func endLine(_ out: inout String) {
    guard size != nil else { return }
    out.write("]}]}]}\n")
    size = nil
  }
}
