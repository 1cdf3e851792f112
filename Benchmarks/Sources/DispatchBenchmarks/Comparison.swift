import CAllocationCount
import Measuring

/// Measures all contenders with one number of receivers.
@MainActor struct Comparison {
  /// One contender's result.
  struct Result {
    let kind: ContenderKind
    /// Nanoseconds per handler.
    var time = Samples()
    /// Allocations per event. `nil` where they can't be counted.
    var allocations: Double?
  }

  /// A contender called a receiver too many or too few times.
  struct Miscount: Error, CustomStringConvertible {
    let contender: String
    let receiver: Int
    let calls: Int
    let events: Int

    var description: String {
      "\(contender): receiver \(receiver) was called \(calls) times for \(events) events."
    }
  }

  let receivers: Int
  let rounds: Int

  /// The number of events in a sample, long enough to time.
  private var events: Int { max(5, 200_000 / receivers) }

  /// Enough events to fill a journal.
  private var warmUp: Int { max(100, 1_000_000 / receivers) }

  /// Measures the contenders in turn, round by round, so that other load on the machine affects all of them.
  func results(of kinds: [ContenderKind]) async throws -> [Result] {
    var results = kinds.map { Result(kind: $0) }
    let contenders = try kinds.map { try $0.make(receivers) }
    var sent = 0
    for index in kinds.indices {
      // Warms up: the plans are made, and the journal fills to its bound and drops the registrations.
      for _ in 0..<warmUp { await contenders[index].deliver() }
      let before = allocation_count()
      for _ in 0..<5 { await contenders[index].deliver() }
      let after = allocation_count()
      results[index].allocations = after == 0 ? nil : (Double(after - before) / 5).rounded()
    }
    sent += warmUp + 5
    for round in 0..<rounds {
      for offset in kinds.indices {
        let index = (round + offset) % kinds.count
        results[index].time.add(await time(contenders[index]))
      }
      sent += events
    }
    for (kind, contender) in zip(kinds, contenders) { try Miscount.check(kind.title, contender.calls, events: sent) }
    return results
  }

  private func time(_ contender: any Contender) async -> Double {
    let start = ContinuousClock.now
    for _ in 0..<events { await contender.deliver() }
    return (.now - start) / .nanoseconds(1) / Double(events * receivers)
  }

}

extension Comparison.Miscount {
  /// - Throws: `Miscount` if a receiver was not called once for each event.
  static func check(_ contender: String, _ calls: [Int], events: Int) throws {
    for (receiver, calls) in calls.enumerated() where calls != events {
      throw Self(contender: contender, receiver: receiver, calls: calls, events: events)
    }
  }
}
