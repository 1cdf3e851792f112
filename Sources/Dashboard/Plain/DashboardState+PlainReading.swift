#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import TextFormatting
import Recordings

/// Warnings, details and help, line by line.
extension DashboardState {
  /// All warnings by kind, those of one kind, or all that there is to say about one.
  func warningLines(about text: String) throws(PlainProblem) -> [String] {
    if let number = Int(text) {
      guard let item = warnings[number] else {
        throw PlainProblem("There is no warning \(number), or it is not kept any more.")
      }
      return Self.lines(of: Detail(warning: item, state: self))
    }
    let groups = warnings.groups.filter { text.isEmpty || $0.kind.rawValue == text }
    if groups.isEmpty, !text.isEmpty {
      let kinds = WarningEntry.Kind.allCases.map(\.rawValue)
      guard kinds.contains(text) else {
        throw PlainProblem(
          no: "kind of warning", named: text, suggestion: NearestName.suggestion(for: text, among: kinds))
      }
    }
    let clock = Clock(self)
    var lines = groups.flatMap { group in
      let kept = group.items.count < group.count ? ", the latest \(group.items.count) kept" : ""
      return ["\(Words.sentenceCase(group.kind.title)) (\(group.kind.rawValue)): \(Words.number(group.count))\(kept)"]
        + group.items.reversed().map { item in
          let dispatch = item.entry.dispatch.map { " in #\($0)" } ?? ""
          return "  \(item.number) at \(clock.time(item.entry.atNanoseconds))\(dispatch): \(item.entry.sentence)"
        }
    }
    if lines.isEmpty { lines.append(text.isEmpty ? "There are no warnings." : "There are none of that kind.") }
    let allowed = Words.allowed(by: warnings)
    if !allowed.isEmpty { lines.append("\(allowed).") }
    return lines
  }

  /// All that is known of a module, of one of its objects, or of a dispatch.
  func detailLines(of line: PlainLine) throws(PlainProblem) -> [String] {
    let rest = line.rest
    if rest.hasPrefix("#") { return timingLines(of: try dispatch(rest)) }
    if let row = try? module(rest, for: .detail) { return Self.lines(of: Detail(module: row, state: self)) }
    // An owner that is no module may be meant.
    if let owner = owner(named: rest) { return Self.lines(of: Detail(owner: owner, state: self)) }
    guard line.words.count > 2, let number = line.words.last.flatMap({ Int($0) }) else {
      return Self.lines(of: Detail(module: try module(rest, for: .detail), state: self))
    }
    let name = line.words.dropFirst().dropLast().joined(separator: " ")
    let owners = ownership.owners.values.reversed().filter { $0.name == name }
    guard !owners.isEmpty else {
      let row = try module(name, for: .detail)
      guard row.name == name else { return try detailLines(of: PlainLine("detail \(row.name) \(number)")) }
      throw PlainProblem("\(row.name) has owned nothing.")
    }
    for owner in owners {
      if let object = owner.live[number] { return Self.lines(of: Detail(open: object, owner: owner, state: self)) }
      if let position = owner.cleaned.position(of: number) {
        return Self.lines(of: Detail(cleaned: owner.cleaned[position], owner: owner, state: self))
      }
    }
    throw PlainProblem("\(name) has no object \(number).")
  }

  private func owner(named name: String) -> OwnershipLog.Owner? {
    ownership.owners.values.reversed().first { $0.module == nil && $0.name == name }
  }

  /// The commands, or one of them.
  func helpLines(about word: String) throws(PlainProblem) -> [String] {
    guard word.isEmpty else {
      if playback != nil, let verb = ReplayVerb(word: word) { return ["\(verb.usage): \(verb.summary)."] }
      guard let verb = PlainVerb(word: word), playback == nil || !verb.isActing else {
        throw PlainProblem(
          no: "command", named: word,
          suggestion: NearestName.suggestion(for: word, among: verbNames),
          otherwise: "'help' lists the commands.")
      }
      return ["\(verb.usage): \(verb.summary)."]
    }
    let replay = playback == nil ? [] : ReplayVerb.allCases.map { "\($0.usage): \($0.summary)." }
    return replay
      + PlainVerb.allCases.filter { playback == nil || !$0.isActing }
      .filter { $0 != .lab || !source.experiments.isEmpty }.map { "\($0.usage): \($0.summary)." }
  }

  /// A title, and each line with its label before it.
  private static func lines(of detail: Detail) -> [String] {
    [detail.title.replacing(" \u{00B7} ", with: ", ")]
      + detail.lines.map { $0.label.isEmpty ? "  \($0.text)" : "  \($0.label): \($0.text)" }
  }
}
#endif
