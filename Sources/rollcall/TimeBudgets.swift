#if CommandLine
import RollcallReports
import RollcallLaunches
import ModuleLifecycle
import RollcallMaps
import OrderedCollections
import RollcallRecordings
import RollcallTextFormatting

/// Checks the time budgets of dispatches, launches, modules and marks.
///
/// Times of the same kind are judged by their median: one launch that had to wait for a processor proves nothing.
struct TimeBudgets {
  /// What can have a budget. A module's budget is also that of its creation.
  private enum Subject: Hashable {
    case dispatch
    case module(String)
    case creation(String)
    case mark(String)
  }

  /// Times that are judged together.
  private struct Group: Hashable {
    let subject: Subject
    /// What precedes the event's name: that the time is a whole launch's.
    var part = ""
    /// The event, or the part of the launch.
    let event: String
  }

  private struct Sample {
    let took: UInt64
    /// The dispatch; `nil` for a creation or a mark.
    let dispatch: DispatchID?
    /// The module or mark, or the slowest module of a dispatch, if one was called.
    let name: String?
    let mainKind: TimeBreakdown.Kind?
  }

  /// The most lines to show.
  private static let longest = 20
  /// The prefix for the name of a mark that resembles a module's name.
  private static let markPrefix = "mark:"

  /// The name of the time before the composite, which ends like a mark.
  private static let before = "before the composite"

  private var budgets: [Subject: UInt64] = [:]
  /// The times of what has a budget, in the order in which they were first measured.
  private var samples: OrderedDictionary<Group, [Sample]> = [:]
  private var creations = ModuleCreations()

  /// Reads budgets such as `50ms`, `Feed:5ms` and `first frame:400ms`. A later budget replaces an earlier one of the
  /// same name.
  ///
  /// - Parameter modules: The names of all modules.
  /// - Throws: `Failure`, which says what would be valid.
  init(_ texts: [String], modules: [String]) throws {
    for text in texts {
      let (name, time) = try Self.parsed(text)
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

  /// Parses a budget such as `50ms` or `Payments:5ms`.
  ///
  /// - Returns: The name, if there is one, and the time in nanoseconds.
  private static func parsed(_ text: String) throws -> (name: String?, nanoseconds: UInt64) {
    func nanoseconds(_ text: String) throws -> UInt64 {
      try Failure.wrapping(.usage, "--budget: ") { UInt64(try Duration(spelled: text) / .nanoseconds(1)) }
    }
    guard let colon = text.lastIndex(of: ":") else { return (nil, try nanoseconds(text)) }
    let name = String(text[..<colon])
    let parts = name.split(separator: ",")
    if parts.count > 1, let first = parts.first, (try? parsed(String(first))) != nil {
      let each = text.split(separator: ",").map { $0.contains(" ") ? "--budget '\($0)'" : "--budget \($0)" }
        .joined(separator: " ")
      throw Failure("--budget takes one budget: write \(each).", code: .usage)
    }
    return (name, try nanoseconds(String(text[text.index(after: colon)...])))
  }

  /// The budget of each dispatch and launch, in nanoseconds.
  var dispatchNanoseconds: UInt64? { budgets[.dispatch] }

  /// Takes the times of an entry. A dispatch includes the events that were sent within it. A handler excludes them, but
  /// includes its named parts. The last event of a launch counts as the whole launch. A module's creation excludes the
  /// creations of the modules inside it.
  ///
  /// - Parameter launch: The launch that a dispatch or a mark belongs to.
  mutating func add(_ entry: AnyEntry, of launch: ApplicationLaunch?) {
    guard !budgets.isEmpty else { return }
    switch entry {
    case .module(let module):
      guard let creation = creations.add(module) else { return }
      add(.creation(creation.name), "creation", creation.name, took: creation.selfNanoseconds, creation.breakdown)
    case .dispatch(let dispatch):
      add(dispatch, of: launch)
      guard let launch, launch.isComplete else { return }
      for mark in launch.marks { add(mark) }
      if let before = launch.beforeNanoseconds { add(.mark(Self.before), "launch", Self.before, took: before) }
    case .mark: if let mark = launch?.marks.last { add(mark) }
    default: break
    }
  }

  private mutating func add(_ mark: ApplicationLaunch.Mark) {
    add(.mark(mark.name), "launch, up to a mark", mark.name, took: mark.nanoseconds)
  }

  private mutating func add(_ dispatch: DispatchEntry, of launch: ApplicationLaunch?) {
    let (event, id) = (dispatch.event, dispatch.id)
    if let launch, launch.isComplete, launch.totalNanoseconds > dispatch.totalNanoseconds {
      add(
        .dispatch, event, launch.slowest?.name, took: launch.totalNanoseconds, launch.breakdown, in: id,
        part: "launch, up to ")
    } else {
      add(
        .dispatch, event, dispatch.slowest?.module, took: dispatch.totalNanoseconds, dispatch.breakdown, in: id)
    }
    let times = dispatch.ownTimes
    for (index, span) in dispatch.handlers.enumerated() where span.part == nil && span.wasCalled {
      add(.module(span.module), event, span.module, took: times[index], dispatch.ownBreakdown(at: index), in: id)
    }
  }

  private mutating func add(
    _ subject: Subject, _ event: String, _ name: String?, took: UInt64, _ breakdown: TimeBreakdown? = nil,
    in dispatch: DispatchID? = nil, part: String = ""
  ) {
    guard budgets[subject] != nil else { return }
    samples[Group(subject: subject, part: part, event: event), default: []].append(
      Sample(took: took, dispatch: dispatch, name: name, mainKind: breakdown?.main?.kind))
  }

  // MARK: The verdict

  /// A sentence for each module with a budget of which only the creation was measured; `nil` when there is none.
  var unchecked: String? {
    let measured = measured
    return lines { subject in
      guard case .module(let name) = subject, measured.contains(.creation(name)) else { return nil }
      return "\(name) was not called, so only its creation was checked against its budget."
    }
  }

  /// The exceeded budgets as a table, below a sentence; `nil` when there are none.
  var excesses: (sentence: String, table: TextTable)? {
    let over = samples.compactMap { group, samples -> (over: UInt64, isRepeated: Bool, cells: [String])? in
      let median = samples.map(\.took).median
      guard let budget = budgets[group.subject], median > budget else { return nil }
      // Of two times in the middle, the longer one says more.
      let middle = samples.sorted { $0.took < $1.took }[samples.count / 2]
      let number = samples.count == 1 ? middle.dispatch.map { "#\($0) " } : nil
      let name =
        group.subject == .dispatch ? middle.name.map { "all, most in \($0)" } ?? "none" : middle.name ?? ""
      let times = [median, budget].map { DurationText.precise(nanoseconds: $0) }
      return (
        median - budget, samples.count > 1,
        [group.part + (number ?? "") + group.event, name, CountText.format(samples.count)] + times
          + [middle.mainKind?.word ?? ""]
      )
    }
    guard !over.isEmpty else { return nil }
    let worst = over.indices.sorted { over[$0].over > over[$1].over }
    let shown = worst.prefix(Self.longest).sorted().map { over[$0].cells }
    let note = shown.count < over.count ? "; the \(shown.count) worst" : ""
    let isRepeated = over.contains(where: \.isRepeated)
    var table = TextTable(
      filled: ["dispatch", "module", "n", isRepeated ? "median" : "took", "budget", "mostly"],
      numbers: ["n", "took", "median", "budget"], rows: shown)
    if !isRepeated { table.drop("n") }
    let sentence = over.count == 1 ? "One time is over its budget" : "\(over.count) times are over their budgets"
    return ("\(sentence)\(note):", table)
  }

  /// A sentence for each mark that never came and each module that was neither created nor called: their budgets prove
  /// nothing. `nil` when there are none.
  var missing: String? {
    let measured = measured
    return lines { subject in
      switch subject {
      case .mark(let name):
        "There is no module '\(Excerpt.of(name))', and no mark with that name came in a launch."
      case .module(let name) where !measured.contains(.creation(name)):
        "\(name) was not called, so its budget was not checked."
      default: nil
      }
    }
  }

  /// What is over budget or was never measured, as text; `nil` when there is nothing.
  var report: String? {
    let parts = [excesses.map { "\($0.sentence)\n\n\($0.table.text)" }, missing].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  private var measured: Set<Subject> { Set(samples.keys.map(\.subject)) }

  /// Sentences about what has a budget and was not measured, one per line; `nil` when there are none.
  private func lines(about sentence: (Subject) -> String?) -> String? {
    let measured = measured
    let lines = budgets.keys.filter { !measured.contains($0) }.compactMap(sentence).sorted()
    return lines.isEmpty ? nil : lines.map { $0.printable(.line) }.joined(separator: "\n")
  }
}
#endif
