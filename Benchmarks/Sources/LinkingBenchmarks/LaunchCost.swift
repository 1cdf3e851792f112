import CAllocationCount
import Foundation
import Measuring
import ModuleLifecycle

/// A first launch of a composite with one module, in a process of its own.
@MainActor enum OneLaunch {
  private final class Session: Module {
    let owned = OwnedObjects()
    static func handlers(_ handlers: inout ModuleHandlers<Session>) {
      handlers.answer(DidFinishLaunching.self) { _, _ in true }
    }
  }

  /// Prints the nanoseconds and the allocations.
  static func run() throws {
    let before = allocation_count()
    let start = ContinuousClock.now
    let composite = CompositeDelegate(name: "App")
    try composite.register("Session", role: .main) { Session() }
    let answer = composite.send(DidFinishLaunching())
    let took = ContinuousClock.now - start
    let allocations = allocation_count() - before
    guard answer else { throw Failure("The module was not called.") }
    print("\(Int(took / .nanoseconds(1))) \(allocations)")
  }
}

/// The cost of a first launch with one module, beside the start of a process that does nothing.
struct LaunchCost {
  private var launch = Samples()
  private var process = Samples()
  private var allocations = Samples()

  init(launches: Int) throws {
    let program = ProcessInfo.processInfo.arguments[0]
    for _ in 0..<launches {
      let start = ContinuousClock.now
      try output(of: "/usr/bin/env", ["true"])
      process.add((ContinuousClock.now - start) / .microseconds(1))
      let numbers = try output(of: program, ["--launch-once"]).split { !$0.isNumber }.compactMap { Double($0) }
      guard numbers.count == 2 else { throw Failure("A launch printed no two numbers.") }
      launch.add(numbers[0] / 1_000)
      allocations.add(numbers[1])
    }
  }

  var table: Table {
    var table = Table(["first launch with one module", "median", "least"])
    table.add(["µs, from the composite to the answer", launch.median.whole, launch.least.whole])
    table.add(["allocations", allocations.median.whole, allocations.least.whole])
    table.add(["µs to start and end `true`", process.median.whole, process.least.whole])
    return table
  }

  var goals: [Goal] {
    [
      Goal(
        "a first launch with one module, to starting `true`", value: launch.median / process.median, bound: 2.5,
        text: { $0.times }),
      // Without the count, the allocations are 0.
      Goal(
        "allocations of that launch", value: allocations.median > 0 ? allocations.median : nil, bound: 650,
        text: { $0.whole }),
    ]
  }
}
