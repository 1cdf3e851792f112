import RollcallLaunches
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Each nanosecond of a period belongs to one thing that happened in it.
@Suite(.inTurn, .serialized) struct LaunchPartitionTests {
  private typealias Interval = LaunchPartition.Interval
  private let a = ModuleID(rawValue: 1)
  private let b = ModuleID(rawValue: 2)
  private let c = ModuleID(rawValue: 3)

  /// The pieces as `kind:length`.
  private func pieces(_ intervals: [Interval], from start: UInt64 = 0, to end: UInt64) -> String {
    LaunchPartition(intervals, from: start, to: end).pieces.map { piece in
      let name =
        switch piece.kind {
        case .creation(let module): "creation \(module)"
        case .handler(let module, _): "handler \(module)"
        case .dispatch: "dispatch"
        case .start(let module): "start \(module)"
        case .sideBySide: "side by side"
        case .stopped: "stopped"
        case .idle: "idle"
        }
      return "\(name):\(piece.end - piece.start)"
    }.joined(separator: " ")
  }

  @Test func whatIsInsideHasPrecedence() {
    let intervals = [
      Interval(.dispatch(1), from: 10, to: 50), Interval(.handler(a, 1), from: 10, to: 40),
      Interval(.dispatch(2), from: 20, to: 30), Interval(.handler(b, 2), from: 20, to: 28),
      Interval(.creation(c), from: 0, to: 5),
    ]
    expectEqual(
      pieces(intervals, to: 60),
      "creation 3:5 idle:5 handler 1:10 handler 2:8 dispatch:2 handler 1:10 dispatch:10 idle:10")
  }

  @Test func ofStartsSideBySideOnlyTheSlackIsTheirOwn() {
    let intervals = [
      Interval(.start(a), from: 0, to: 30), Interval(.start(b), from: 0, to: 20), Interval(.start(c), from: 10, to: 50),
      Interval(.handler(a, 1), from: 40, to: 45),
    ]
    expectEqual(pieces(intervals, to: 50), "side by side:30 start 3:10 handler 1:5 start 3:5")
  }

  @Test func aStoppedProcessIsNoModulesTime() {
    let intervals = [Interval(.stopped, from: 12, to: 22), Interval(.handler(a, 1), from: 10, to: 30)]
    expectEqual(pieces(intervals, to: 30), "idle:10 handler 1:2 stopped:10 handler 1:8")
  }

  @Test func whatIsOutsideThePeriodIsCutOff() {
    let intervals = [Interval(.creation(a), from: 0, to: 20), Interval(.creation(b), from: 30, to: 90)]
    expectEqual(pieces(intervals, from: 10, to: 40), "creation 1:10 idle:10 creation 2:10")
    expectEqual(pieces(intervals, from: 40, to: 40), "")
  }

  /// Seeded random launches: intervals that overlap in any way.
  @Test func thePiecesOfTwoThousandRandomLaunchesAddUp() {
    var random = SplitMix(state: 35)
    for _ in 0..<2_000 {
      let intervals = (0..<Int.random(in: 0...40, using: &random)).map { index in
        let start = UInt64.random(in: 0...1_000, using: &random)
        let module = ModuleID(rawValue: UInt64(index))
        let kinds: [LaunchPartition.Kind] = [
          .creation(module), .handler(module, 1), .dispatch(DispatchID(rawValue: UInt64(index))), .start(module),
          .stopped,
        ]
        return Interval(
          kinds[Int.random(in: 0..<kinds.count, using: &random)], from: start,
          to: start + UInt64.random(in: 0...300, using: &random))
      }
      let (start, end) = (UInt64.random(in: 0...200, using: &random), UInt64.random(in: 200...1_500, using: &random))
      let partition = LaunchPartition(intervals, from: start, to: end)
      var place = start
      for piece in partition.pieces {
        #expect(piece.start == place && piece.end > piece.start, "end to end, and none is empty")
        place = piece.end
      }
      #expect(place == end || partition.pieces.isEmpty)
      expectEqual(partition.sums.values.reduce(0, +), end - start)
      // No piece belongs to something that was not there.
      for piece in partition.pieces where piece.kind != .idle && piece.kind != .sideBySide {
        #expect(intervals.contains { $0.kind == piece.kind && $0.start <= piece.start && piece.start < $0.end })
      }
    }
  }
}
