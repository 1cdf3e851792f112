import Foundation
import Measuring

/// The dashboard's cost while nothing happens, and under ten thousand events per second.
struct Load {
  private let sleeps: Int?
  private let growth: Double?
  private let framesPerSecond: Double
  private let idleKey: Double
  private let loadedKey: Double

  /// - Parameters:
  /// - quick: A map whose events take no time: the dashboard's own work on ten thousand of them dominates.
  /// - steady: A map that handles ten thousand events per second.
  init(_ contender: Contender, quick: String, steady: String, idle: Int) throws {
    let resting = try contender.start()
    try resting.wait(for: contender.lastText)
    resting.settle(.seconds(1))
    let facts = ProcessFacts(resting.process)
    let before = facts.sleeps(ofThread: "rollcall-screen")
    resting.watch(for: .seconds(idle))
    let after = facts.sleeps(ofThread: "rollcall-screen")
    sleeps = before.flatMap { before in after.map { $0 - before } }

    let program = try WatchedProgram(contender.path, ["run", quick])
    try program.wait(for: contender.lastText)
    program.settle()
    let memory = ProcessFacts(program.process)
    let first = memory.residentMegabytes
    idleKey = try Self.key(program)
    program.fire("didEnterBackground", times: 10_000)
    program.settle(.milliseconds(700))
    growth = first.flatMap { first in memory.residentMegabytes.map { $0 - first } }

    let busy = try WatchedProgram(contender.path, ["run", steady])
    try busy.wait(for: contender.lastText)
    busy.settle()
    busy.fire("didReceiveMemoryWarning", times: 1_000_000)
    busy.watch(for: .milliseconds(500))
    let frames = busy.frames
    let start = ContinuousClock().now
    busy.watch(for: .seconds(3))
    framesPerSecond = Double(busy.frames - frames) / (start.duration(to: ContinuousClock().now) / .seconds(1))
    loadedKey = try Self.key(busy)
  }

  /// Opens and closes the help, whose text can't be mistaken for other output. Returns the median of five 95th
  /// percentiles, in milliseconds.
  private static func key(_ program: WatchedProgram) throws -> Double {
    let rounds = try (0..<5).map { _ in
      try (0..<40).flatMap { _ in
        try [("?", "Panes"), ("?", "reason")].map { key, text in
          let pressed = ContinuousClock().now
          program.press(key)
          return try pressed.duration(to: program.wait(for: text)).inMilliseconds
        }
      }
      .percentile(95)
    }
    return rounds.percentile(50)
  }

  var goals: [Goal] {
    [
      Goal("wake-ups of the screen's thread while idle", value: sleeps.map(Double.init), bound: 0, text: \.whole),
      Goal("memory growth after 10,000 events, MB", value: growth, bound: 10) { String(format: "%.1f", $0) },
      Goal("frames a second under load", value: framesPerSecond, bound: 30) { String(format: "%.1f", $0) },
      Goal("key to paint under load, p95", value: loadedKey, bound: 2 * idleKey, text: \.milliseconds),
    ]
  }
}

extension WatchedProgram {
  /// Fires an event this many times, with the form.
  func fire(_ event: String, times: Int) {
    press("f\(event)")
    settle(.milliseconds(50))
    press("\t\u{15}\(times)\r")
  }
}
