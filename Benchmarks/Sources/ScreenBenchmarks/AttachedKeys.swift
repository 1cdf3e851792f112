import Measuring

/// The time from a key to the screen with its result: in a dashboard attached to an application in another process, and
/// in one in the application's own process, in turns.
struct AttachedKeys {
  private var live: [[Double]] = []
  private var attached: [[Double]] = []

  init(_ rollcall: String, map: String, rounds: Int, keys: Int) throws {
    let served = try WatchedProgram(rollcall, ["serve", map, "--allow-control"], columns: 200)
    try served.wait(for: "Control-C ends it.")
    let far = Contender(path: rollcall, arguments: ["attach", "\(served.process)"], lastText: "quit")
    let near = Contender(path: rollcall, arguments: ["run", map], lastText: "quit")
    for round in 0..<rounds {
      // The order alternates.
      for isAttached in round % 2 == 0 ? [false, true] : [true, false] {
        let times = try Self.keys(isAttached ? far : near, keys)
        if isAttached { attached.append(times) } else { live.append(times) }
      }
    }
  }

  /// Fires an event repeatedly: each key goes to the application, and its result comes back.
  private static func keys(_ contender: Contender, _ count: Int) throws -> [Double] {
    let program = try contender.start()
    try program.wait(for: contender.lastText)
    program.settle()
    program.press("f")
    program.settle()
    program.press("didEnterB")
    program.settle()
    program.press("\r")
    program.settle()
    var times: [Double] = []
    for _ in 0..<count {
      let pressed = ContinuousClock().now
      program.press("F")
      times.append(pressed.duration(to: try program.burst().end).inMilliseconds)
    }
    return times
  }

  private static func median(_ rounds: [[Double]], _ share: Int) -> Double {
    rounds.map { $0.percentile(share) }.percentile(50)
  }

  var table: Table {
    var table = Table(["key that fires an event", "median", "p95"])
    for (name, rounds) in [("live", live), ("attached", attached)] {
      table.add([name, Self.median(rounds, 50).milliseconds, Self.median(rounds, 95).milliseconds])
    }
    return table
  }

  var goal: Goal {
    Goal(
      "key to paint, attached to live, median", value: Self.median(attached, 50) / Self.median(live, 50), bound: 1.5,
      text: \.times)
  }
}
