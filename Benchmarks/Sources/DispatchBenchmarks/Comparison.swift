import CAllocationCount
import Measuring

/// One number of receivers, with every contender.
@MainActor struct Comparison {
  /// What came out for one contender.
  struct Result {
    let kind: ContenderKind
    /// Nanoseconds for each handler.
    var time = Samples()
    /// For one event; `nil` where they cannot be counted.
    var allocations: Double?
  }

  /// A contender called a receiver too often, or too seldom.
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

  /// How many events make one sample long enough to be timed.
  private var events: Int { max(5, 200_000 / receivers) }

  /// As many as fill a journal.
  private var warmUp: Int { max(100, 1_000_000 / receivers) }

  /// Measures the contenders in turn, round by round, so that whatever else the machine does meets them all.
  func results(of kinds: [ContenderKind]) async throws -> [Result] {
    var results = kinds.map { Result(kind: $0) }
    let contenders = try kinds.map { try $0.make(receivers) }
    var sent = 0
    for index in kinds.indices {
      // First it warms up: plans are made, and the journal fills to its bound and drops the registrations.
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
  /// - Throws: Itself, where a receiver was not called as often as events were sent.
  static func check(_ contender: String, _ calls: [Int], events: Int) throws {
    for (receiver, calls) in calls.enumerated() where calls != events {
      throw Self(contender: contender, receiver: receiver, calls: calls, events: events)
    }
  }
}
