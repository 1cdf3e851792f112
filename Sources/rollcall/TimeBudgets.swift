import ModuleLifecycle
import ModuleRegistration
import TerminalUI

/// How long a dispatch, or a module's handler, may take, and what took longer.
struct TimeBudgets {
  /// One time that went over its budget.
  private struct Excess {
    let dispatch: String
    let module: String
    let took: UInt64
    let budget: UInt64

    var over: UInt64 { took - budget }
  }

  /// So many lines are shown at the most.
  private static let longest = 20

  private var dispatchBudget: UInt64?
  private var handlerBudgets: [String: UInt64] = [:]
  private var excesses: [Excess] = []
  /// The modules that were called, of those that have a budget.
  private var called: Set<String> = []

  /// Reads budgets such as `50ms` and `Feed:5ms`; of two for the same the later one counts.
  ///
  /// - Parameter modules: The names of the modules that there are.
  /// - Throws: `Failure`, naming what would be valid.
  init(_ texts: [String], modules: [String]) throws {
    for text in texts {
      guard let colon = text.lastIndex(of: ":") else {
        dispatchBudget = try Self.nanoseconds(text)
        continue
      }
      let module = String(text[..<colon])
      guard modules.contains(module) else {
        let suggestion = NearestName.suggestion(for: module, among: modules)
        throw Failure(
          ["There is no module '\(Excerpt.of(module))'.", suggestion].filter { !$0.isEmpty }.joined(separator: " "),
          code: .usage)
      }
      handlerBudgets[module] = try Self.nanoseconds(String(text[text.index(after: colon)...]))
    }
  }

  /// A time such as `50ms`.
  static func nanoseconds(_ text: String) throws -> UInt64 {
    do throws(UnreadableDuration) {
      return UInt64(try Duration(spelled: text) / .nanoseconds(1))
    } catch {
      throw Failure("--budget: \(error.description)", code: .usage)
    }
  }

  /// Looks at what happened. A dispatch counts with the events that were sent within it, a handler without them, but with
  /// its named parts.
  mutating func check(_ entries: [JournalEntry]) {
    guard dispatchBudget != nil || !handlerBudgets.isEmpty else { return }
    for case .dispatch(let dispatch) in entries { check(dispatch) }
  }

  private mutating func check(_ dispatch: DispatchEntry) {
    let name = "#\(dispatch.id) \(dispatch.event)"
    if let budget = dispatchBudget, dispatch.totalNanoseconds > budget {
      let module = dispatch.slowest.map { "all, most in \($0.module)" } ?? "none"
      excesses.append(
        Excess(dispatch: name, module: module, took: dispatch.totalNanoseconds, budget: budget))
    }
    for (span, own) in zip(dispatch.handlers, dispatch.ownTimes) where span.part == nil && span.outcome != .skipped {
      guard let budget = handlerBudgets[span.module] else { continue }
      called.insert(span.module)
      guard own > budget else { continue }
      excesses.append(Excess(dispatch: name, module: span.module, took: own, budget: budget))
    }
  }

  /// Whose budgets say nothing, because they were never called; `nil` where all were.
  var unchecked: String? {
    let names = handlerBudgets.keys.filter { !called.contains($0) }.sorted()
    guard !names.isEmpty else { return nil }
    let sentence =
      names.count == 1
      ? "\(names[0]) was not called, so its budget was not checked."
      : "\(names.joined(separator: ", ")) were not called, so their budgets were not checked."
    return sentence.printable(.line)
  }

  /// What went over, in words and a table; `nil` when nothing did.
  var report: String? {
    guard !excesses.isEmpty else { return nil }
    let worst = excesses.enumerated().sorted { $0.element.over > $1.element.over }.prefix(Self.longest)
    let shown = worst.sorted { $0.offset < $1.offset }.map(\.element)
    let times = excesses.count == 1 ? "once" : "\(CountText.format(excesses.count)) times"
    let note = shown.count < excesses.count ? "; the \(shown.count) worst" : ""
    var table = TextTable(
      ["dispatch", "module", "took", "budget", "over by"],
      alignments: [.leading, .leading, .trailing, .trailing, .trailing])
    for excess in shown {
      let times = [excess.took, excess.budget, excess.over].map { PreciseTime.format(nanoseconds: $0) }
      table.add([excess.dispatch, excess.module] + times)
    }
    return "Over budget \(times)\(note):\n\n\(table.text)"
  }
}
