#if CommandLine
import RollcallEventArguments
import RollcallInspection
import RollcallLaunches
package import ModuleLifecycle
import RollcallRecordings

/// A dispatch in words.
extension DispatchEntry {
  /// The event and its arguments in short form: `openURL pay:42`.
  var title: String { Self.title(event: event, arguments: arguments) }

  static func title(event: String, arguments: EventValue) -> String {
    // An event can encode itself as a single value.
    let members = arguments.members.sorted { $0.key > $1.key }.map(\.value)
    let texts = (members.isEmpty ? [arguments] : members).map { EventArgument.text(of: $0) }
    return ([event] + texts.filter { !$0.isEmpty }).joined(separator: " ")
  }

  /// The response and the modules that decided it: `yes (Scene)`. Empty if the event takes no response.
  var answerInWords: String {
    guard response != .null else { return "" }
    let voting = handlers.filter { $0.outcome == .answered }
    let deciding = voting.filter { $0.value == response }.map(\.module)
    switch deciding.count {
    case 0: return voting.isEmpty ? "\(response.words) (no votes)" : response.words
    case 1...2: return "\(response.words) (\(deciding.joined(separator: ", ")))"
    default: return "\(response.words) (\(Phrases.count(deciding.count, "module")))"
    }
  }

  /// The modules whose handlers threw.
  private var throwing: [String] { handlers.filter { $0.outcome == .threw && $0.part == nil }.map(\.module) }

  /// The dispatch and its result, errors first: `#117 openURL pay:42: Push threw, yes (Scene), 2 called, 0.9 ms`. An event
  /// that follows from another one says so: `#118 didBecomeActive from #117: 3 called, 0.2 ms`.
  var summary: String {
    let mark = isReplay ? " replayed" : isOutOfState ? " out of state" : ""
    let source = heldNanoseconds.map { " held \(Phrases.time($0))" } ?? follows.map { " from #\($0)" } ?? ""
    let throwing = throwing
    let parts = [
      throwing.isEmpty ? "" : "\(throwing.count == 1 ? throwing[0] : Phrases.count(throwing.count, "module")) threw",
      answerInWords, calledCount == 0 ? "no module handles it" : "\(Phrases.number(calledCount)) called",
      Phrases.time(totalNanoseconds),
    ]
    return "#\(id) \(title)\(mark)\(source): \(parts.filter { !$0.isEmpty }.joined(separator: ", "))"
  }

  /// The same as a sentence, with the sender of a sent event.
  package var sentence: String {
    let sender = parent.map { ", sent by \(parentModule ?? "a handler") in #\($0)" } ?? ""
    return "\(summary)\(sender)."
  }
}

extension HandlerSpan {
  /// What the module did, after its name: `answered yes`, `abstained`, `skipped, Scene claimed the event`.
  var deed: String {
    switch outcome {
    case .returned: "done"
    case .answered: "answered \(value.words)"
    case .abstained: "abstained"
    case .threw: "threw"
    case .unanswered: "had not answered when the deadline passed"
    case .skipped: "skipped, \(whySkipped)"
    case .held: "held until it has started"
    default: outcome.rawValue
    }
  }

  /// Why the module was not called.
  var whySkipped: String {
    if outcome == .held { return "it was starting, and gets the event in a dispatch of its own" }
    return claimedBy.map { "\($0) claimed the event" }
      ?? "it was removed or switched off meanwhile, or launch was aborted"
  }
}

extension RepeatedFiring {
  /// The result; empty before the end.
  var sentence: String {
    guard let summary else { return "" }
    let times = Phrases.number(summary.times)
    guard summary.done > 0 else { return "\(event): stopped before the first of \(times) times." }
    let stopped = summary.done < summary.times ? "stopped after \(Phrases.number(summary.done)) of \(times)" : nil
    let elapsed = "in \(Phrases.time(summary.elapsedNanoseconds))"
    let percentiles =
      "median \(Phrases.time(summary.medianNanoseconds)), p95 \(Phrases.time(summary.p95Nanoseconds)), "
      + "longest \(Phrases.time(summary.longestNanoseconds))"
    guard let creation = summary.medianCreationNanoseconds else {
      let together = "together \(Phrases.time(summary.totalNanoseconds)) \(elapsed)"
      return "\(event) \(stopped.map { "\($0) times" } ?? Phrases.times(summary.done)): \(percentiles); \(together)."
    }
    // For cold launches, all modules were created anew each time.
    let count = "\(stopped ?? Phrases.number(summary.done)) cold launches"
    return "\(event), \(count): \(percentiles); median creation \(Phrases.time(creation)); all \(elapsed)."
  }
}
#endif
