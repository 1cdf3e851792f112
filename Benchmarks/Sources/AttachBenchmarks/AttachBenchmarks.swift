import ArgumentParser
import Foundation
import Measuring
import ModuleLifecycle
import RollcallInspection

/// Measures what an attached inspector costs the application, and how fast it receives entries.
@main struct AttachBenchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "AttachBenchmarks", abstract: "Measures what an attached inspector costs.")

  @Option(help: "The number of pairs of turns to measure.")
  var pairs = 12

  @Option(help: "The number of seconds to watch the idle process.")
  var idle = 10

  @Flag(help: "Exit with 1 when a goal is missed.")
  var check = false

  @MainActor mutating func run() async throws {
    let stream = try await StreamRate()
    let cost = try await DispatchCost(pairs: pairs)
    let rest = try await Rest(seconds: idle)
    print("\(stream.table.text)\n\n\(cost.table.text)\n\n\(rest.table.text)\n")
    var goals = Table(["goal", "of an attached inspector", "is", "wanted"], leading: [0, 1])
    let all = [stream.goal, cost.goal] + rest.goals
    for goal in all { goals.add(goal.row) }
    print(goals.text)
    if check, all.contains(where: \.isMissed) { throw ExitCode(1) }
  }
}

/// An event without arguments: the cheapest event.
struct Tick: EventWithExample {
  static var example: Tick { Tick() }
}

/// Counts its calls.
@MainActor final class Receiver: Module {
  var calls = 0

  static func handlers(_ handlers: inout ModuleHandlers<Receiver>) {
    handlers.on(Tick.self) { receiver, _ in receiver.calls &+= 1 }
  }
}

/// A composite with a listening inspector.
@MainActor struct Listening {
  let composite: CompositeDelegate
  let inspector: Inspector

  init(modules: Int, capacity: Int = 6 << 20) throws {
    composite = CompositeDelegate(name: "Bench", journal: Journal(capacity: capacity))
    for number in 1...modules { try composite.register("M\(number)") { Receiver() } }
    inspector = try composite.startInspector()
  }
}

/// How many entries per second reach an inspector that reads a full journal.
@MainActor struct StreamRate {
  private static let count = 200_000
  private var rates = Samples()
  private var bytes = 0

  init() async throws {
    for _ in 0..<5 {
      let listening = try Listening(modules: 1, capacity: 512 << 20)
      for _ in 0..<Self.count { listening.composite.send(Tick()) }
      let client = try Client(listening.inspector.path)
      let start = ContinuousClock.now
      let read = await client.read(lines: Self.count)
      rates.add(Double(Self.count) / ((.now - start) / .seconds(1)))
      bytes = read / Self.count
      client.end()
      listening.inspector.stop()
    }
  }

  var table: Table {
    var table = Table(["through the socket", "entries a second", "bytes each"])
    table.add(["dispatches to one module", rates.median.whole, "\(bytes)"])
    return table
  }

  var goal: Goal {
    // A goal is an upper bound: therefore nanoseconds per entry.
    Goal("an entry through the socket, ns", value: 1e9 / rates.median, bound: 5_000, text: { $0.whole })
  }
}

/// The cost of a dispatch with an attached inspector while events are sent without a pause, compared with none
/// attached.
@MainActor struct DispatchCost {
  private static let receivers = 64
  private static let turn = Duration.milliseconds(400)
  private var plain = Samples()
  private var attached = Samples()
  private var ratio = Samples()

  init(pairs: Int) async throws {
    let alone = try Listening(modules: Self.receivers)
    let watched = try Listening(modules: Self.receivers)
    let client = try Client(watched.inspector.path)
    let reading = Task.detached { await client.read(lines: .max) }
    for pair in 0...pairs {
      var times: [Bool: Double] = [:]
      // The order alternates. Each turn begins when the inspector has read all entries.
      for isWatched in pair % 2 == 0 ? [false, true] : [true, false] {
        try await Task.sleep(for: .milliseconds(300))
        times[isWatched] = Self.time(isWatched ? watched.composite : alone.composite)
      }
      guard pair > 0, let with = times[true], let without = times[false] else { continue }
      plain.add(without)
      attached.add(with)
      ratio.add(with / without)
    }
    client.end()
    _ = await reading.value
    for listening in [alone, watched] { listening.inspector.stop() }
  }

  /// Returns the nanoseconds per handler.
  private static func time(_ composite: CompositeDelegate) -> Double {
    let start = ContinuousClock.now
    var events = 0
    while .now - start < turn {
      for _ in 0..<100 { composite.send(Tick()) }
      events += 100
    }
    return (.now - start) / .nanoseconds(1) / Double(events * receivers)
  }

  var table: Table {
    var table = Table(["\(Self.receivers) modules, without a pause", "ns", "least", "to the other"])
    table.add(["no inspector", plain.median.tenths, plain.least.tenths, "-"])
    table.add(["one inspector", attached.median.tenths, attached.least.tenths, ratio.median.times])
    return table
  }

  var goal: Goal {
    Goal(
      "\(Self.receivers) handlers, with an inspector to without", value: ratio.median, bound: 1.1, text: { $0.times })
  }
}

/// How often the process's threads wake while nothing happens.
@MainActor struct Rest {
  private let seconds: Int
  private let alone: Int?
  private let attached: Int?

  init(seconds: Int) async throws {
    self.seconds = seconds
    let listening = try Listening(modules: 12)
    alone = try await Self.wakeUps(in: seconds)
    let client = try Client(listening.inspector.path)
    let reading = Task.detached { await client.read(lines: .max) }
    try await Task.sleep(for: .seconds(1))
    attached = try await Self.wakeUps(in: seconds)
    client.end()
    _ = await reading.value
    listening.inspector.stop()
  }

  /// Returns how often this process's threads went to sleep in this time. `nil` where the system does not report it.
  private static func wakeUps(in seconds: Int) async throws -> Int? {
    let before = count
    try await Task.sleep(for: .seconds(seconds))
    guard let before, let after = count else { return nil }
    // The sleep above wakes one or two threads.
    return max(0, after - before - 2)
  }

  private static var count: Int? {
    let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    return threads?.compactMap { thread in
      let text = try? String(contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)
      let line = text?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return line.flatMap { Int($0.drop { !$0.isNumber }) }
    }.reduce(0, +)
  }

  var table: Table {
    var table = Table(["nothing happens, \(seconds) s", "wake-ups"])
    table.add(["no inspector", alone.map(String.init) ?? "-"])
    table.add(["one inspector, which reads", attached.map(String.init) ?? "-"])
    return table
  }

  var goals: [Goal] {
    [
      Goal("wake-ups at rest, no inspector", value: alone.map(Double.init), bound: 0, text: { $0.whole }),
      // Each beat wakes the thread that sends it, the main actor that it asks, its executor, and the client that reads.
      Goal(
        "wake-ups at rest, one inspector", value: attached.map(Double.init), bound: Double(seconds / 2 + 1) * 4,
        text: { $0.whole }),
    ]
  }
}

/// Reads an application's stream and only counts lines.
final class Client: Sendable {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
    let isConnected = unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else { throw ValidationError("There is no application at \(path).") }
    let line = Array("{\"attach\":1}\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// Reads this many lines, or up to the end, on a new thread.
  ///
  /// - Returns: The number of bytes read.
  func read(lines: Int) async -> Int {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [descriptor] in
        var (chunk, count, bytes) = ([UInt8](repeating: 0, count: 1 << 18), 0, 0)
        while count < lines {
          let size = unsafe recv(descriptor, &chunk, chunk.count, 0)
          if size <= 0 { break }
          bytes += size
          for byte in chunk[..<size] where byte == 0x0A { count += 1 }
        }
        continuation.resume(returning: bytes)
      }
    }
  }

  func end() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}

extension Double {
  /// The number with one decimal.
  fileprivate var tenths: String { String(format: "%.1f", self) }
}
