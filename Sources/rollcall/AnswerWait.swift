#if CommandLine
import Foundation
import ModuleLifecycle
import TextFormatting

/// Waits for the handlers that answer later. Each event has a deadline, so that takes an end; who waits for a second is
/// told for whom, and until when at the latest.
@MainActor struct AnswerWait {
  private let composite: CompositeDelegate
  private static let patience = 1.0

  init(for composite: CompositeDelegate) { self.composite = composite }

  func run() {
    let impatientAt = Date(timeIntervalSinceNow: Self.patience)
    var hasSaid = false
    while !composite.isIdle {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
      guard !hasSaid, Date() >= impatientAt else { continue }
      hasSaid = true
      let lines = composite.awaitedAnswers.filter { !$0.modules.isEmpty }.map { Self.sentence(about: $0, at: Date()) }
      StandardError.say(lines.joined())
    }
  }

  /// `Waiting for Feed, which has yet to answer performFetch, until 13:05:45 at the latest, 29 s from now.`
  static func sentence(about awaited: AwaitedAnswers, at time: Date, in calendar: Calendar = .current) -> String {
    let names = awaited.modules
    let list =
      names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])" : names.joined()
    let rest = max(0, awaited.rest / .seconds(1))
    let end = calendar.dateComponents([.hour, .minute, .second], from: time.addingTimeInterval(rest))
    let clock = ClockText.format(
      secondsSinceMidnight: (end.hour ?? 0) * 3600 + (end.minute ?? 0) * 60 + (end.second ?? 0))
    let from = DurationText.format(nanoseconds: UInt64(rest.rounded()) * 1_000_000_000).replacing(".0 ", with: " ")
    let sentence =
      "Waiting for \(list), which \(names.count == 1 ? "has" : "have") yet to answer \(awaited.event), "
      + "until \(clock) at the latest, \(from) from now."
    return "\(sentence.printable(.line))\n"
  }
}
#endif
