#if CommandLine
import RollcallInspection
import ModuleLifecycle
package import RollcallRecordings
import RollcallTextFormatting

/// What is going on, in words.
extension DashboardState {
  /// The start of a session; for a recording, its length.
  var startSentence: String {
    if let playback {
      let took = Phrases.length(playback.totalNanoseconds)
      return "A recording of \(Phrases.entries(playback.count)) over \(took). "
        + "< and > go to the event before and after; f to any event."
    }
    if application.isPending { return "\(application.name) does not answer yet: its modules are not known." }
    let count = application.modules.counts.all
    if count == 0 { return "No modules are registered, so no event calls any." }
    let first = mayFire ? " Press f to fire an event; didFinishLaunching comes first." : ""
    return "\(Phrases.count(count, "module")) registered.\(experimentSentence)\(first)"
  }

  /// What an experiment does to the modules; empty if there is none.
  private var experimentSentence: String {
    let named = application.modules.rows.compactMap { row in row.experimentWords.map { "\(row.name) is \($0)" } }
    guard let first = named.first else { return "" }
    return " \(first)\(named.count > 1 ? ", and \(Phrases.count(named.count - 1, "other module")) too" : "")."
  }

  /// The handler that has been running for a noticeable time; `nil` if there is none.
  var runningSentence: String? {
    guard let (running, elapsed) = longRunning else { return nil }
    let head = "\(running.module) has run \(running.event) for \(Phrases.time(elapsed))"
    var text = "\(head)\(budgetClause(about: running)).\(waitingSentence)"
    if isRepeating, let repeated {
      text += " \(Phrases.number(repeated.done)) of \(Phrases.number(repeated.times)) done"
      text += repeated.isStopping ? "; this is the last one." : "."
    }
    return text
  }

  /// The event's use of its budget. Earlier handlers may have used some of it.
  private func budgetClause(about running: RunningHandler) -> String {
    guard let (used, budget) = running.budgetUse(at: now) else { return "" }
    let (time, limit) = (Phrases.time(used), Phrases.limit(budget))
    if used >= budget { return "; the event is \(Phrases.time(used - budget)) over its \(limit)" }
    // If both times read the same, the text has only one.
    let isSame = time == Phrases.time(running.elapsed(at: now))
    return isSame ? " of the event's \(limit)" : "; the event has used \(time) of its \(limit)"
  }

  /// The commands that wait for the application, after another sentence; empty if there are none.
  private var waitingSentence: String {
    let count = waitingCommands
    return count > 0 ? " \(Phrases.count(count, "command")) \(count == 1 ? "waits" : "wait")." : ""
  }

  /// What the launch or the shutdown has been waiting for; `nil` if it does not wait.
  var holdUpSentence: String? {
    guard let (wait, elapsed) = heldUp else { return nil }
    let object = wait.object.map { ": \($0)" } ?? ""
    return "The \(wait.isLaunch ? "launch" : "shutdown") waits for \(wait.name)\(object), \(Phrases.time(elapsed))."
  }

  /// Why nothing comes from an application in another process; `nil` if it answers, or runs in this process.
  var contactSentence: String? {
    let name = applicationWithProcess
    switch attachment?.contact {
    case nil, .answers: return nil
    case .hangs(let since):
      let time = Phrases.time(now.minus(since))
      return "\(name) hangs: its main actor has not answered for \(time), and no handler runs.\(waitingSentence)"
    case .isSilent(let since, let isStopped):
      let time = Phrases.time(now.minus(since))
      let text =
        isStopped
        ? "is stopped, and has sent nothing for \(time)."
        : "has sent nothing for \(time): it is stopped, or the link is down."
      return "\(name) \(text)\(waitingSentence)"
    case .ended(.orderly): return "\(name) has ended."
    case .ended(.stopped): return "\(name) still runs, but no longer accepts inspectors."
    case .ended(.withoutSayingSo): return "\(name) has ended without notice: exit, signal, or crash."
    case .ended(.cut): return "The connection to \(name) was cut."
    case .ended(.sentAway(let reason)): return "\(name) has ended the connection: \(reason)"
    case .isAmbiguous(let count):
      return "\(Phrases.number(count)) applications named \(application.name) run: q, and 'rollcall attach' lists them."
    }
  }
}

extension OutputEntry {
  /// Where it was printed.
  var place: String { module.map { "\($0) printed in \(event ?? "an event")" } ?? "Printed" }
}

extension RecordingStatus {
  /// The file, and how much was written.
  package var sentence: String {
    if isRunning { return "Recording to \(path), starting with the earlier entries." }
    let amount = "\(Phrases.entries(entries)), \(ByteText.format(bytes))"
    if let problem { return "\(problem) The recording has ended with \(amount)." }
    let missing = dropped > 0 ? "\(Phrases.entries(dropped)) came too fast and are missing. " : ""
    return "\(missing)Recorded to \(path): \(amount)."
  }
}

extension ExportSummary {
  /// The file, its size, and the missing entries.
  var sentence: String {
    let without = " without \(Phrases.number(missing)) dropped \(missing == 1 ? "entry" : "entries"):"
    return "Exported to \(path)\(missing == 0 ? "," : without) \(ByteText.format(byteCount)), "
      + "\(Phrases.entries(entryCount))."
  }
}
#endif
