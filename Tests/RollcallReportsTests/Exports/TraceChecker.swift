import Foundation
import Testing

/// Reads a trace as its viewers do and reports what they would reject.
struct TraceChecker {
  struct Slice: Equatable {
    let lane: String
    let name: String
    let start: UInt64
    let end: UInt64
    let depth: Int
  }

  private(set) var events: [[String: Any]] = []
  private(set) var problems: [String] = []
  /// The slices of all lanes, with their nesting depth.
  private(set) var slices: [Slice] = []
  private(set) var laneNames: [String: String] = [:]
  /// The names of the application's lanes, in their sort order.
  private(set) var lanesInOrder: [String] = []
  /// The spans that begin and never end.
  private(set) var openSpans: [String] = []

  init(_ text: String) throws {
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    events = try #require(document["traceEvents"] as? [[String: Any]])
    if !["ms", "ns"].contains(document["displayTimeUnit"] as? String) { problems.append("no displayTimeUnit") }
    for event in events { check(event) }
    nameLanes()
    nest()
    match()
    matchArrows()
  }

  private mutating func check(_ event: [String: Any]) {
    let phase = event["ph"] as? String ?? ""
    for key in ["pid", "tid"] where !(event[key] is Int) { problems.append("\(phase) without \(key)") }
    if (event["name"] as? String) == nil { problems.append("\(phase) without name") }
    guard let time = event["ts"] as? Double, time >= 0 else { return problems.append("\(phase) without ts") }
    switch phase {
    case "X": if (event["dur"] as? Double ?? -1) < 0 { problems.append("X without dur") }
    case "i": if !["g", "p", "t"].contains(event["s"] as? String) { problems.append("i without s") }
    case "b", "e", "s", "f":
      if Self.id(event) == nil { problems.append("\(phase) without id") }
      if event["cat"] == nil { problems.append("\(phase) without cat") }
    case "M": if event["args"] == nil { problems.append("M without args") }
    default: problems.append("unknown phase \(phase)")
    }
  }

  /// The id that matches beginnings and ends: within a process for spans, globally for arrows.
  private static func id(_ event: [String: Any]) -> String? {
    let local = (event["id2"] as? [String: Any])?["local"] as? String
    return local.map { "\(event["pid"] ?? "") \($0)" } ?? event["id"] as? String
  }

  private static func lane(_ event: [String: Any]) -> String { "\(event["pid"] ?? "").\(event["tid"] ?? "")" }

  private static func nanoseconds(_ value: Any?) -> UInt64 { UInt64(min(1.8e19, (value as? Double ?? 0) * 1000 + 0.5)) }

  private mutating func nameLanes() {
    var places: [String: Int] = [:]
    for event in events where event["ph"] as? String == "M" {
      let arguments = event["args"] as? [String: Any] ?? [:]
      if event["name"] as? String == "thread_name" { laneNames[Self.lane(event)] = arguments["name"] as? String }
      if event["name"] as? String == "thread_sort_index" { places[Self.lane(event)] = arguments["sort_index"] as? Int }
    }
    lanesInOrder = places.sorted { $0.value < $1.value }.compactMap { laneNames[$0.key] }
  }

  /// Checks that the slices of a lane are nested or separate, and that in the file an outer slice comes before its
  /// inner ones.
  private mutating func nest() {
    let indexed = events.enumerated().filter { $0.element["ph"] as? String == "X" }.map { offset, event in
      let start = Self.nanoseconds(event["ts"])
      return (offset, Self.lane(event), start, start + Self.nanoseconds(event["dur"]), event["name"] as? String ?? "")
    }
    var open: [String: [UInt64]] = [:]
    for (_, lane, start, end, name) in indexed.sorted(by: { ($0.2, $0.0) < ($1.2, $1.0) }) {
      var ends = open[lane] ?? []
      while let last = ends.last, last <= start, !(last == start && end == start) { ends.removeLast() }
      if let last = ends.last, end > last { problems.append("\(name) ends after its parent") }
      slices.append(
        Slice(lane: laneNames[lane] ?? "", name: name, start: start, end: end, depth: ends.count))
      if laneNames[lane] == nil { problems.append("the lane \(lane) has no name") }
      ends.append(end)
      open[lane] = ends
    }
  }

  private mutating func match() {
    var open: [String: UInt64] = [:]
    for event in events {
      let key = "\(event["cat"] ?? "") \(Self.id(event) ?? "") \(event["name"] ?? "")"
      let time = Self.nanoseconds(event["ts"])
      if event["ph"] as? String == "b" {
        if open.updateValue(time, forKey: key) != nil { problems.append("\(key) begins twice") }
      } else if event["ph"] as? String == "e" {
        guard let begin = open.removeValue(forKey: key) else {
          problems.append("\(key) ends without a start")
          continue
        }
        if time < begin { problems.append("\(key) ends before it begins") }
      }
    }
    openSpans = open.keys.sorted()
  }

  private mutating func matchArrows() {
    func ids(_ phase: String) -> [String] {
      events.filter { $0["ph"] as? String == phase }.compactMap { $0["id"] as? String }.sorted()
    }
    if ids("s") != ids("f") { problems.append("arrows without ends") }
  }
}
