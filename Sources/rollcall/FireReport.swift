#if CommandLine
import RollcallDashboard
import RollcallLaunches
import ModuleLifecycle
import RollcallRecordings
import RollcallTextFormatting

/// Tables for people: one for each dispatch or a summary of repeated events, and one of the cleaned objects at the end.
struct FireReport: Sendable {
  private var summary: RepeatSummary?
  /// The latest objects whose cleanup ended.
  private var released: [ReleasedEntry] = []
  /// The number of all whose cleanup ended.
  private var releasedCount = 0
  private var alive: [AliveEntry] = []
  private let allowed: AllowedWarnings
  private var allowedCount = 0

  /// The most objects to list. An event that is fired a million times can clean up a million objects.
  private static let mostReleased = 1_000
  /// The most single creations to list for a launch.
  static let mostCreations = 12

  /// - Parameters:
  ///   - isRepeated: Whether to print a summary instead of a table for each dispatch.
  ///   - allowed: The warnings to count but not show.
  init(isRepeated: Bool, allowed: AllowedWarnings) {
    self.allowed = allowed
    if isRepeated { summary = RepeatSummary() }
  }

  /// Processes an entry, and returns the text to print at once.
  ///
  /// - Parameter launch: The launch that a dispatch or a mark belongs to.
  mutating func add(_ entry: AnyEntry, of launch: ApplicationLaunch?) -> String? {
    summary?.add(entry, of: launch)
    switch entry {
    case .dispatch(let dispatch) where summary == nil: return text(of: dispatch, in: launch)
    case .mark(let mark) where summary == nil:
      return "MARK  \(LaunchWords.words(of: mark, in: launch).printable(.line))\n\n"
    case .state(let state) where state.state == .notRunning:
      // With repeated launches, report only the last release.
      (released, releasedCount) = ([], 0)
    case .released(let entry):
      released.append(entry)
      releasedCount += 1
      if released.count >= 2 * Self.mostReleased { released.removeFirst(Self.mostReleased) }
    case .alive(let entry): alive.append(entry)
    // A warning reports the time at the event's budget.
    case .running(let running) where running.thresholdNanoseconds != running.budgetNanoseconds:
      let sentence = "\(running.module) has run \(running.event) for \(duration(running.runningNanoseconds))."
      return "RUNNING  \(sentence.printable(.line))\n\n"
    case .warning(let warning):
      if allowed.contains(warning) {
        allowedCount += 1
      } else if summary?.isRepeated(warning) != true {
        return "WARNING  \(warning.sentence.printable(.line))\n\n"
      }
    case .gap(let gap):
      return "\(CountText.format(gap.dropped)) journal entries were dropped because the journal was full.\n\n"
    default: break
    }
    return nil
  }

  private func text(of dispatch: DispatchEntry, in launch: ApplicationLaunch?) -> String {
    let whole = launch?.totalNanoseconds ?? dispatch.totalNanoseconds
    let above = launch?.rows(above: dispatch.id, creations: Self.mostCreations).filter { !$0.isMark } ?? []
    let table = TextTable(
      filled: ["#", "module", "answer", "start", "self", "suspended", "share", "computing", "waiting", "blocked"],
      numbers: ["#", "start", "self", "suspended", "share", "computing", "waiting", "blocked"],
      rows: above.map { row in
        ["", indentation(row.depth) + row.label, "", ""]
          + (row.isOutside ? [duration(row.selfNanoseconds)] : times(row.selfNanoseconds, of: whole, row.breakdown))
      } + rows(of: dispatch, whole: whole))
    let sum = launch.flatMap { $0.isComplete ? LaunchWords($0).summary.printable(.line) : nil }
    let parts = [dispatch.sentence.printable(.line), table.isEmpty ? nil : table.text, sum]
    return parts.compactMap(\.self).map { "\($0)\n\n" }.joined()
  }

  /// A row for each handler and each of its named parts.
  private func rows(of dispatch: DispatchEntry, whole: UInt64) -> [[String]] {
    let (ownTimes, depths) = (dispatch.ownTimes, dispatch.depths)
    return dispatch.handlers.enumerated().map { index, span in
      let place = span.part == nil ? "\(span.order)" : ""
      let answer = span.claimedBy.map { "skipped: claimed by \($0)" } ?? span.answerWord
      let name = indentation(depths[index]) + (span.part ?? span.module)
      let row = [place, name, answer + (span.error.map { " \"\($0)\"" } ?? "")]
      guard span.wasCalled else { return row }
      return row + [duration(span.startNanoseconds)]
        + times(ownTimes[index], suspended: span.suspendedNanoseconds, of: whole, dispatch.ownBreakdown(at: index))
    }
  }

  /// The cells of a row from `self` on. Each nanosecond of its own time is of one kind.
  private func times(
    _ own: UInt64, suspended: UInt64? = nil, of whole: UInt64, _ breakdown: TimeBreakdown?
  ) -> [String] {
    let kinds = [breakdown?.computingNanoseconds, breakdown?.waitingNanoseconds, breakdown?.blockedNanoseconds]
    return [duration(own), suspended.map(duration) ?? "", ShareText.format(own, of: whole)]
      + kinds.map { $0.map(duration) ?? "" }
  }

  private func duration(_ nanoseconds: UInt64) -> String { DurationText.format(nanoseconds: nanoseconds) }

  /// Returns the text at the end.
  mutating func end() -> String {
    let table = TextTable(
      ["owner", "#", "kind", "name", "reason", "took"], numbers: ["#", "took"],
      rows: released.suffix(Self.mostReleased).map {
        [$0.owner, "\($0.number)", $0.kind, $0.name, $0.reason.word, duration($0.cleanupNanoseconds)]
      })
    let count = CountText.format(releasedCount, "object was", plural: "objects were")
    let listed = releasedCount > Self.mostReleased ? " The last \(CountText.format(Self.mostReleased)) of them:" : ""
    let head = "All modules were released in reverse order; \(count) cleaned up.\(listed)\n"
    let warnings = CountText.format(allowedCount, "warning was", plural: "warnings were")
    let quiet = allowedCount > 0 ? "\n\(warnings) allowed.\n" : ""
    return (summary?.end() ?? "") + head + (table.isEmpty ? "" : "\n\(table.text)\n") + aliveText + quiet
  }

  /// The objects that are still alive. They are late only if their owner was removed earlier: `fire` does not wait for
  /// the others.
  private var aliveText: String {
    let owners = Dictionary(grouping: alive, by: \.ownerID).sorted { $0.key < $1.key }.map(\.value)
    return owners.map { entries in
      let names = entries.filter { $0.number > 0 }.map { $0.name.isEmpty ? $0.kind : "\($0.kind) \($0.name)" }
      let (owner, objects) = (entries[0].owner, names.joined(separator: ", "))
      if entries.allSatisfy({ $0.state == "releasing" }) {
        return "\nStill being cleaned at exit: \("\(objects) of \(owner).".printable(.line))\n"
      }
      let owning = objects.isEmpty ? "" : ", with \(objects)"
      let isOverdue = entries.contains { $0.state == "overdue" }
      let verdict =
        isOverdue ? "It should have gone earlier." : "Whether it leaks is unknown: fire does not wait."
      return "\nAlive at exit: \("\(owner)\(owning).".printable(.line)) \(verdict)\n"
    }.joined()
  }
}
#endif
