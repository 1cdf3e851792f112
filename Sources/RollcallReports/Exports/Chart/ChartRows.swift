import ModuleLifecycle
import RollcallLaunches

/// The rows of one event in a chart.
struct ChartRows {
  static let slowest = "slowest"

  private(set) var rows: [BootChart.Row] = []
  private let dispatch: DispatchEntry
  private let offset: UInt64
  private let children: [Int: [Int]]
  /// Each row's cost: its own time and that of its parts, without the events that it sent.
  private let costs: [UInt64]
  private let slowestIndex: Int?
  /// The rows that are composites. The slow row is a module in one, not the composite itself.
  private let composites: Set<Int>
  /// The cost from which a module counts as slow.
  private let slowFrom: UInt64

  /// - Parameters:
  ///   - start: Where the event begins in the chart.
  ///   - whole: The length of the chart.
  init(of dispatch: DispatchEntry, startingAt start: UInt64, whole: UInt64) {
    self.dispatch = dispatch
    offset = start
    let handlers = dispatch.handlers
    children = Dictionary(
      grouping: handlers.indices.filter { handlers[$0].parent.map { $0 >= 0 } ?? false }
    ) { handlers[$0].parent ?? 0 }
    let costs = dispatch.ownTimes
    self.costs = costs
    composites = Set(handlers.filter { $0.part == nil }.compactMap(\.parent))
    let called = handlers.indices.filter { [composites] in
      handlers[$0].part == nil && handlers[$0].wasCalled && !composites.contains($0)
    }
    slowestIndex = called.max { costs[$0] < costs[$1] }
    // One and a half times the fair share, and at least a tenth of the whole.
    let fair = whole / UInt64(max(1, called.count))
    slowFrom = max(1, whole / 10, fair.plus(fair / 2))
    addAll()
  }

  private mutating func addAll() {
    rows.append(
      BootChart.Row(
        kind: .event, name: dispatch.event, start: offset, total: dispatch.totalNanoseconds,
        own: dispatch.totalNanoseconds, answer: dispatch.response == .null ? "" : dispatch.response.words))
    let outer = dispatch.handlers.indices.filter {
      dispatch.handlers[$0].parent == nil && dispatch.handlers[$0].wasCalled
    }
    add(outer, depth: 1, limit: outer.count > BootChart.mostModules ? BootChart.modulesOfMany : outer.count)
  }

  /// Adds the rows in order, and one row that sums up the quickest ones, which are left out.
  private mutating func add(_ indices: [Int], depth: Int, limit: Int) {
    let kept = Set(indices.sorted { isSlower($0, than: $1) }.prefix(limit))
    for index in indices where kept.contains(index) {
      rows.append(row(index, depth: depth))
      let inner = (children[index] ?? []).filter { $0 > index && dispatch.handlers[$0].wasCalled }
      // A damaged recording may nest rows without end.
      if depth < 8 { add(inner, depth: depth + 1, limit: BootChart.mostParts) }
    }
    let rest = indices.filter { !kept.contains($0) }
    guard let first = rest.first else { return }
    let noun = dispatch.handlers[first].part == nil ? "quicker modules" : "quicker parts"
    rows.append(
      BootChart.Row(
        kind: .rest, name: "\(rest.count) \(noun)", depth: depth,
        total: sum(rest.map { dispatch.handlers[$0].totalNanoseconds }), own: sum(rest.map { costs[$0] })))
  }

  private func isSlower(_ left: Int, than right: Int) -> Bool {
    (costs[left], dispatch.handlers[left].totalNanoseconds) > (costs[right], dispatch.handlers[right].totalNanoseconds)
  }

  private func row(_ index: Int, depth: Int) -> BootChart.Row {
    let span = dispatch.handlers[index]
    let isSlow = span.part == nil && (index == slowestIndex || costs[index] >= slowFrom && !composites.contains(index))
    let answer =
      switch span.outcome {
      case .threw, .unanswered, .answered, .held: span.answerWord
      default: ""
      }
    return BootChart.Row(
      kind: span.part == nil ? .module : .part, name: span.part ?? span.module, depth: depth,
      start: offset.plus(span.startNanoseconds), total: span.totalNanoseconds, own: costs[index],
      suspended: span.suspendedNanoseconds ?? 0, mark: index == slowestIndex ? Self.slowest : isSlow ? "slow" : "",
      module: span.moduleID, answer: answer)
  }

  private func sum(_ times: [UInt64]) -> UInt64 { times.reduce(0) { $0.plus($1) } }
}
