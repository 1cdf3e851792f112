#if CommandLine
import ModuleLifecycle
import TerminalUI

/// What the headline says of a handler that is at work.
extension HeadlineLine {
  var running: Message? {
    guard let (running, elapsed) = state.longRunning else { return nil }
    let waiting = state.waitingCommands
    let (long, short) = standing(of: running)
    var text = "\(running.module) has been handling \(running.event) for \(duration(elapsed))\(long)."
    var brief = "\(running.module) in \(running.event): \(duration(elapsed))\(short)"
    if state.isRepeating, let repeated = state.repeated {
      let done = "\(Words.number(repeated.done)) of \(Words.number(repeated.times)) done"
      text += repeated.isStopping ? " \(done); this is the last one." : " \(done)."
      brief += ", \(done)"
    }
    return Message(
      long: waiting > 0 ? "\(text) \(Words.count(waiting, "command")) \(waiting == 1 ? "waits" : "wait")." : text,
      short: brief,
      style: (running.isOverBudget(at: state.now) ? Palette.bad : Palette.caution).bold)
  }

  /// What the event may take, beside what it has taken: earlier handlers may have used some of it.
  private func standing(of running: RunningHandler) -> (long: String, short: String) {
    switch running.standing(at: state.now) {
    case nil: return ("", "")
    case .over(let excess, let budget):
      let (excess, budget) = (duration(excess), Words.limit(budget))
      return ("; the event is \(excess) over its \(budget)", ", event \(excess) over \(budget)")
    // What is the same time to the reader is said once.
    case .used(let used, let budget) where duration(used) == duration(running.elapsed(at: state.now)):
      return (" of the event's \(Words.limit(budget))", " of \(Words.limit(budget))")
    case .used(let used, let budget):
      let (used, budget) = (duration(used), Words.limit(budget))
      return ("; the event has used \(used) of its \(budget)", " (\(used) of \(budget))")
    }
  }
}
#endif
