import ModuleLifecycle
import RollcallTextFormatting

/// A span in OTLP's JSON form: ids as hexadecimal digits, 64-bit integers as strings, enumerations as numbers.
struct OTLPSpan {
  var trace = ""
  let id: String
  var parent: String?
  let name: String
  /// In nanoseconds since 1970.
  let start: UInt64
  let end: UInt64
  var attributes: [OTLPAttribute]
  /// The error that the handler threw, as text. It makes the span's status an error.
  var error: String?

  /// The span as a JSON object, shorter than half a megabyte.
  var json: String {
    var text = "{\"traceId\":\"\(trace)\",\"spanId\":\"\(id)\""
    if let parent { text += ",\"parentSpanId\":\"\(parent)\"" }
    // Internal: a call within one process.
    text += ",\"name\":\(OTLPText.short(name)),\"kind\":1"
    text += ",\"startTimeUnixNano\":\"\(start)\",\"endTimeUnixNano\":\"\(max(start, end))\""
    text += ",\"attributes\":\(OTLPAttribute.list(attributes))"
    if let error {
      let message = OTLPAttribute.list([OTLPAttribute(.exceptionMessage, long: error)].compactMap(\.self))
      text += ",\"events\":[{\"timeUnixNano\":\"\(max(start, end))\",\"name\":\"exception\",\"attributes\":\(message)}]"
      text += ",\"status\":{\"code\":2,\"message\":\(OTLPText.short(error))}"
    }
    return text + "}"
  }
}

/// An attribute of a span or a resource, already encoded. An unknown value gives no attribute.
struct OTLPAttribute {
  private let json: String

  private init(_ name: SpanAttribute, spelled value: String) {
    json = "{\"key\":\"\(name.rawValue)\",\"value\":{\(value)}}"
  }

  /// A name, such as a module's.
  init?(_ name: SpanAttribute, _ text: String?) {
    guard let text else { return nil }
    self.init(name, spelled: "\"stringValue\":\(OTLPText.short(text))")
  }

  /// Text that may be longer.
  init?(_ name: SpanAttribute, long text: String?) {
    guard let text else { return nil }
    self.init(name, spelled: "\"stringValue\":\(OTLPText.long(text))")
  }

  /// A JSON value, as text; `null` is left out.
  init?(_ name: SpanAttribute, _ value: EventValue) {
    self.init(name, long: value == .null ? nil : value.json)
  }

  /// A number, clamped to OTLP's largest integer.
  init?(_ name: SpanAttribute, _ number: UInt64?) {
    guard let number else { return nil }
    self.init(name, spelled: "\"intValue\":\"\(Int64(clamping: number))\"")
  }

  /// A flag, left out if it is false.
  init?(_ name: SpanAttribute, flag isSo: Bool) {
    guard isSo else { return nil }
    self.init(name, spelled: "\"boolValue\":true")
  }

  static func list(_ attributes: [OTLPAttribute]) -> String {
    "[\(attributes.map(\.json).joined(separator: ","))]"
  }
}

/// Text as JSON, limited in size: a recording can contain anything, and readers of lines hold about a megabyte.
private enum OTLPText {
  /// At most 1 KiB of the text.
  static func short(_ text: String) -> String { EventValue.string(text.cut(toBytes: 1 << 10)).spelled }

  /// At most 16 KiB of the text, which can become seven times as long when encoded.
  static func long(_ text: String) -> String { EventValue.string(text.cut(toBytes: 16 << 10)).spelled }
}
