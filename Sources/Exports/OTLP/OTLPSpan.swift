import ModuleLifecycle
import TextFormatting

/// A span, as OTLP spells it in JSON: ids in hexadecimal digits, integers of 64 bits as texts, enumerations as numbers.
struct OTLPSpan {
  var trace = ""
  let id: String
  var parent: String?
  let name: String
  /// Since 1970, in nanoseconds.
  let start: UInt64
  let end: UInt64
  var attributes: [OTLPAttribute]
  /// What the handler threw, in words; the span's status is an error then.
  var error: String?

  /// The span as a JSON object of less than half a megabyte.
  var json: String {
    var text = "{\"traceId\":\"\(trace)\",\"spanId\":\"\(id)\""
    if let parent { text += ",\"parentSpanId\":\"\(parent)\"" }
    // Internal: it is no call from one process to another.
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

/// What a span or a resource says, already spelled; there is none of what is not known.
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

  /// A text that may be longer.
  init?(_ name: SpanAttribute, long text: String?) {
    guard let text else { return nil }
    self.init(name, spelled: "\"stringValue\":\(OTLPText.long(text))")
  }

  /// A value of JSON, as a text; `null` is left out.
  init?(_ name: SpanAttribute, _ value: JSONValue) {
    self.init(name, long: value == .null ? nil : value.json)
  }

  /// A number; what is beyond the integers of OTLP is the largest one.
  init?(_ name: SpanAttribute, _ number: UInt64?) {
    guard let number else { return nil }
    self.init(name, spelled: "\"intValue\":\"\(Int64(clamping: number))\"")
  }

  /// Something that is said only where it is so.
  init?(_ name: SpanAttribute, flag isSo: Bool) {
    guard isSo else { return nil }
    self.init(name, spelled: "\"boolValue\":true")
  }

  static func list(_ attributes: [OTLPAttribute]) -> String {
    "[\(attributes.map(\.json).joined(separator: ","))]"
  }
}

/// Texts as JSON, bounded: a recording may say anything, and readers of lines hold about a megabyte.
private enum OTLPText {
  /// At most 1 KiB of it.
  static func short(_ text: String) -> String { JSONValue.string(text.cut(toBytes: 1 << 10)).spelled }

  /// At most 16 KiB of it, which may become seven times that.
  static func long(_ text: String) -> String { JSONValue.string(text.cut(toBytes: 16 << 10)).spelled }
}
