#if CommandLine
import Launches
import ModuleLifecycle
import ModuleRegistration
import Recordings
import TextFormatting

/// Checks the time budgets of dispatches, launches, modules and marks, and collects the times that exceed them.
struct TimeBudgets {
  /// A time that exceeded its budget.
  private struct Excess {
    let dispatch: String
    let module: String
    let took: UInt64
    let budget: UInt64
    /// The kinds of time spent; `nil` when they were not measured.
    let breakdown: TimeBreakdown?

    var over: UInt64 { took - budget }

    /// The main kind of time: `blocked`, or `waiting 57%` if it is under 95%; empty when it is unknown.
    var kind: String {
      guard let (kind, nanoseconds) = breakdown?.main else { return "" }
      return nanoseconds >= took / 20 * 19 ? kind.word : "\(kind.word) \(ShareText.format(nanoseconds, of: took))"
    }
  }

  /// The most lines to show.
  private static let longest = 20

  private var dispatchBudget: UInt64?
  private var handlerBudgets: [String: UInt64] = [:]
  private var markBudgets: [String: UInt64] = [:]
  private var excesses: [Excess] = []
  /// The modules with a budget that were called, and those that were created.
  private var called: Set<String> = []
  private var created: Set<String> = []
  /// The marks with a budget that came in a launch.
  private var marked: Set<String> = []
  private var launches = LaunchFinder()
  private var creations = ModuleCreations()

  /// The prefix for the name of a mark that resembles a module's name.
  private static let markPrefix = "mark:"

  /// Reads budgets such as `50ms`, `Feed:5ms` and `first frame:400ms`. A later budget replaces an earlier one of the
  /// same name.
  ///
  /// - Parameter modules: The names of all modules.
  /// - Throws: `Failure`, which says what would be valid.
  init(_ texts: [String], modules: [String]) throws {
    for text in texts {
      guard let colon = text.lastIndex(of: ":") else {
        dispatchBudget = try Self.nanoseconds(text)
        continue
      }
      let module = String(text[..<colon])
      let time = try Self.nanoseconds(String(text[text.index(after: colon)...]))
      if modules.contains(module) {
        handlerBudgets[module] = time
      } else if module.hasPrefix(Self.markPrefix) {
        markBudgets[String(module.dropFirst(Self.markPrefix.count))] = time
      } else if NearestName.matches(for: module, among: modules).isEmpty {
        markBudgets[module] = time
      } else {
        let suggestion = NearestName.suggestion(for: module, among: modules)
        throw Failure(
          no: "module", named: Excerpt.of(module),
          suggestion: "\(suggestion) The budget of a mark is written mark:name:time.")
      }
    }
  }

  /// Parses a time such as `50ms`.
  static func nanoseconds(_ text: String) throws -> UInt64 {
    try Failure.wrapping(.usage, "--budget: ") { UInt64(try Duration(spelled: text) / .nanoseconds(1)) }
  }

  /// Checks entries against the budgets. A dispatch includes the events that were sent within it. A handler excludes
  /// them, but includes its named parts. The last event of a launch counts as the whole launch. A module's creation
  /// excludes the creations of the modules inside it.
  mutating func check(_ entries: [JournalEntry]) {
    guard dispatchBudget != nil || !handlerBudgets.isEmpty || !markBudgets.isEmpty else { return }
    for entry in entries {
      let launch = launches.add(entry)
      switch entry {
      case .module(let module): if let creation = creations.add(module) { check(creation) }
      case .dispatch(let dispatch):
        check(dispatch, of: launch)
        if let launch, launch.isComplete { check(launch.marks) }
      case .mark: if let mark = launch?.marks.last { check([mark]) }
      default: break
      }
    }
  }

  private mutating func check(_ creation: ModuleCreation) {
    guard let budget = handlerBudgets[creation.name] else { return }
    created.insert(creation.name)
    note("creation", creation.name, took: creation.selfNanoseconds, budget: budget, breakdown: creation.breakdown)
  }

  private mutating func check(_ marks: [ApplicationLaunch.Mark]) {
    for mark in marks {
      guard let budget = markBudgets[mark.name] else { continue }
      marked.insert(mark.name)
      note("launch, up to a mark", mark.name, took: mark.nanoseconds, budget: budget, breakdown: nil)
    }
  }

  private mutating func check(_ dispatch: DispatchEntry, of launch: ApplicationLaunch?) {
    let name = "#\(dispatch.id) \(dispatch.event)"
    // The last event of a launch is measured from the start of the launch.
    let whole = launch.flatMap { $0.isComplete && $0.totalNanoseconds > dispatch.totalNanoseconds ? $0 : nil }
    let took = whole?.totalNanoseconds ?? dispatch.totalNanoseconds
    if let budget = dispatchBudget {
      let slowest = whole?.slowest?.name ?? dispatch.slowest?.module
      note(
        whole == nil ? name : "launch, up to \(name)", slowest.map { "all, most in \($0)" } ?? "none", took: took,
        budget: budget, breakdown: whole == nil ? dispatch.breakdown : whole?.breakdown)
    }
    let times = dispatch.ownTimes
    for (index, span) in dispatch.handlers.enumerated() where span.part == nil && span.outcome != .skipped {
      guard let budget = handlerBudgets[span.module] else { continue }
      called.insert(span.module)
      note(name, span.module, took: times[index], budget: budget, breakdown: dispatch.ownBreakdown(at: index))
    }
  }

  private mutating func note(
    _ dispatch: String, _ module: String, took: UInt64, budget: UInt64, breakdown: TimeBreakdown?
  ) {
    guard took > budget else { return }
    excesses.append(Excess(dispatch: dispatch, module: module, took: took, budget: budget, breakdown: breakdown))
  }

  /// A sentence about the marks with a budget that came in no launch; `nil` when all came. A mark that never comes
  /// exceeds any budget.
  private var missing: String? {
    let names = markBudgets.keys.filter { !marked.contains($0) }.sorted().map { "'\(Excerpt.of($0))'" }
    guard !names.isEmpty else { return nil }
    let sentence =
      names.count == 1
      ? "There is no module \(names[0]), and no mark with that name came in a launch."
      : "There are no modules \(names.joined(separator: ", ")), and no marks of these names came in a launch."
    return sentence.printable(.line)
  }

  /// A sentence about the modules with a budget that were never called; `nil` when all were.
  var unchecked: String? {
    let names = handlerBudgets.keys.filter { !called.contains($0) }.sorted()
    guard !names.isEmpty else { return nil }
    let (were, their, budgets) = names.count == 1 ? ("was", "its", "budget") : ("were", "their", "budgets")
    let rest =
      names.allSatisfy(created.contains)
      ? "only \(their) creation was checked against \(their) \(budgets)" : "\(their) \(budgets) \(were) not checked"
    return "\(names.joined(separator: ", ")) \(were) not called, so \(rest).".printable(.line)
  }

  /// The exceeded budgets as text with a table; `nil` when there are none.
  var report: String? {
    let parts = [excessTable, missing].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  private var excessTable: String? {
    guard !excesses.isEmpty else { return nil }
    let worst = excesses.enumerated().sorted { $0.element.over > $1.element.over }.prefix(Self.longest)
    let shown = worst.sorted { $0.offset < $1.offset }.map(\.element)
    let times = CountText.times(excesses.count, saysTwice: false)
    let note = shown.count < excesses.count ? "; the \(shown.count) worst" : ""
    var table = TextTable(
      ["dispatch", "module", "took", "budget", "mostly"], numbers: ["took", "budget"],
      rows: shown.map { excess in
        [excess.dispatch, excess.module]
          + [excess.took, excess.budget].map { DurationText.precise(nanoseconds: $0) }
          + [excess.kind]
      })
    if !shown.contains(where: { $0.breakdown != nil }) { table.drop("mostly") }
    return "Over budget \(times)\(note):\n\n\(table.text)"
  }
}
#endif
