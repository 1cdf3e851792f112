#if CommandLine
import Foundation
import RollcallExperiments
import ModuleLifecycle
import RollcallTerminalDashboard
import RollcallTextFormatting

/// Waits for commands, and keeps the main run loop running meanwhile.
@MainActor enum Waiting {
  /// How long to wait for handlers that answer later before telling the user, in seconds.
  private static let patience = 1.0
  /// The time limit for all asynchronous cleanups together.
  private static let cleanupLimit = Duration.seconds(2)

  /// Waits while a condition holds, but not beyond the deadline.
  static func wait(until deadline: Date = .distantFuture, while isSo: () -> Bool) {
    while isSo(), Date() < deadline {
      _ = RunLoop.main.run(mode: .default, before: min(deadline, Date(timeIntervalSinceNow: 0.01)))
    }
  }

  /// Waits for the handlers that answer later. Each event has a deadline, so the wait ends. After one second, standard
  /// error names the modules and the latest time of their answers.
  ///
  /// - Parameter stop: Ends the wait.
  static func forAnswers(of composite: CompositeDelegate, unless stop: StopRequest?) {
    let isOver = { composite.isIdle || stop?.isMade == true }
    wait(until: Date(timeIntervalSinceNow: patience)) { !isOver() }
    guard !isOver() else { return }
    StandardError.say(
      composite.awaitedAnswers.filter { !$0.modules.isEmpty }.map { sentence(about: $0, at: Date()) }.joined())
    wait { !isOver() }
  }

  /// Waits until the deferred modules have come and have started, but not longer than ten seconds.
  static func forDeferred(of composite: CompositeDelegate, unless stop: StopRequest?) {
    wait(until: Date(timeIntervalSinceNow: 10)) { composite.isAwaitingDeferred && stop?.isMade != true }
    guard composite.isAwaitingDeferred, stop?.isMade != true else { return }
    StandardError.say("Gave up on the deferred modules: they had not started after 10 s.\n")
  }

  /// Waits briefly for modules that are released on other threads.
  static func forReleases(of composite: CompositeDelegate, seconds: Double = 0.5) {
    wait(until: Date(timeIntervalSinceNow: seconds)) { !composite.modulesStillAlive.isEmpty }
  }

  /// Tears a composite down at the program's end, one cleanup after another. Standard error names the asynchronous
  /// cleanups that did not end in time.
  static func forShutDown(of composite: CompositeDelegate) {
    var unfinished: [OwnedObjectStatus]?
    Task { @MainActor in unfinished = await composite.shutDown(within: cleanupLimit) }
    wait { unfinished == nil }
    for object in unfinished ?? [] where object.state == .releasing {
      StandardError.say("\(sentence(about: object).printable(.line))\n")
    }
  }

  /// `Waiting for Feed, which has yet to answer performFetch, until 13:05:45 at the latest, 29 s from now.`
  private static func sentence(about awaited: AwaitedAnswers, at time: Date) -> String {
    let names = awaited.modules
    let list =
      names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])" : names.joined()
    let rest = max(0, awaited.rest / .seconds(1))
    let clock = ClockText.format(time.addingTimeInterval(rest))
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
