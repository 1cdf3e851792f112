import ModuleLifecycle
import RollcallLaunches
import RollcallRecordings
package import RollcallTextFormatting

/// An explanation as text for people.
package struct ExplanationText {
  /// The most modules with rows of their own.
  private static let mostModules = 30
  /// The most needs that a row lists.
  private static let mostNeeds = 2
  /// The most named parts that a sentence lists.
  private static let mostPieces = 5

  private let explanation: Explanation

  package init(_ explanation: Explanation) { self.explanation = explanation }

  /// The head, the table, the suggestions and the notes.
  package var text: String {
    ([head, "", table.text, ""] + suggestions + [""] + notes.map { " \($0)" }).joined(separator: "\n")
  }

  /// Until when the launches are explained: `first frame`, or `the end of the launch`.
  package var end: String { explanation.mark ?? "the end of the launch" }

  /// How long the launches took.
  package var head: String {
    let totals = explanation.launches.map(\.totalNanoseconds)
    let time = Self.time(totals.median)
    guard totals.count > 1, let least = totals.min(), let most = totals.max() else {
      return "One launch took \(time) until \(end.printable(.line))."
    }
    return "\(CountText.format(totals.count)) launches took \(time) until \(end.printable(.line)) in the median, "
      + "\(Self.time(least)) to \(Self.time(most))."
  }

  // MARK: The table

  /// The title of the column with what was seen to need a module.
  package static let needs = "seen to need it"

  /// The parts, those that could save most first.
  package var table: TextTable {
    var table = TextTable(
      ["part", "took", "range", "kind", "could save", Self.needs], numbers: ["took", "could save"])
    let listed = explanation.rows.filter { $0.suggestion != .none || $0.needs.contains(where: \.forbidsDeferring) }
    let shown = listed.prefix(Self.mostModules).filter {
      $0.nanoseconds > 0 || $0.suggestion == .deferred || $0.suggestion == .leftOut
    }
    for row in shown { table.add(cells(of: row)) }
    let names = Set(shown.map(\.name))
    let rest = explanation.rows.filter { !names.contains($0.name) }
    let sum = explanation.median { launch in
      launch.modules.reduce(0) { names.contains($1.name) ? $0 : $0 + $1.nanoseconds }
    }
    if sum > 0 {
      let noun = shown.isEmpty ? "module" : "other module"
      table.add([CountText.format(rest.count, noun), Self.time(sum), "", "", "", ""])
    }
    for (name, time) in others where time > 0 { table.add([name, Self.time(time), "", "", "", ""]) }
    if explanation.launches.count == 1 { table.drop("range") }
    if explanation.rows.allSatisfy({ $0.kind == nil }) { table.drop("kind") }
    return table
  }

  /// What is no module's time.
  private var others: [(name: String, nanoseconds: UInt64)] {
    let before = explanation.launches.compactMap(\.beforeNanoseconds)
    let counts = explanation.launches.allSatisfy(\.countsBefore)
    return [
      (counts ? "before the composite, ± 10 ms" : "before the composite, not in it", before.median),
      ("starts side by side", explanation.median(\.sideBySideNanoseconds)),
      ("between the handlers", explanation.median(\.dispatchNanoseconds)),
      (ApplicationLaunch.idle, explanation.median(\.idleNanoseconds)),
      ("the process was stopped, not in it", explanation.median(\.stoppedNanoseconds)),
      ("deferred, after \(end)", explanation.median(\.deferredNanoseconds)),
    ]
  }

  private func cells(of row: Explanation.Row) -> [String] {
    let range = "\(Self.time(row.range.lowerBound)) to \(Self.time(row.range.upperBound))"
    let needs = row.needs.prefix(Self.mostNeeds).map(\.words) + (row.needs.count > Self.mostNeeds ? ["and more"] : [])
    let saves = row.canWait ? Self.time(row.savableNanoseconds) : ""
    return [
      row.name, Self.time(row.nanoseconds), range, row.kind?.word ?? "", saves,
      row.suggestion == .deferred
        ? "deferred by experiment"
        : row.suggestion == .leftOut
          ? "left out by experiment" : needs.isEmpty ? "nothing" : needs.joined(separator: ", "),
    ]
  }

  // MARK: Sentences

  /// One suggestion a row, in words. Those that save something come first.
  package var suggestions: [String] {
    let rows = explanation.rows.filter(\.canWait) + explanation.rows.filter { !$0.canWait }
    let lines = rows.compactMap { row in words(about: row) }
    return lines.isEmpty ? [" No module was seen that could start later and would save much."] : lines
  }

  private func words(about row: Explanation.Row) -> String? {
    let (name, saves) = (row.name.printable(.line), Self.time(row.savableNanoseconds))
    let end = end.printable(.line)
    switch row.suggestion {
    case .startLater:
      return " \(name): start it after \(end), which saves at most \(saves). It was mostly "
        + "\(row.kind?.rawValue ?? "blocked"), and nothing was seen to need it before."
    case .computeElsewhere:
      let kind = row.kind == nil ? "" : "It was mostly computing, and "
      return " \(name): start it after \(end), or compute off the main actor, which saves at most \(saves). "
        + "\(kind)nothing was seen to need it before.".sentenceCase
    case .needed:
      let need = row.needs.first(where: \.forbidsDeferring) ?? row.needs[0]
      return
        " \(name): it can't wait, because \(need.words.printable(.line)). Make it faster\(need.wayOut.printable(.line))."
        + pieces(of: row)
    case .machine:
      return
        " \(name): it mostly waited for a processor. That is the machine, not the module: launch again when it is idle."
    case .deferred, .leftOut, .none: return nil
    }
  }

  /// Where to begin in a module that has to become faster: its named parts.
  private func pieces(of row: Explanation.Row) -> String {
    let shown = row.pieces.prefix(Self.mostPieces).map { "\($0.name) \(Self.time($0.nanoseconds))" }
    return shown.isEmpty ? "" : " Its longest parts: \(shown.joined(separator: ", ").printable(.line))."
  }

  /// What a reader must know to believe the table.
  package var notes: [String] {
    let count = explanation.launches.count
    let one =
      count == 1 ? ["This is one launch, and times vary: explain ten together."] : []
    let unmeasured =
      explanation.rows.contains { $0.canWait && $0.kind == nil }
      ? ["The kinds of time were not measured; make the composite with measuring: .processor."] : []
    let traced =
      explanation.launches.contains(where: \.start.isTraced)
      ? ["A debugger or another tracer was attached, and its stops are in the times."] : []
    let prewarmed =
      explanation.launches.contains(where: \.start.isPrewarmed)
      ? ["The system had made the process before the user opened the app: the time before the composite is unknown."]
      : []
    let old =
      explanation.launches.contains(where: \.isOfOldProcess)
      ? ["The process was older than 3 min at its launch: the time before the composite is unknown."] : []
    let older =
      explanation.launches.contains(where: \.hasOlderTime)
      ? ["An event of the launch has an older time than what came before it: its time is left out."] : []
    let late = explanation.rows.allSatisfy { $0.range.upperBound == 0 } && !explanation.rows.isEmpty
    let unseen = late ? ["No module took time until \(end.printable(.line)): their times are left out."] : []
    return one + traced + prewarmed + old + older + unseen + unmeasured + [
      "What was seen to need a module: another that must come after it, a look-up by module(_:), an event that is not sent "
        + "again, a vote. Code that holds it otherwise is not seen. 'rollcall explain --verify' measures what deferring brings."
    ]
  }

  static func time(_ nanoseconds: UInt64) -> String { DurationText.format(nanoseconds: nanoseconds) }
}
