import Foundation
import RollcallTestingAdditions
import Testing

/// A run is recorded, replayed word for word, and exported in every format.
@Suite(.inTurn, .serialized) struct RoundTripTests {
  /// A folder with the default map and a recorded run of it.
  private static func recorded() async throws -> (folder: TemporaryFolder, live: Rollcall) {
    let folder = try TemporaryFolder()
    let map = URL(filePath: #filePath).appending(path: "../../../../Modules.map").standardized
    try folder.write(try String(contentsOf: map, encoding: .utf8), to: "Modules.map")
    let lines = ["fire didFinishLaunching", "fire openURL url=pay:42", "remove Feed", "fire didReceiveMemoryWarning"]
    let live = try await Rollcall.lines(
      lines.map { "\($0)\n" }.joined(), "run", "--record", "run.rollcall", in: folder)
    expectEqual(live.status, 0, "\(live)")
    return (folder, live)
  }

  @Test func aReplayPrintsTheLinesOfTheRun() async throws {
    let (folder, live) = try await Self.recorded()
    let said = live.lines.filter { $0.hasPrefix("#") || $0.hasPrefix("Feed removed") }
    #expect(said.count >= 4, "\(live)")
    let replayed = try await Rollcall.lines(
      "step 1000\ngo start\ngo openURL\nstatus\n", "replay", "run.rollcall", in: folder)
    #expect(replayed.status == 0 && replayed.errors == "", "\(replayed)")
    // The progress of Feed's cleanup in its line is a race.
    let events = said.filter { $0.hasPrefix("#") }
    expectEqual(Array(replayed.lines.filter { events.contains($0) }), events, "\(replayed)")
    #expect(replayed.lines.contains { $0.hasPrefix("Feed removed") }, "\(replayed)")
    // The recording includes the end: no freed module is reported as alive.
    #expect(!replayed.output.contains("not freed yet"), "\(replayed)")
    #expect(replayed.lines.contains { $0.hasPrefix("Storefront is inactive, launched ") }, "\(replayed)")
  }

  @Test func theRunIsExportedInEveryFormat() async throws {
    let (folder, _) = try await Self.recorded()
    for (format, name) in [
      ("trace", "t.json"), ("csv", "c.csv"), ("json", "j.json"), ("svg", "s.svg"), ("markdown", "m.md"),
    ] {
      let run = try await Rollcall.run(
        "export", "run.rollcall", "--format", format, "--output", name, in: folder)
      #expect(run.status == 0 && run.errors == "" && run.output == "", "\(run)")
    }
    func document(_ name: String) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(folder.text(of: name).utf8)) as? [String: Any])
    }
    let events = try #require(try document("t.json")["traceEvents"] as? [[String: Any]])
    let lanes = events.filter { $0["name"] as? String == "thread_name" }.compactMap { $0["args"] as? [String: String] }
    #expect(lanes.contains(["name": "Payments"]) && events.contains { $0["ph"] as? String == "b" })
    let entries = try #require(try document("j.json")["entries"] as? [[String: Any]])
    let lines = try folder.text(of: "run.rollcall").split(separator: "\n")
    expectEqual(entries.count, lines.count - 1)
    let spans = entries.compactMap { ($0["handlers"] as? [[String: Any]])?.filter { $0["self_ns"] != nil }.count }
    let creations = entries.count {
      ["registered", "broughtBack", "switchedOn"].contains($0["change"] as? String) && $0["took_ns"] != nil
    }
    let rows = try folder.text(of: "c.csv").split(whereSeparator: \.isNewline).count
    expectEqual(
      rows, spans.reduce(2, +) + creations,
      "a row for each call and each creation, one for the time before the composite, and one header row")
    #expect(try folder.text(of: "s.svg").contains(">didFinishLaunching<"))
    let report = try folder.text(of: "m.md")
    #expect(report.contains("### Launch") && report.contains("Nothing: everything owned has been cleaned."))
  }
}
