package import ModuleLifecycle
package import RollcallRecordings
import RollcallTextFormatting

/// A comparison as text for people.
package struct ComparisonText {
  /// The most rows without a difference that are listed. With more, only their number is given.
  private static let mostWithoutDifference = 20
  /// The most names that a sentence lists.
  private static let mostNames = 5

  private let comparison: LaunchComparison

  package init(_ comparison: LaunchComparison) { self.comparison = comparison }

  /// The text for a terminal.
  package var text: String {
    let table = table(showsAll: comparison.results.count <= Self.mostWithoutDifference)
    var lines = sentences.map { $0.printable(.line) } + ["", table.text, ""]
    lines += notes.map { " \($0)" }
    for list in inventory { lines += ["", " \(list.title)"] + list.lines.map { "   \($0.printable(.line))" } }
    return lines.joined(separator: "\n")
  }

  /// The text for a comment on a pull request.
  package var markdown: String {
    let table = table(showsAll: false)
    var lines =
      ["### Launch time", ""] + [sentences.map(Markdown.escaped).joined(separator: " "), ""] + table.markdown
    lines += [""] + notes.map { Markdown.escaped($0) }
    for list in inventory {
      lines += ["", "**\(Markdown.escaped(list.title))**", ""] + list.lines.map { "- \(Markdown.escaped($0))" }
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Sentences

  /// The results as sentences: the whole launch, if only other times are unproven, and then the worst first.
  package var sentences: [String] {
    if let disturbance = comparison.disturbance {
      return ["Everything is unproven: the machine changed. \(disturbance.reason.sentenceCase)."] + inventorySentences
    }
    var sentences = [LaunchComparison.Verdict.slower, .faster].compactMap(sentence)
    // A module that only one side has is a cause that no row of the table names.
    sentences += inventorySentences
    let (all, unproven) = (comparison.results.count, results(.unproven).count)
    if unproven == all {
      sentences.append("Everything is unproven: there are too few launches, or they differ too much.")
    } else if unproven > 0 {
      sentences.append("Unproven: \(CountText.format(unproven)) of \(CountText.format(all)) times.")
      // What readers look for first.
      if results(.same).contains(where: { $0.subject == .launch }) {
        sentences.insert("The whole launch: no difference shown.", at: 0)
      }
    } else if results(.same).count == all {
      sentences.append("No time has changed by \(thresholdWords) or more.")
    }
    return sentences
  }

  /// The sentence about what is slower, or about what is faster; `nil` if nothing is.
  package func sentence(_ verdict: LaunchComparison.Verdict) -> String? {
    let results = results(verdict)
    return results.isEmpty ? nil : "\(verdict.rawValue.sentenceCase): \(names(results))."
  }

  /// The modules that only one side has, with their times, the longest first.
  private var inventorySentences: [String] {
    let changes = comparison.inventory
    let sides = [
      ("New in the launch", changes.new.filter { $0.base == 0 }),
      ("No longer in the launch", changes.gone.filter { $0.head == 0 }),
    ]
    return sides.filter { !$0.1.isEmpty }.map { title, changes in
      let longest = changes.sorted { ($0.nanoseconds ?? 0) > ($1.nanoseconds ?? 0) }
      let shown = longest.prefix(Self.mostNames).map { "\($0.name)\(Self.time(of: $0, before: " (", after: ")"))" }
      let rest = changes.count - shown.count
      return "\(title): \(shown.joined(separator: ", "))\(rest > 0 ? ", and \(CountText.format(rest)) more" : "")."
    }
  }

  private static func time(of change: InventoryChanges.Change, before: String, after: String) -> String {
    change.nanoseconds.map { before + DurationText.format(nanoseconds: $0) + after } ?? ""
  }

  private func results(_ verdict: LaunchComparison.Verdict) -> [LaunchComparison.Result] {
    comparison.results.filter { $0.verdict == verdict }
  }

  /// A list such as `Feed by 52% (6.3 ms, mostly computing)`.
  private func names(_ results: [LaunchComparison.Result]) -> String {
    // The whole launch is what readers look for first; then come the others, the largest change first.
    let worst =
      results.filter { $0.subject == .launch }
      + results.filter { $0.subject != .launch }.sorted { abs($0.change) > abs($1.change) }
    let shown = worst.prefix(Self.mostNames).map { result in
      let part = Self.percent(abs(result.ratio - 1))
      let kind = result.mainKind.map { ", mostly \($0.rawValue)" } ?? ""
      return "\(result.subject.words) by \(part) (\(Self.time(abs(result.change)))\(kind))"
    }
    let rest = results.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? ", and \(CountText.format(rest)) more" : "")
  }

  /// The threshold as text: `5% and 1 ms`.
  private var thresholdWords: String {
    let (ratio, time) = (comparison.threshold.ratio, comparison.threshold.nanoseconds)
    return [ratio > 0 ? Self.percent(ratio) : nil, time > 0 ? TimeInWords.exact(time) : nil].compactMap(\.self)
      .joined(separator: " and ")
  }

  /// What a reader must know to read the table.
  private var notes: [String] {
    let (base, head) = comparison.counts
    let sides =
      comparison.design == .pairs
      ? "\(CountText.format(base, "pair")) of launches, each measured one right after the other."
      : "\(CountText.format(base, "launch", plural: "launches")) of the base and \(CountText.format(head)) of the head. "
        + "They were not measured in turns: a change of the machine between them looks like a change of the "
        + "application. 'rollcall compare --run' takes turns."
    let needed = hasNeeded ? " 'needed' estimates how many launches would settle an unproven time." : ""
    return [
      "\(sides) Intervals hold for all rows at once, at 95%. Changes of at least \(thresholdWords) count.\(needed)"
    ]
  }

  private var hasNeeded: Bool {
    comparison.disturbance == nil && comparison.results.contains { $0.verdict == .unproven }
  }

  // MARK: The table

  private func table(showsAll: Bool) -> TextTable {
    let order: [LaunchComparison.Verdict] = [.slower, .faster, .unproven, .same]
    var table = TextTable(
      ["verdict", "time", "base", "head", "change", "interval", "p", "needed"],
      numbers: ["base", "head", "change", "p", "needed"])
    for verdict in order {
      let results = results(verdict)
      // The whole launch is what readers look for.
      let shown = showsAll || verdict != .same ? results : results.filter { $0.subject == .launch }
      for result in shown { table.add(cells(of: result)) }
      let rest = results.count - shown.count
      let others = CountText.format(rest, shown.isEmpty ? "time" : "other", plural: shown.isEmpty ? "times" : "others")
      if rest > 0 { table.add([verdict.rawValue, others, "", "", "", "", "", ""]) }
    }
    if !hasNeeded { table.drop("needed") }
    return table
  }

  private func cells(of result: LaunchComparison.Result) -> [String] {
    let interval = result.interval.map { "\(Self.change($0.lowerBound)) to \(Self.change($0.upperBound))" }
    let needed =
      result.verdict != .unproven
      ? "" : result.needed.map { CountText.format($0) } ?? "over \(CountText.format(LaunchComparison.mostNeeded))"
    return [
      result.verdict.rawValue, result.subject.words, Self.time(result.base), Self.time(result.head),
      Self.change(result.ratio), interval ?? "too few launches", Self.probability(result.corrected), needed,
    ]
  }

  private static func time(_ nanoseconds: Double) -> String {
    DurationText.format(nanoseconds: UInt64(max(0, nanoseconds.isFinite ? min(nanoseconds, 1e18) : 0)))
  }

  /// Text such as `52%`, `3.1%`, `0%`.
  private static func percent(_ part: Double) -> String {
    guard part.isFinite, part < 100 else { return "over 9,999%" }
    let tenths = Int((part * 1_000).rounded())
    return tenths % 10 == 0 || tenths >= 100 ? "\(Int((part * 100).rounded()))%" : "\(tenths / 10).\(tenths % 10)%"
  }

  /// Text such as `+52%`, `-3.1%`.
  private static func change(_ ratio: Double) -> String {
    "\(ratio < 1 ? "-" : "+")\(percent(abs(ratio - 1)))"
  }

  private static func probability(_ p: Double) -> String {
    let thousandths = Int((p * 1_000).rounded())
    return thousandths == 0 ? "<0.001" : p >= 0.9995 ? "1" : "0.\(String(1_000 + thousandths).dropFirst())"
  }

  // MARK: Other differences

  private var inventory: [(title: String, lines: [String])] {
    let (changes, counts) = (comparison.inventory, comparison.counts)
    func lines(_ changes: [InventoryChanges.Change]) -> [String] {
      changes.map { change in
        "\(change.name): in \(change.base) of \(counts.base) before, \(change.head) of \(counts.head) now"
          + Self.time(of: change, before: "; median ", after: "")
      }
    }
    return [
      ("New modules", lines(changes.new)), ("Removed modules", lines(changes.gone)),
      ("Moved modules", changes.moved), ("Alive at the end", lines(changes.alive)),
      ("Warnings", lines(changes.warnings)),
    ].filter { !$0.1.isEmpty }
  }
}

extension LaunchComparison.Subject {
  /// The subject's name.
  package var words: String {
    switch self {
    case .launch: "the whole launch"
    case .before: "before the composite"
    case .module(let name): name
    case .mark(let name): "until \(name)"
    }
  }
}

extension LaunchComparison.Result {
  /// The kind of time with most of the change; `nil` if kinds were not measured.
  package var mainKind: TimeBreakdown.Kind? {
    guard let baseBreakdown, let headBreakdown else { return nil }
    let before = Dictionary(uniqueKeysWithValues: baseBreakdown.parts.map { ($0.kind, Double($0.nanoseconds)) })
    let changes = headBreakdown.parts.map { ($0.kind, Double($0.nanoseconds) - (before[$0.kind] ?? 0)) }
    return changes.max { ratio < 1 ? $0.1 > $1.1 : $0.1 < $1.1 }?.0
  }
}
