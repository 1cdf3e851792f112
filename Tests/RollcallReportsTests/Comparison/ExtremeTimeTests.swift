import ModuleLifecycle
import RollcallRecordings
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import RollcallReports

/// Recordings can state any time. A comparison of extreme ones has a verdict, and never traps.
@Suite(.inTurn, .serialized) struct ExtremeTimeTests {
  private static let times: [UInt64] = [0, 1, 1_000_000, 1 << 63 - 1, 1 << 63, .max - 1, .max]

  /// A launch of two modules whose every time comes from `next`.
  private func sample(_ next: () -> UInt64) throws -> LaunchSample {
    let module = #"{"after":[],"handles":[],"main":false,"on":true,"order":1,"present":true,"required":false,"#
    var reader = LaunchReader(
      try JournalLine.header(
        Array(
          """
          {"application":"Shop","modules":[\(module)"computing_ns":\(next()),"created_ns":0,"creation_ns":\(next()),\
          "id":1,"name":"A","owner_id":1},\(module)"id":2,"name":"B","owner_id":2}],"rollcall":1,"started_ns":0}
          """.utf8
        )))
    func row(_ name: String, _ id: Int) -> String {
      """
      {"computing_ns":\(next()),"module":"\(name)","module_id":\(id),"order":1,"outcome":"returned",\
      "self_ns":\(next()),"start_ns":\(next()),"total_ns":\(next()),"value":null,"waiting_ns":\(next())}
      """
    }
    let lines = [
      """
      {"arguments":null,"at_ns":\(next()),"computing_ns":\(next()),"event":"didFinishLaunching",\
      "handlers":[\(row("A", 1)),\(row("B", 2))],"id":1,"out_of_state":false,"replay":false,"response":null,\
      "state":"active","total_ns":\(next()),"type":"dispatch","waiting_ns":\(next())}
      """,
      #"{"at_ns":\#(next()),"name":"first frame","type":"mark"}"#,
    ]
    for line in lines { reader.add(try JournalLine.entry(line)) }
    return try #require(reader.sample)
  }

  @Test(arguments: [LaunchComparison.Design.pairs, .sets]) func extremeTimesHaveAVerdict(
    design: LaunchComparison.Design
  ) throws {
    var random = SplitMix(state: 1)
    for _ in 0..<20 {
      let (low, high) = (Self.times.randomElement(using: &random), Self.times.randomElement(using: &random))
      func samples(_ usual: UInt64?) throws -> [LaunchSample] {
        try (0..<8).map { _ in
          try sample { Bool.random(using: &random) ? usual ?? 0 : Self.times.randomElement(using: &random) ?? 0 }
        }
      }
      let comparison = LaunchComparison(try samples(low), try samples(high), as: design)
      let text = ComparisonText(comparison)
      #expect(comparison.results.count >= 3)
      #expect(!text.text.isEmpty && !text.markdown.isEmpty && !comparison.json.json.isEmpty)
    }
  }

  /// The median of the greatest times is one of them.
  @Test func theMedianOfKindsIsExact() {
    let breakdown = TimeBreakdown(totalNanoseconds: .max, computingNanoseconds: .max - 2, waitingNanoseconds: 1)
    let launches = (0..<8).map { _ in LaunchSample(whole: .init(nanoseconds: .max, breakdown: breakdown)) }
    let result = LaunchComparison(launches, launches, as: .pairs).results.first
    #expect(result?.baseBreakdown == breakdown && result?.verdict == .same)
  }
}
