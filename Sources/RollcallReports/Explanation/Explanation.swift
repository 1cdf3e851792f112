package import ModuleLifecycle
import RollcallLaunches
package import RollcallRecordings
import RollcallTextFormatting

/// Several launches of one application, explained together: what could be saved at most, and what was seen to need it.
package struct Explanation: Sendable {
  /// What to do about a part, as it follows from the facts.
  package enum Suggestion: Hashable, Sendable {
    /// It was blocked, and nothing was seen to need it: start it after the end.
    case startLater
    /// It computed, and nothing was seen to need it: start it later, or compute off the main actor.
    case computeElsewhere
    /// Something needs it.
    case needed
    /// Most of its time it waited for a processor: the machine, not the module.
    case machine
    /// An experiment deferred it.
    case deferred
    /// An experiment left it out.
    case leftOut
    /// It is too short to matter.
    case none
  }

  /// A module in all launches.
  package struct Row: Sendable {
    package let name: String
    /// Whether it is in a nested composite, where experiments do not reach it.
    package let isNested: Bool
    /// The medians, in nanoseconds.
    package let nanoseconds, savableNanoseconds: UInt64
    /// The least and the most of its times.
    package let range: ClosedRange<UInt64>
    /// The kind of time with the most; `nil` if the kinds were not measured.
    package let kind: TimeBreakdown.Kind?
    package let needs: [Need]
    /// The named parts of its handlers that matter, the longest first, with the medians of their own times.
    package let pieces: [(name: String, nanoseconds: UInt64)]
    package let suggestion: Suggestion

    /// Whether starting it later is suggested.
    package var canWait: Bool { suggestion == .startLater || suggestion == .computeElsewhere }
  }

  package let launches: [ExplainedLaunch]
  /// The modules, those that could save most first.
  package let rows: [Row]

  /// - Parameter launches: At least one.
  package init(_ launches: [ExplainedLaunch]) {
    // What is part of some launches only is part of none.
    let countBefore = launches.allSatisfy(\.countsBefore)
    let launches = countBefore ? launches : launches.map(\.withoutBefore)
    self.launches = launches
    // Less is not worth a change, and shorter times vary from launch to launch.
    let least = max(1_000_000, ApplicationLaunch.leastSlow(of: launches.map(\.totalNanoseconds).median))
    var names: [String] = []
    var parts: [String: [ExplainedLaunch.Part]] = [:]
    for part in launches.flatMap(\.modules) {
      if parts[part.name] == nil { names.append(part.name) }
      parts[part.name, default: []].append(part)
    }
    let all = names.map { Self.row($0, parts[$0] ?? [], of: launches.count, least: least) }
    rows = all.sorted { ($0.savableNanoseconds, $1.name) > ($1.savableNanoseconds, $0.name) }
  }

  private static func row(_ name: String, _ parts: [ExplainedLaunch.Part], of count: Int, least: UInt64) -> Row {
    // In launches without it, a module took no time.
    let missing = Array(repeating: UInt64(0), count: count - min(count, parts.count))
    let times = parts.map(\.nanoseconds) + missing
    let savable = (parts.map(\.savableNanoseconds) + missing).median
    var known: Set<Need> = []
    let needs = parts.flatMap(\.needs).filter { known.insert($0).inserted }
    // What is measured must be most of it: an asynchronous start has no kind.
    let measured = parts.map { $0.breakdown?.totalNanoseconds ?? 0 }.median
    let kind =
      measured >= times.median / 2 ? TimeBreakdown(medianOf: parts.map(\.breakdown))?.main?.kind : nil
    let suggestion: Suggestion =
      if let experiment = parts.lazy.compactMap(\.experiment).first {
        experiment == .deferred ? .deferred : .leftOut
      } else if times.median < least {
        .none
      } else if kind == .waiting {
        .machine
      } else if savable < least {
        .none
      } else if !needs.isEmpty {
        .needed
      } else {
        kind == .blocked || kind == .notComputing ? .startLater : .computeElsewhere
      }
    let pieces = Set(parts.flatMap(\.pieces.keys)).map { name in
      (name: name, nanoseconds: (parts.map { $0.pieces[name] ?? 0 } + missing).median)
    }
    return Row(
      name: name, isNested: parts.contains(where: \.isNested), nanoseconds: times.median, savableNanoseconds: savable,
      range: (times.min() ?? 0)...(times.max() ?? 0), kind: kind, needs: needs,
      pieces: pieces.filter { $0.nanoseconds >= least }.sorted {
        ($0.nanoseconds, $1.name) > ($1.nanoseconds, $0.name)
      },
      suggestion: suggestion)
  }

  /// The modules that could start later, those that would save most first.
  package var deferrable: [Row] { rows.filter(\.canWait) }

  /// The mark at which the launches end; `nil` for the launches' ends.
  package var mark: String? { launches.first?.mark }

  /// The median of a time of the launches.
  package func median(_ time: (ExplainedLaunch) -> UInt64) -> UInt64 { launches.map(time).median }
}
