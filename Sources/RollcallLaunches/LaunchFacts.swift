package import ModuleLifecycle

/// What happened around a launch, besides the creation of modules, as intervals of the journal's time.
package struct LaunchFacts: Sendable, Equatable {
  /// The most rows of dispatches to keep, and the most starts and stopped periods. An application that is never launched can
  /// send any number. The oldest are forgotten.
  private static let most = 100_000

  /// The dispatches in the order of their ends, those inside others too.
  package private(set) var dispatches: [DispatchEntry] = []
  private var rows = 0
  /// When each module's asynchronous start began.
  private var starting: [ModuleID: UInt64] = [:]
  /// The asynchronous starts that have ended, and the periods in which no thread of the process ran.
  private(set) var others: [LaunchPartition.Interval] = []

  package init() {}

  /// Whether another dispatch may displace an older one.
  package var isFull: Bool { rows >= Self.most / 2 }

  /// Adds the next entry, in journal order.
  package mutating func note(_ entry: AnyEntry) {
    switch entry {
    case .dispatch(let dispatch):
      dispatches.append(dispatch)
      rows += dispatch.handlers.count + 1
      if rows > Self.most { forgetDispatches() }
    case .module(let module) where module.change == .starting: starting[module.id] = module.atNanoseconds
    case .module(let module) where module.change == .started || module.change == .stopped:
      guard let since = starting.removeValue(forKey: module.id) else { break }
      add(LaunchPartition.Interval(.start(module.id), from: since, to: module.atNanoseconds))
    case .stopped(let stop):
      let end = stop.atNanoseconds.plus(stop.tookNanoseconds)
      add(LaunchPartition.Interval(.stopped, from: stop.atNanoseconds, to: end))
    default: break
    }
  }

  private mutating func add(_ interval: LaunchPartition.Interval) {
    others.append(interval)
    if others.count > Self.most { others.removeFirst(Self.most / 2) }
  }

  /// Forgets the older dispatches, but not the events that launch.
  private mutating func forgetDispatches() {
    let launching = [WillFinishLaunching.name, DidFinishLaunching.name]
    let latest = dispatches.suffix(dispatches.count / 2)
    dispatches = dispatches.dropLast(latest.count).filter { launching.contains($0.event) }.suffix(4) + latest
    rows = dispatches.reduce(0) { $0 + $1.handlers.count + 1 }
  }

  /// The creations that did not happen during a dispatch.
  ///
  /// - Parameter creations: In the order in which they started.
  func outside(_ creations: [ModuleCreation]) -> [ModuleCreation] {
    let dispatches = dispatches.sorted { $0.atNanoseconds < $1.atNanoseconds }
    // The latest end of those that have begun.
    var (begun, end): (Int, UInt64?) = (0, nil)
    return creations.filter { creation in
      while begun < dispatches.count, dispatches[begun].atNanoseconds <= creation.atNanoseconds {
        end = max(end ?? 0, dispatches[begun].endNanoseconds)
        begun += 1
      }
      return end.map { $0 < creation.endNanoseconds } ?? true
    }
  }

  /// The starts and the stopped periods. Starts that have not ended last until `end`.
  package func others(until end: UInt64) -> [LaunchPartition.Interval] {
    others + starting.map { LaunchPartition.Interval(.start($0), from: $1, to: max($1, end)) }
  }
}

extension DispatchEntry {
  /// The dispatch and its handlers. A handler that answers later ends when it first waits.
  package var intervals: [LaunchPartition.Interval] {
    let whole = LaunchPartition.Interval(.dispatch(id), from: atNanoseconds, to: endNanoseconds)
    return [whole]
      + handlers.filter { $0.part == nil && $0.wasCalled }.map { span in
        let start = atNanoseconds.plus(span.startNanoseconds)
        return LaunchPartition.Interval(
          .handler(span.moduleID, id), from: start,
          to: start.plus(span.totalNanoseconds.minus(span.suspendedNanoseconds ?? 0)))
      }
  }

  /// When the last handler had returned or answered.
  package var endNanoseconds: UInt64 { atNanoseconds.plus(totalNanoseconds) }
}

/// Places moments on a launch's time axis, which leaves out some of the pieces.
struct LaunchAxis {
  /// The end of each piece that counts, in the journal's time, and where it ends on the axis.
  private var pieces: [(start: UInt64, end: UInt64, place: UInt64)] = []

  /// - Parameters:
  ///   - start: Where the axis is when the first piece begins.
  ///   - counts: Whether a kind of piece has room on the axis.
  init(_ partition: LaunchPartition, from start: UInt64, counts: (LaunchPartition.Kind) -> Bool) {
    var place = start
    for piece in partition.pieces where counts(piece.kind) {
      place = place.plus(piece.end - piece.start)
      pieces.append((piece.start, piece.end, place))
    }
    length = place
  }

  /// The end of the axis.
  let length: UInt64

  /// The place of a moment in the journal's time. One in a piece that is left out has the place of that piece's start.
  func place(_ time: UInt64) -> UInt64 {
    // The first piece that ends later.
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].end <= time { low = middle + 1 } else { high = middle }
    }
    guard low < pieces.count else { return length }
    let piece = pieces[low]
    return piece.place.minus(piece.end - max(piece.start, time))
  }
}
