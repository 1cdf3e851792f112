/// A dispatch that takes, or took, longer than its event may, in words.
struct OverBudget {
  /// Who had to do with it.
  enum Culprit {
    /// This module's handler is running, for so long.
    case runs(String, UInt64)
    /// This module's handler is running for so long, in an event that was sent within.
    case runsWithin(String, String, UInt64)
    /// It is over, and this module's handler took the longest.
    case took(String, UInt64)
  }

  let event: String
  let dispatch: UInt64
  let elapsed: UInt64
  let budget: UInt64
  /// What willFinishLaunching had used of the budget before.
  let charged: UInt64
  let culprit: Culprit?

  func warning(at time: UInt64) -> WarningEntry {
    WarningEntry(
      kind: .overBudget, message: "\(spent). \(work)", module: module, dispatch: dispatch, atNanoseconds: time)
  }

  /// What stands around a time that goes on.
  fileprivate static let soFar = (before: "has taken ", after: " so far")

  private var spent: String {
    let (time, budget) = (TimeInWords.measured(elapsed), TimeInWords.exact(budget))
    let taken = if case .took = culprit { "took \(time)" } else { Self.soFar.before + time + Self.soFar.after }
    guard charged > 0 else { return "\(event) \(taken), over its budget of \(budget)" }
    return
      "\(event) \(taken), after \(TimeInWords.measured(charged)) of \(WillFinishLaunching.name), over the budget of \(budget) for both"
  }

  private var work: String {
    switch culprit {
    case .runs(let module, let time):
      "\(module) is running, for \(TimeInWords.measured(time))."
    case .runsWithin(let module, let event, let time):
      "\(module) is running in \(event), which was sent within, for \(TimeInWords.measured(time))."
    case .took(let module, let time):
      "\(module) took the longest, \(TimeInWords.measured(time))."
    case nil:
      "No module was called."
    }
  }

  private var module: String? {
    switch culprit {
    case .runs(let module, _), .runsWithin(let module, _, _), .took(let module, _): module
    case nil: nil
    }
  }
}

extension WarningEntry {
  /// What a warning that was given while its dispatch was under way would say now that it is over; `nil` for any other.
  package func settled(by entry: DispatchEntry) -> WarningEntry? {
    guard kind == .overBudget, dispatch == entry.id,
      let before = message.firstRange(of: " \(OverBudget.soFar.before)"),
      let after = message[before.upperBound...].firstRange(of: OverBudget.soFar.after),
      let end = message[after.upperBound...].firstRange(of: ". ")
    else { return nil }
    let slowest = entry.slowest
    let work = slowest.map { "\($0.module) took the longest, \(TimeInWords.measured($0.nanoseconds))." }
    let took = " took \(TimeInWords.measured(entry.totalNanoseconds))"
    let spent = message[..<before.lowerBound] + took + message[after.upperBound..<end.upperBound]
    return WarningEntry(
      kind: kind, message: spent + (work ?? "No module was called."), module: slowest?.module ?? module,
      dispatch: dispatch, atNanoseconds: atNanoseconds)
  }
}
