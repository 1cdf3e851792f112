import Foundation
import RollcallTestingAdditions
import Testing

/// Reads lines of OTLP and reports what a collector would reject.
struct OTLPReader {
  struct Span: Hashable {
    let trace: String
    let id: String
    let parent: String?
    let name: String
    let start: String
    let end: String
    var attributes: [String: String]
    let error: String?
  }

  private(set) var lines: [Substring]
  private(set) var resources: [[String: String]] = []
  private(set) var spans: [Span] = []

  init(_ text: String) throws {
    #expect(text.isEmpty || text.hasSuffix("\n"))
    lines = text.split(separator: "\n")
    for line in lines {
      let request = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      expectEqual(Array(request.keys), ["resourceSpans"])
      for resource in try #require(request["resourceSpans"] as? [[String: Any]]) {
        resources.append(try Self.attributes(resource["resource"]))
        let scopes = try #require(resource["scopeSpans"] as? [[String: Any]])
        for span in try scopes.flatMap({ try #require($0["spans"] as? [[String: Any]]) }) {
          spans.append(try Self.span(span))
        }
      }
    }
  }

  /// Returns the spans with a name, which can be in several traces.
  func named(_ name: String) -> [Span] { spans.filter { $0.name == name } }

  /// Returns the enclosing span of a span.
  func parent(of span: Span) -> Span? { spans.first { $0.id == span.parent && $0.trace == span.trace } }

  private static func span(_ span: [String: Any]) throws -> Span {
    let id = try #require(span["spanId"] as? String)
    let trace = try #require(span["traceId"] as? String)
    #expect(trace.utf8.count == 32 && id.utf8.count == 16)
    #expect((trace + id + (span["parentSpanId"] as? String ?? "")).allSatisfy { "0123456789abcdef".contains($0) })
    #expect(!trace.allSatisfy { $0 == "0" } && !id.allSatisfy { $0 == "0" })
    expectEqual(span["kind"] as? Int, 1)
    let (start, end) = (span["startTimeUnixNano"] as? String, span["endTimeUnixNano"] as? String)
    #expect(try #require(UInt64(start ?? "")) <= #require(UInt64(end ?? "")))
    let status = span["status"] as? [String: Any]
    #expect(status == nil || status?["code"] as? Int == 2)
    let events = try (span["events"] as? [[String: Any]])?.map { event in
      #expect(event["name"] as? String == "exception" && event["timeUnixNano"] as? String == end)
      return try attributes(event)["exception.message"]
    }
    #expect(events?.count == (status == nil ? nil : 1))
    return Span(
      trace: trace, id: id, parent: span["parentSpanId"] as? String, name: try #require(span["name"] as? String),
      start: start ?? "", end: end ?? "", attributes: try attributes(span), error: events?.first ?? nil)
  }

  private static func attributes(_ holder: Any?) throws -> [String: String] {
    let list = try #require((holder as? [String: Any])?["attributes"] as? [[String: Any]])
    let pairs = try list.map { attribute in
      let value = try #require(attribute["value"] as? [String: Any])
      expectEqual(value.count, 1)
      let text = value["stringValue"] as? String ?? value["intValue"] as? String
      let flag = (value["boolValue"] as? Bool).map { "\($0)" }
      return (try #require(attribute["key"] as? String), try #require(text ?? flag))
    }
    return try Dictionary(pairs) { _, _ in throw CocoaError(.coderReadCorrupt) }
  }
}
