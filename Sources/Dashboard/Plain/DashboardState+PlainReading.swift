#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections
import Recordings
import TextFormatting

/// Log, warnings, details and help in plain mode.
extension DashboardState {
  /// The latest lines of the log that match some words.
  func messageLines(fitting words: String) -> [String] {
    var fitting = self
    fitting.logFilter = RowFilter(words)
    let lines = fitting.logLines.suffix(Self.mostMessages)
    let clock = Clock(self)
    if lines.isEmpty { return [words.isEmpty ? "There are no messages or warnings." : "No lines match."] }
    return lines.map { line in
      let message = line.message
      let place = [message.module?.name, message.event].compactMap(\.self).joined(separator: ", ")
      let times = line.count > 1 ? " (\(Phrases.times(line.count)))" : ""
      let head = [clock.time(message.atNanoseconds), message.isWarning ? "WARNING" : "", place]
      return "\(head.filter { !$0.isEmpty }.joined(separator: " "))\(times): \(message.text)"
    }
  }

  /// The most lines of the log to print at once.
  private static let mostMessages = 100

  /// Returns all warnings by kind, the warnings of one kind, or the details of one warning.
  func warningLines(about text: String) throws(PlainProblem) -> [String] {
    if let number = Int(text) {
      guard let item = application.warnings[number] else {
        throw PlainProblem("There is no warning \(number), or it is no longer kept.")
      }
      return Self.lines(of: Detail(warning: item.entry, times: item.count, state: self))
    }
    let groups = application.warnings.groups.filter { text.isEmpty || $0.kind.rawValue == text }
    if groups.isEmpty, !text.isEmpty {
      let kinds = WarningEntry.Kind.allCases.map(\.rawValue)
      guard kinds.contains(text) else {
        throw PlainProblem(no: "kind of warning", named: text, among: kinds)
      }
    }
    let clock = Clock(self)
    var lines = groups.flatMap { group in
      let keptCount = group.items.reduce(0) { $0 + $1.count }
      let kept = keptCount < group.count ? ", the latest \(Phrases.number(keptCount)) kept" : ""
      return [
        "\(group.kind.title.sentenceCase) (\(group.kind.rawValue)): \(Phrases.number(group.count))\(kept)"
      ]
        + group.items.reversed().map { item in
          let dispatch = item.entry.dispatch.map { " in #\($0)" } ?? ""
          let times = item.count > 1 ? " (\(Phrases.times(item.count)))" : ""
          return
            "  \(item.number) at \(clock.time(item.entry.atNanoseconds))\(dispatch)\(times): \(item.entry.sentence)"
        }
    }
    if lines.isEmpty { lines.append(text.isEmpty ? "There are no warnings." : "There are no warnings of this kind.") }
    let allowed = Phrases.allowed(by: application.warnings)
    if !allowed.isEmpty { lines.append("\(allowed).") }
    return lines
  }

  /// Returns the details of a module, an owner, one of its objects, or a dispatch.
  func detailLines(of line: PlainLine) throws(PlainProblem) -> [String] {
    if line.rest.hasPrefix("#") { return timingLines(of: try dispatch(line.rest)) }
    let owners = application.ownership.owners.values.reversed()
    let (name, number) = try named(by: line) { text throws(PlainProblem) in
      do throws(PlainProblem) {
        return try module(text, for: line).name
      } catch {
        // The name can be that of a foreign owner.
        guard owners.contains(where: { $0.module == nil && $0.name == text }) else { throw error }
        return text
      }
    }
    let namesakes = owners.filter { $0.name == name }
    guard let number else {
      if let row = application.modules.rows.first(where: { $0.name == name }) {
        return Self.lines(of: Detail(module: row, state: self))
      }
      return namesakes.prefix(1).flatMap { Self.lines(of: Detail(owner: $0, state: self)) }
    }
    for owner in namesakes {
      if let object = owner.live[number] { return Self.lines(of: Detail(open: object, owner: owner, state: self)) }
      if let place = owner.place(ofCleaned: number) {
        return Self.lines(of: Detail(cleaned: owner.cleaned[place], owner: owner, state: self))
      }
    }
    throw PlainProblem("\(name) has no object \(number).")
  }

  /// Returns the help for all commands, or for one.
  func helpLines(about word: String) throws -> [String] {
    (word.isEmpty ? verbs : [try verb(named: word)]).map { "\($0.usage): \($0.summary)." }
  }

  /// The title, and the detail's lines with their labels.
  private static func lines(of detail: Detail) -> [String] {
    [detail.title.replacing(" \u{00B7} ", with: ", ")]
      + detail.lines.map { $0.label.isEmpty ? "  \($0.text)" : "  \($0.label): \($0.text)" }
  }
}

/// The panes' content in plain mode. Each line is understandable by itself.
extension DashboardState {
  /// A sentence with the application's state and counts.
  var statusLine: String {
    let launched = application.launchedAt.map { ", launched \(Clock(self).time($0))" } ?? ""
    let (modules, all) = (application.modules.counts, Phrases.count(application.modules.counts.all, "module"))
    var counts = [modules.active == modules.all ? all : "\(Phrases.number(modules.active)) of \(all)"]
    if modules.off > 0 { counts.append("\(Phrases.number(modules.off)) off") }
    counts.append("\(Phrases.count(application.ownership.liveCount, "object")) owned")
    let (overdue, warnings) = (application.ownership.overdueCount, application.warnings)
    if overdue > 0 { counts.append("\(Phrases.number(overdue)) overdue") }
    if warnings.count > 0 { counts.append(Phrases.count(warnings.count, "warning")) }
    if warnings.allowedCount > 0 { counts.append("\(Phrases.number(warnings.allowedCount)) allowed") }
    if commandsUnderWay > 0 { counts.append("\(Phrases.count(commandsUnderWay, "command")) under way") }
    if let recording, recording.isRunning { counts.append("recording to \(recording.path)") }
    if application.droppedEntries > 0 { counts.append("\(Phrases.number(application.droppedEntries)) entries dropped") }
    return "\(application.name) is \(application.state.words)\(launched): \(counts.joined(separator: ", "))."
  }

  // MARK: Modules

  /// The modules in call order.
  func moduleLines(fitting words: String) -> [String] {
    let filter = RowFilter(words)
    let rows = application.modules.rows.filter { filter?.fits([$0.name] + $0.handles) ?? true }
    guard !rows.isEmpty else { return [application.modules.count == 0 ? "There are no modules." : "No modules match."] }
    return rows.map { row in
      let owner = application.owner(of: row)
      let owned = owner?.live.count ?? 0
      let gone = owner?.isOverdue == true ? "removed and still held" : "removed"
      let note = row.isRemoved ? gone : row.isOn ? (row.isMain ? "main" : "") : "off"
      let parts = [
        note, row.isRemoved ? "" : row.stage?.rawValue ?? "",
        "handles \(Phrases.count(application.modules.handledEvents(of: row).count, "event"))",
        owned == 0 ? "owns nothing" : "owns \(Phrases.count(owned, "object"))",
      ]
      let depth = application.modules.depth(of: row)
      let head = depth > 0 ? String(repeating: "  ", count: depth) : "\(row.order) "
      return "\(head)\(row.name): \(parts.filter { !$0.isEmpty }.joined(separator: ", "))"
    }
  }

  // MARK: Cleanup

  /// The most rows of the cleanup pane to list.
  private static let mostRows = 200

  /// The latest rows of the cleanup pane that match some words.
  func cleanupLines(fitting words: String) -> [String] {
    let key = CleanupRows.Key(generation: application.ownership.generation, filter: RowFilter(words))
    let all = CleanupRows(key, of: application.ownership)
    guard all.count > 0 else {
      return [all.objectCount == 0 ? "Nothing has been cleaned up yet. \(ownedWords)" : "No rows match. \(ownedWords)"]
    }
    let first = max(0, all.count - Self.mostRows)
    let older = first > 0 ? ["\(Phrases.number(first)) older rows are not listed."] : []
    return older + all.rows[first...].map(line) + [ownedWords]
  }

  private var ownedWords: String {
    let log = application.ownership
    var parts = [
      "\(Phrases.number(log.liveCount - log.overdueObjectCount - log.releasingCount)) live",
      "\(Phrases.number(log.cleanedCount)) cleaned",
    ]
    if log.releasingCount > 0 { parts.insert("\(Phrases.number(log.releasingCount)) releasing", at: 1) }
    if log.overdueCount > 0 { parts.append("\(Phrases.number(log.overdueCount)) overdue") }
    return parts.joined(separator: ", ").sentenceCase + "."
  }

  private func line(for row: CleanupRows.Row) -> String {
    switch row {
    case .heading(let owner):
      let standing = OwnerHeading(owner: owner, clock: Clock(self)).texts.first ?? ""
      let hints =
        owner.isOverdue
        ? owner.hints.filter { !application.ownership.isRefuted($0) }.prefix(1).map { "\($0.word): \($0.clause)" } : []
      return "\(Phrases.name(of: owner)): " + ([standing] + hints).joined(separator: "; ")
    case .open(let owner, let object):
      let releasing = owner.releasing[object.number]?.atNanoseconds
      let age = (releasing ?? owner.removedAt).map { ", \(Phrases.time(now.minus($0)))" } ?? ""
      return "  \(object.number) \(Phrases.object(object)): \(OwnedObjectHistory.word(for: object, of: owner))"
        + (object.isLasting && releasing == nil ? "" : age)
    case .cleaned(_, let object):
      let took = Phrases.time(object.released.cleanupNanoseconds)
      return
        "  \(object.released.number) \(Phrases.object(object)): \(OwnedObjectHistory.word(for: object.released)), \(took)"
    }
  }
}
#endif
