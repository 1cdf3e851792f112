import Measuring
import ModuleLifecycle

/// The cost of registering many modules, tearing them down, and delivering many events that a handler queues.
///
/// If one of them does not scale linearly, it misses its goal by far.
@MainActor struct CrowdCost {
  private static let modules = 10_000
  private static let events = 200_000

  private var registration = Samples()
  private var teardown = Samples()
  /// Seconds per event.
  private var queue = Samples()
  private var queueRatio = Samples()

  init(rounds: Int) throws {
    for _ in 0..<rounds {
      try measureModules()
      try measureQueue()
    }
  }

  private mutating func measureModules() throws {
    let composite = CompositeDelegate()
    let names = (0..<Self.modules).map { "Module \($0)" }
    registration.add(
      try Self.seconds {
        for (number, name) in names.enumerated() {
          try composite.register(name, after: Array(names[max(0, number - 1)..<number])) { Receiver() }
        }
      })
    composite.send(Tick())
    teardown.add(Self.seconds { composite.tearDown() })
  }

  private mutating func measureQueue() throws {
    let composite = CompositeDelegate()
    let receiver = Receiver()
    try composite.register("Receiver") { receiver }
    try composite.register("Flood") { [unowned composite] in Flood(into: composite) }
    let (few, turns) = (Self.events / 100, 100)
    let fewEach = Self.seconds { for _ in 0..<turns { composite.send(Tock(events: few)) } } / Double(few * turns)
    let manyEach = Self.seconds { composite.send(Tock(events: Self.events)) } / Double(Self.events)
    try Comparison.Miscount.check("queue", [receiver.calls], events: few * turns + Self.events)
    queue.add(manyEach)
    queueRatio.add(manyEach / fewEach)
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (.now - start) / .seconds(1)
  }

  private var moduleRows: [(title: String, samples: Samples)] {
    [
      ("\(Self.modules.grouped) modules registered", registration),
      ("\(Self.modules.grouped) modules torn down", teardown),
    ]
  }

  var table: Table {
    var table = Table(["many", "ms", "least"])
    let queue = ("\(Self.events.grouped) events queued and delivered", queue, Double(Self.events))
    for (title, samples, count) in moduleRows.map({ ($0, $1, 1) }) + [queue] {
      let milliseconds = 1_000 * count
      table.add([title, (samples.median * milliseconds).tenths, (samples.least * milliseconds).tenths])
    }
    return table
  }

  var goals: [Goal] {
    moduleRows.map { Goal("\($0.title), in ms", value: $0.samples.median * 1_000, bound: 200, text: { $0.tenths }) } + [
      Goal(
        "time per queued event, \(Self.events.grouped) to a hundredth of them", value: queueRatio.median, bound: 2,
        text: { $0.times })
    ]
  }
}

/// Starts a flood of queued events.
private struct Tock: EventWithExample {
  let events: Int
  static var example: Tock { Tock(events: 1) }
}

/// A module that queues many events in one handler.
@MainActor private final class Flood: Module {
  private unowned let composite: CompositeDelegate

  init(into composite: CompositeDelegate) { self.composite = composite }

  static func handlers(_ handlers: inout ModuleHandlers<Flood>) {
    handlers.on(Tock.self) { flood, tock in
      for _ in 0..<tock.events { flood.composite.enqueue(Tick()) }
    }
  }
}
