import Measuring

/// The limits on the cost of a dispatch.
struct Goals {
  private(set) var goals: [Goal] = []
  private var fewest: (receivers: Int, allocations: Double)?

  /// Adds the goals for one number of receivers.
  mutating func add(_ results: [Comparison.Result], receivers: Int) {
    func result(_ kind: ContenderKind) -> Comparison.Result? { results.first { $0.kind == kind } }
    guard let composite = result(.composite) else { return }
    if receivers == 1, let center = result(.notifications) {
      goals.append(
        Goal(
          "1 handler, to NotificationCenter", value: composite.time.median / center.time.median, bound: 0.9,
          text: { $0.times }))
    }
    if receivers == 1, let text = result(.textComposite) {
      goals.append(
        Goal(
          "1 handler, an event with a text, to one without", value: text.time.median / composite.time.median,
          bound: 1.5, text: { $0.times }))
    }
    if let bound = [64: 1.25, 10_000: 1.25][receivers], let floor = result(.timedClosures) {
      goals.append(
        Goal(
          "\(receivers.grouped) handlers, to closures with a clock read each",
          value: composite.time.median / floor.time.median, bound: bound, text: { $0.times }))
    }
    guard let allocations = composite.allocations else { return }
    if let fewest {
      goals.append(
        Goal(
          "allocations for \(receivers.grouped) handlers, beyond those for \(fewest.receivers.grouped)",
          value: max(0, allocations - fewest.allocations), bound: 0, text: { $0.whole }))
    } else {
      fewest = (receivers, allocations)
    }
  }

  /// Adds the goal for recording.
  @MainActor mutating func add(_ cost: RecordingCost) { goals.append(cost.goal) }

  /// Adds the goals for many modules and many events.
  @MainActor mutating func add(_ cost: CrowdCost) { goals += cost.goals }

  var table: Table {
    var table = Table(["goal", "of CompositeDelegate with its journal", "is", "wanted"], leading: [0, 1])
    for goal in goals { table.add(goal.row) }
    return table
  }
}
