#if CommandLine
import Launches
import ModuleLifecycle
import ModuleRegistration
import Recordings
import TextFormatting

/// Checks the time budgets of dispatches, launches, modules and marks, and collects the times that exceed them.
struct TimeBudgets {
  /// What can have a budget. A module's budget is also that of its creation.
  private enum Subject: Hashable {
    case dispatch
    case module(String)
    case creation(String)
    case mark(String)
  }

  /// The most lines to show.
  private static let longest = 20
  /// The prefix for the name of a mark that resembles a module's name.
  private static let markPrefix = "mark:"

  /// The name of the time before the composite, which ends like a mark.
  private static let before = "before the composite"

  private var budgets: [Subject: UInt64] = [:]
  /// What was measured at least once.
  private var measured: Set<Subject> = []
  /// The times that exceeded their budgets: by how much, and a row for each.
  private var excesses: [(over: UInt64, cells: [String])] = []
  private var creations = ModuleCreations()

  /// Reads budgets such as `50ms`, `Feed:5ms` and `first frame:400ms`. A later budget replaces an earlier one of the
  /// same name.
  ///
  /// - Parameter modules: The names of all modules.
  /// - Throws: `Failure`, which says what would be valid.
  init(_ texts: [String], modules: [String]) throws {
    for text in texts {
      let colon = text.lastIndex(of: ":")
      let name = colon.map { String(text[..<$0]) }
      let time = try Self.nanoseconds(colon.map { String(text[text.index(after: $0)...]) } ?? text)
      guard let name else {
        budgets[.dispatch] = time
        continue
      }
      if modules.contains(name) {
        (budgets[.module(name)], budgets[.creation(name)]) = (time, time)
      } else if name.hasPrefix(Self.markPrefix) {
        budgets[.mark(String(name.dropFirst(Self.markPrefix.count)))] = time
      } else if NearestName.matches(for: name, among: modules).isEmpty {
        budgets[.mark(name)] = time
      } else {
        let suggestion = NearestName.suggestion(for: name, among: modules)
        throw Failure(
          no: "module", named: Excerpt.of(name),
          suggestion: "\(suggestion) The budget of a mark is written mark:name:time.")
      }
    }
  }

  /// Parses a time such as `50ms`.
  static func nanoseconds(_ text: String) throws -> UInt64 {
    try Failure.wrapping(.usage, "--budget: ") { UInt64(try Duration(spelled: text) / .nanoseconds(1)) }
  }

  /// Checks an entry against the budgets. A dispatch includes the events that were sent within it. A handler excludes
  /// them, but includes its named parts. The last event of a launch counts as the whole launch. A module's creation
  /// excludes the creations of the modules inside it.
  ///
  /// - Parameter launch: The launch that a dispatch or a mark belongs to.
  mutating func check(_ entry: JournalEntry, of launch: ApplicationLaunch?) {
    guard !budgets.isEmpty else { return }
    switch entry {
    case .module(let module):
      guard let creation = creations.add(module) else { return }
      check(.creation(creation.name), "creation", creation.name, took: creation.selfNanoseconds, creation.breakdown)
    case .dispatch(let dispatch):
      check(dispatch, of: launch)
      guard let launch, launch.isComplete else { return }
      for mark in launch.marks { check(mark) }
      if let before = launch.beforeNanoseconds { check(.mark(Self.before), "launch", Self.before, took: before, nil) }
    case .mark: if let mark = launch?.marks.last { check(mark) }
    default: break
    }
  }

  private mutating func check(_ mark: ApplicationLaunch.Mark) {
    check(.mark(mark.name), "launch, up to a mark", mark.name, took: mark.nanoseconds, nil)
  }

  private mutating func check(_ dispatch: DispatchEntry, of launch: ApplicationLaunch?) {
    let name = "#\(dispatch.id) \(dispatch.event)"
    if let launch, launch.isComplete, launch.totalNanoseconds > dispatch.totalNanoseconds {
      let slowest = launch.slowest.map { "all, most in \($0.name)" } ?? "none"
      check(.dispatch, "launch, up to \(name)", slowest, took: launch.totalNanoseconds, launch.breakdown)
    } else {
      let slowest = dispatch.slowest.map { "all, most in \($0.module)" } ?? "none"
      check(.dispatch, name, slowest, took: dispatch.totalNanoseconds, dispatch.breakdown)
    }
    let times = dispatch.ownTimes
    for (index, span) in dispatch.handlers.enumerated() where span.part == nil && span.wasCalled {
      check(.module(span.module), name, span.module, took: times[index], dispatch.ownBreakdown(at: index))
    }
  }

  private mutating func check(
    _ subject: Subject, _ dispatch: String, _ module: String, took: UInt64, _ breakdown: TimeBreakdown?
  ) {
    guard let budget = budgets[subject] else { return }
    measured.insert(subject)
    guard took > budget else { return }
    let times = [took, budget].map { DurationText.precise(nanoseconds: $0) }
    excesses.append((took - budget, [dispatch, module] + times + [breakdown?.main?.kind.word ?? ""]))
  }

  /// A sentence for each module with a budget that was never called; `nil` when all were.
  var unchecked: String? {
    lines { subject in
      guard case .module(let name) = subject else { return nil }
      let creation =
        measured.contains(.creation(name))
        ? "only its creation was checked against its budget" : "its budget was not checked"
      return "\(name) was not called, so \(creation)."
    }
  }

  /// The exceeded budgets as text with a table; `nil` when there are none. A mark that never comes exceeds any budget.
  var report: String? {
    let missing = lines { subject in
      guard case .mark(let name) = subject else { return nil }
      return "There is no module '\(Excerpt.of(name))', and no mark with that name came in a launch."
    }
    let parts = [excessTable, missing].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  /// Sentences about what has a budget and was not measured, one per line; `nil` when there are none.
  private func lines(about sentence: (Subject) -> String?) -> String? {
    let lines = budgets.keys.filter { !measured.contains($0) }.compactMap(sentence).sorted()
    return lines.isEmpty ? nil : lines.map { $0.printable(.line) }.joined(separator: "\n")
  }

  private var excessTable: String? {
    guard !excesses.isEmpty else { return nil }
    let worst = excesses.indices.sorted { excesses[$0].over > excesses[$1].over }
    let shown = worst.prefix(Self.longest).sorted().map { excesses[$0].cells }
    let times = CountText.times(excesses.count, saysTwice: false)
    let note = shown.count < excesses.count ? "; the \(shown.count) worst" : ""
    let table = TextTable(
      filled: ["dispatch", "module", "took", "budget", "mostly"], numbers: ["took", "budget"], rows: shown)
    return "Over budget \(times)\(note):\n\n\(table.text)"
  }
}
#endif
