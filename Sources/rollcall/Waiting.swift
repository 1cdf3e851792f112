#if CommandLine
import Foundation
import ModuleLifecycle
import TextFormatting

/// What commands wait for, while the main run loop goes on.
@MainActor enum Waiting {
  /// How long the handlers that answer later have before the user is told of them, in seconds.
  private static let patience = 1.0
  /// How long asynchronous cleanups have, all together.
  private static let cleanupLimit = Duration.seconds(2)

  /// Goes on for as long as something is so, and no longer than until the deadline.
  static func wait(until deadline: Date = .distantFuture, while isSo: () -> Bool) {
    while isSo(), Date() < deadline {
      _ = RunLoop.main.run(mode: .default, before: min(deadline, Date(timeIntervalSinceNow: 0.01)))
    }
  }

  /// Waits for the handlers that answer later. Each event has a deadline, so that takes an end; who waits for a second is
  /// told for whom, and until when at the latest.
  static func forAnswers(of composite: CompositeDelegate) {
    wait(until: Date(timeIntervalSinceNow: patience)) { !composite.isIdle }
    guard !composite.isIdle else { return }
    StandardError.say(
      composite.awaitedAnswers.filter { !$0.modules.isEmpty }.map { sentence(about: $0, at: Date()) }.joined())
    wait { !composite.isIdle }
  }

  /// Gives modules that end on other threads a moment to do so.
  static func forReleases(of composite: CompositeDelegate, seconds: Double = 0.5) {
    wait(until: Date(timeIntervalSinceNow: seconds)) { !composite.modulesStillAlive.isEmpty }
  }

  /// Tears a composite down before the program's end, each cleanup before the next, and says on standard error which
  /// asynchronous ones have not ended in time.
  static func forShutDown(of composite: CompositeDelegate) {
    EndLimit.begin()
    var unfinished: [OwnedObjectStatus]?
    Task { @MainActor in unfinished = await composite.shutDown(within: cleanupLimit) }
    wait { unfinished == nil }
    for object in unfinished ?? [] { StandardError.say("\(sentence(about: object).printable(.line))\n") }
  }

  /// `Waiting for Feed, which has yet to answer performFetch, until 13:05:45 at the latest, 29 s from now.`
  private static func sentence(about awaited: AwaitedAnswers, at time: Date) -> String {
    let names = awaited.modules
    let list =
      names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])" : names.joined()
    let rest = max(0, awaited.rest / .seconds(1))
    let end = Calendar.current.dateComponents([.hour, .minute, .second], from: time.addingTimeInterval(rest))
    let clock = ClockText.format(
      secondsSinceMidnight: (end.hour ?? 0) * 3600 + (end.minute ?? 0) * 60 + (end.second ?? 0))
    let from = DurationText.format(nanoseconds: UInt64(rest.rounded()) * 1_000_000_000).replacing(".0 ", with: " ")
    let sentence =
      "Waiting for \(list), which \(names.count == 1 ? "has" : "have") yet to answer \(awaited.event), "
      + "until \(clock) at the latest, \(from) from now."
    return "\(sentence.printable(.line))\n"
  }

  /// `Gave up on Pay's connection 'main': its cleanup was still running after 2 s.`
  private static func sentence(about object: OwnedObjectStatus) -> String {
    let name = object.name.isEmpty ? "" : " '\(object.name)'"
    let time = "\(cleanupLimit.components.seconds) s"
    return "Gave up on \(object.owner)'s \(object.kind)\(name): its cleanup was still running after \(time)."
  }
}
#endif
