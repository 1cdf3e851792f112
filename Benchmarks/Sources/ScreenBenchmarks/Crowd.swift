import Measuring

/// Key times with a thousand modules and with a hundred thousand cleaned objects.
struct Crowd {
  private let modules: Double
  private let rows: Double
  private let filter: Double

  init(_ path: String, maps: Maps) throws {
    let thousand = try WatchedProgram(path, ["run", maps.thousand])
    try thousand.wait(for: "quit")
    thousand.settle()
    modules = try Self.keys(["j", "G", "k", "g", "\u{1b}[6~", "\u{1b}[5~"], in: thousand)

    let owner = try WatchedProgram(path, ["run", maps.owner])
    try owner.wait(for: "quit")
    owner.settle()
    owner.press("j")
    owner.settle(.milliseconds(50))
    for _ in 0..<100 {
      owner.press("x")
      owner.settle(.milliseconds(60))
      owner.press("u")
      owner.settle(.milliseconds(60))
    }
    owner.press("3")
    owner.settle()
    rows = try Self.keys(["g", "j", "\u{1b}[6~", "G", "k", "\u{1b}[5~"], in: owner)
    owner.press("/")
    owner.settle()
    // Each letter changes the first matches. The last key clears the filter.
    filter = try Self.keys(["n", "o", "t", "e", "7", "\u{15}"], in: owner)
  }

  /// Presses the keys in turn, several times, and returns the 95th percentile of the times in milliseconds.
  private static func keys(_ keys: [String], in program: WatchedProgram) throws -> Double {
    var times: [Double] = []
    for _ in 0..<10 {
      for key in keys {
        let pressed = ContinuousClock().now
        program.press(key)
        times.append(pressed.duration(to: try program.burst().end).inMilliseconds)
      }
    }
    return times.percentile(95)
  }

  var goals: [Goal] {
    [
      Goal("key to paint with 1,000 modules, p95", value: modules, bound: 16, text: \.milliseconds),
      Goal("key to paint with 100,000 cleaned objects, p95", value: rows, bound: 16, text: \.milliseconds),
      Goal("a filter's first matches in them, p95", value: filter, bound: 16, text: \.milliseconds),
    ]
  }
}
