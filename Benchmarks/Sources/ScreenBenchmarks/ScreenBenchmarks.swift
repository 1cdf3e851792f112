import ArgumentParser
import Foundation
import Measuring

/// Measures the dashboard's response times, compared with htop, and its cost while idle.
@main struct ScreenBenchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ScreenBenchmarks",
    abstract: "Measures the dashboard on a terminal, compared with htop.",
    discussion: """
      Each runs on a separate terminal of 80 columns and 24 rows, whose output is read byte by byte. The programs take \
      turns, and medians are reported. Without htop only the dashboard is measured.
      """)

  @Argument(help: "The dashboard's executable, from an optimised build.", completion: .file())
  var rollcall: String

  @Option(help: "The map to serve.", completion: .file(extensions: ["map"]))
  var map = "Modules.map"

  @Option(help: "The number of times to start each program.")
  var rounds = 9

  @Option(help: "The number of keys to press in each round.")
  var keys = 60

  @Option(help: "The number of seconds to watch the idle dashboard.")
  var idle = 10

  @Flag(help: "Only compare an attached dashboard with a live one.")
  var attached = false

  @Flag(help: "Exit with 1 when a goal is missed.")
  var check = false

  func validate() throws {
    guard rounds > 0, keys > 1, idle > 0 else { throw ValidationError("Rounds, keys and seconds must be positive.") }
    guard FileManager.default.isExecutableFile(atPath: rollcall) else {
      throw ValidationError("There is no program at \(rollcall).")
    }
    guard FileManager.default.fileExists(atPath: map) else { throw ValidationError("There is no map at \(map).") }
  }

  func run() throws {
    let maps = try Maps()
    defer { maps.remove() }
    if attached {
      let result = try AttachedKeys(rollcall, map: maps.quiet, rounds: rounds, keys: keys)
      var goals = Table(["goal", "of an attached dashboard", "is", "wanted"], leading: [0, 1])
      goals.add(result.goal.row)
      print("\(result.table.text)\n\n\(goals.text)")
      if check, result.goal.isMissed { throw ExitCode(1) }
      return
    }
    let htop = ["/usr/bin/htop", "/usr/local/bin/htop", "/opt/homebrew/bin/htop"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    let dashboard = Contender(path: rollcall, arguments: ["run", maps.quiet], lastText: "quit")
    // With a slow refresh, output after a key belongs to that key.
    let peer = htop.map { Contender(path: $0, arguments: ["-d", "100"], lastText: "Quit") }
    print("Screen: \(rounds) rounds of \(keys) keys, \(htop ?? "without htop").\n")

    let startAndKeys = try StartAndKeys(dashboard, peer, rounds: rounds, keys: keys)
    print(startAndKeys.table.text)
    let load = try Load(dashboard, quick: maps.quick, steady: maps.steady, idle: idle)
    let crowd = try Crowd(rollcall, maps: maps)
    let afterLaunch = try AfterLaunch(rollcall, map: map)
    var goals = Table(["goal", "of the dashboard", "is", "wanted"], leading: [0, 1])
    let all = startAndKeys.goals + load.goals + crowd.goals + [afterLaunch.goal]
    for goal in all { goals.add(goal.row) }
    print("\n\(goals.text)")
    if check, all.contains(where: \.isMissed) { throw ExitCode(1) }
  }
}

/// A measured program.
struct Contender {
  let path: String
  let arguments: [String]
  /// The text at the end of its first screen.
  let lastText: String

  func start() throws -> WatchedProgram { try WatchedProgram(path, arguments) }
}

extension Double {
  /// The number of milliseconds as text, with two decimals.
  var milliseconds: String { String(format: "%.2f ms", self) }
}

extension Duration {
  var inMilliseconds: Double { self / .milliseconds(1) }
}

extension Array where Element == Double {
  /// Returns the percentile by the nearest-rank method, or 0 if empty.
  func percentile(_ share: Int) -> Double {
    let sorted = sorted()
    return sorted.isEmpty ? 0 : sorted[Swift.min(sorted.count - 1, (sorted.count * share + 99) / 100 - 1)]
  }
}
