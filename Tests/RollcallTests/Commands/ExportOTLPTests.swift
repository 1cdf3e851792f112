import Foundation
import RollcallTestingAdditions
import Testing

/// `rollcall export --format otlp`: traces for a collector.
@Suite(.inTurn, .serialized) struct ExportOTLPTests {
  /// The spans of all lines. Each line is a request with the process as its resource.
  private func spans(_ run: Rollcall) throws -> [[String: Any]] {
    #expect(run.status == 0 && run.errors == "", "\(run)")
    return try run.output.split(separator: "\n").flatMap { line in
      let request = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let resource = try #require((request["resourceSpans"] as? [[String: Any]])?.first)
      let scope = try #require((resource["scopeSpans"] as? [[String: Any]])?.first)
      return try #require(scope["spans"] as? [[String: Any]])
    }
  }

  /// The standard map: a launch, an event that a handler sends, a handler that throws, an event with an argument.
  @Test func aRunBecomesTraces() async throws {
    let folder = try TemporaryFolder()
    try folder.write(try Maps.standard(), to: "Modules.map")
    let events = ["didFinishLaunching", "performActionForShortcutItem", "openURL=url:pay:42", "didEnterBackground"]
    let fired = try await Rollcall.run(["fire", "--record", "run.rollcall"] + events, in: folder)
    expectEqual(fired.status, 1, "\(fired)")
    let run = try await Rollcall.run("export", "run.rollcall", "--format", "otlp", in: folder)
    let again = try await Rollcall.run("export", "run.rollcall", "--format", "otlp", in: folder)
    expectEqual(run.output, again.output)
    let spans = try spans(run)
    let roots = spans.filter { $0["parentSpanId"] == nil }
    expectEqual(
      roots.compactMap { $0["name"] as? String },
      [
        "launch", "performActionForShortcutItem", "openURL", "didEnterBackground",
      ])
    expectEqual(Set(spans.compactMap { $0["traceId"] as? String }).count, 4)
    let ids = Set(spans.compactMap { $0["spanId"] as? String })
    #expect(ids.count == spans.count && Set(spans.compactMap { $0["parentSpanId"] as? String }).isSubset(of: ids))
    let failed = spans.filter { ($0["status"] as? [String: Any])?["code"] as? Int == 2 }
    expectEqual(failed.compactMap { $0["name"] as? String }, ["Payments didEnterBackground"])

    #expect(!run.output.contains("pay:42"))
    let open = try await Rollcall.run("export", "run.rollcall", "--format", "otlp", "--arguments", in: folder)
    #expect(open.output.contains("pay:42"), "\(open)")
    try expectEqual(self.spans(open).count, spans.count)
  }

  /// Two files of one run. The second repeats the entries that the journal still had.
  @Test func twoRecordingsOfOneRunHaveTheSameIDs() async throws {
    let folder = try TemporaryFolder()
    try folder.write(try Maps.standard(), to: "Modules.map")
    let lines = [
      "record one.rollcall", "fire didFinishLaunching", "stop recording", "record two.rollcall",
      "fire openURL url=pay:42",
    ]
    let live = try await Rollcall.lines(lines.map { "\($0)\n" }.joined(), "run", in: folder)
    expectEqual(live.status, 0, "\(live)")
    var ids: [Set<[String]>] = []
    for name in ["one.rollcall", "two.rollcall"] {
      let run = try await Rollcall.run("export", name, "--format", "otlp", in: folder)
      ids.append(
        Set(try spans(run).map { span in ["traceId", "spanId", "name"].map { span[$0] as? String ?? "" } }))
    }
    #expect(ids[0].contains { $0[2] == "launch" } && ids[0].isStrictSubset(of: ids[1]), "\(live)")
  }
}
