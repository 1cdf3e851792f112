import Measuring

/// The times from the start to the first complete screen, and from a key to the screen with its result.
struct StartAndKeys {
  private struct Result {
    var firstFrame: [Double] = []
    /// The key times of each round.
    var keys: [[Double]] = []
    var bytes: [Double] = []

    /// Returns the median of the rounds' percentiles.
    func key(_ share: Int) -> Double { keys.map { $0.percentile(share) }.percentile(50) }
  }

  private var dashboard = Result()
  private var peer: Result?

  init(_ dashboard: Contender, _ peer: Contender?, rounds: Int, keys: Int) throws {
    if peer != nil { self.peer = Result() }
    for _ in 0..<rounds {
      try Self.measure(dashboard, keys: keys, into: &self.dashboard)
      if let peer, var result = self.peer {
        try Self.measure(peer, keys: keys, into: &result)
        self.peer = result
      }
    }
  }

  private static let (down, up) = ("\u{1b}OB", "\u{1b}OA")

  private static func measure(_ contender: Contender, keys: Int, into result: inout Result) throws {
    let program = try contender.start()
    let shown = try program.wait(for: contender.lastText)
    result.firstFrame.append(program.start.duration(to: shown).inMilliseconds)
    program.settle()
    // Leaves the main module's row, the first one: its key hints differ.
    program.press(down)
    program.settle()
    var times: [Double] = []
    for key in 0..<keys {
      let pressed = ContinuousClock().now
      program.press(key % 2 == 0 ? down : up)
      let burst = try program.burst()
      times.append(pressed.duration(to: burst.end).inMilliseconds)
      result.bytes.append(Double(burst.bytes))
    }
    result.keys.append(times)
  }

  var table: Table {
    var table = Table(["program", "first screen", "key, median", "key, p95", "bytes for a move"])
    for (name, result) in [("rollcall", dashboard), ("htop", peer)] {
      guard let result else { continue }
      table.add([
        name, result.firstFrame.percentile(50).milliseconds, result.key(50).milliseconds,
        result.key(95).milliseconds, result.bytes.percentile(50).whole,
      ])
    }
    return table
  }

  var goals: [Goal] {
    [
      Goal(
        "first screen, median", value: dashboard.firstFrame.percentile(50), bound: peer?.firstFrame.percentile(50),
        text: \.milliseconds),
      Goal(
        "key to paint, p95", value: dashboard.key(95), bound: peer?.key(95),
        text: \.milliseconds),
      Goal("bytes for a move", value: dashboard.bytes.percentile(95), bound: 100, isExclusive: true, text: \.whole),
    ]
  }
}
