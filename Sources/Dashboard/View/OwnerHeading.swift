#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// What became of an owner, for the heading of its rows.
struct OwnerHeading {
  let owner: OwnershipLog.Owner
  let clock: Clock

  var style: Style {
    if owner.isOverdue { return Palette.bad }
    if owner.isStillAlive || owner.isLateRelease { return Palette.caution }
    return Palette.label
  }

  /// In words, the fullest first.
  var texts: [String] {
    if let died = owner.died { return [Words.died(died)] }
    guard let since = owner.removedAt else { return [standing] }
    let isModule = owner.module != nil
    let verb = isModule ? "removed" : "expected to go"
    let full = "\(verb) \(clock.time(since))"
    guard let freedAfter = owner.freedAfter else {
      let waiting = owner.isOverdue ? "still alive" : "not freed yet"
      return ["\(full), \(waiting)", "\(verb), \(waiting)", waiting]
    }
    let took = DurationText.format(nanoseconds: freedAfter)
    if owner.isLateRelease {
      return ["\(full), late release after \(took)", "late release after \(took)", "late release"]
    }
    return ["\(full), freed in \(took)", "\(verb), freed in \(took)", "freed in \(took)", "freed"]
  }

  /// Of an owner that nobody has let go of: modules are present, other holders gone with their bag.
  private var standing: String {
    if owner.hasFailed { return "could not be created" }
    if owner.isFreed { return "freed" }
    if owner.module != nil { return "present" }
    return owner.isGone ? "gone" : ""
  }
}
#endif
