#if CommandLine
import ModuleLifecycle
import OrderedCollections
import Recordings
import TerminalUI
import TextFormatting

/// Headlines about a module that was brought back, moved or switched.
extension HeadlineLine {
  func broughtBack(_ id: ModuleID) -> Message {
    guard let row = state.application.modules[id] else { return Message("Back.") }
    let back = "\(row.name) is back in place \(Phrases.number(row.order))"
    let took = row.creationNanoseconds.map { " in \(Phrases.time($0))" } ?? ""
    // The main module is removed only by an aborted launch, and can't be removed again.
    let hint = row.canRemove ? "x remove it again" : ""
    if state.application.hasMissedLaunch(row) {
      return Message(
        "\(back) and has missed the launch: created again\(took).",
        hint: hint.isEmpty ? "c catch up" : "c catch up  \(hint)")
    }
    return Message("\(back): created again\(took).", hint: hint)
  }

  func moved(_ id: ModuleID) -> Message {
    guard let row = state.application.modules[id] else { return Message("Moved.") }
    return Message("\(row.name) is in place \(Phrases.number(row.order)) from the next event on.", hint: "J K move it")
  }

  func switched(_ id: ModuleID, isNew: Bool) -> Message {
    guard let row = state.application.modules[id] else { return Message("Switched.") }
    guard row.isOn else {
      let owned = state.application.owner(of: row)?.live.count ?? 0
      let keeps = owned > 0 ? ", and keeps its \(Phrases.count(owned, "object"))" : ""
      return Message(
        "\(row.name) is switched off: it is not called\(keeps).",
        hint: "o switch it on again")
    }
    let made = isNew ? "it was created\(row.creationNanoseconds.map { " in \(Phrases.time($0))" } ?? ""), and " : "it "
    return Message(
      "\(row.name) is switched on: \(made)is called from the next event on.", hint: "o switch it off again")
  }
}

/// Headlines about a running handler.
extension HeadlineLine {
  var running: Message? {
    guard let (running, elapsed) = state.longRunning else { return nil }
    let waiting = state.waitingCommands
    var text = "\(running.module) has run \(running.event) for \(Phrases.time(elapsed))\(standing(of: running))."
    if waiting > 0 { text += " \(Phrases.count(waiting, "command")) \(waiting == 1 ? "waits" : "wait")." }
    if state.isRepeating, let repeated = state.repeated {
      text += " \(Phrases.number(repeated.done)) of \(Phrases.number(repeated.times)) done"
      text += repeated.isStopping ? "; this is the last one." : "."
    }
    return Message(text, style: (running.isOverBudget(at: state.now) ? Style.bad : Style.caution).bold)
  }

  /// The headline while the launch or the shutdown waits.
  var heldUp: Message? {
    guard let (wait, elapsed) = state.heldUp else { return nil }
    let object = wait.object.map { ": \($0)" } ?? ""
    return Message(
      "The \(wait.isLaunch ? "launch" : "shutdown") waits for \(wait.name)\(object), \(Phrases.time(elapsed)).",
      style: Style.caution.bold)
  }

  /// The event's use of its budget. Earlier handlers may have used some of it.
  private func standing(of running: RunningHandler) -> String {
    guard let (used, budget) = running.budgetUse(at: state.now) else { return "" }
    let (time, limit) = (Phrases.time(used), Phrases.limit(budget))
    if used >= budget { return "; the event is \(Phrases.time(used - budget)) over its \(limit)" }
    // If both times read the same, the text has only one.
    let isSame = time == Phrases.time(running.elapsed(at: state.now))
    return isSame ? " of the event's \(limit)" : "; the event has used \(time) of its \(limit)"
  }
}

/// Headlines about recordings, searches and copies.
extension HeadlineLine {
  /// The headline at the start of a recording, with its damage first.
  func start(of playback: Playback) -> Message {
    let entries = Phrases.entries(playback.count)
    let took = Phrases.length(playback.totalNanoseconds)
    let recording = "A recording of \(entries) over \(took)."
    guard let damage = playback.damage else {
      return Message("\(recording) < and > go to the event before and after; f to any event.")
    }
    return Message("\(damage) \(recording)", style: Style.caution.bold)
  }

  func found(_ query: String, place: Int, of count: Int) -> Message {
    guard count > 1 else { return Message("Only this row matches: \"\(query)\".") }
    return Message(
      "Row \(Phrases.number(place)) of \(Phrases.number(count)) that match: \"\(query)\".",
      hint: "n next  N previous")
  }

  /// The headline after a copy. It says no more than is known: only a command reports that it has the text.
  func copied(_ what: String, by clipboard: Clipboard?) -> Message {
    switch clipboard {
    case nil: Message("Copying\(what)")
    case .terminal: Message("Asked the terminal to copy\(what)", hint: "it does not say whether it did")
    case .multiplexer: Message("Asked to copy (tmux needs 'set-clipboard on')\(what)")
    case .pasteboard: Message("Copied\(what)")
    case .tmux: Message("Copied to tmux\(what)", hint: "and to the clipboard, if its terminal lets it")
    }
  }
}

/// Headlines about a recording or an export: its path and size.
extension HeadlineLine {
  var recording: Message {
    guard let status = state.recording else { return Message("No recording.") }
    if status.isRunning {
      return Message("Recording to \(status.path), starting with the earlier entries.", hint: "R stop")
    }
    let amount = "\(Phrases.entries(status.entries)), \(ByteText.format(status.bytes))"
    if let problem = status.problem {
      return Message("\(problem) The recording has ended with \(amount).", style: Style.bad)
    }
    guard status.dropped > 0 else { return Message("Recorded to \(status.path): \(amount).") }
    return Message(
      "\(Phrases.entries(status.dropped)) came too fast and are missing. Recorded to \(status.path): \(amount).",
      style: Style.caution.bold)
  }

  /// The headline after an export: the file, its size, and the missing entries.
  func exported(_ summary: ExportSummary) -> Message {
    let missing =
      summary.missing == 0
      ? "," : " without \(Phrases.number(summary.missing)) dropped \(summary.missing == 1 ? "entry" : "entries"):"
    // The end of a long path says the most.
    let isLong = summary.path.columnWidth > state.size.width / 2
    let name = isLong ? summary.path.split(separator: "/").last.map(String.init) ?? summary.path : summary.path
    return Message(
      "Exported to \(name)\(missing) \(ByteText.format(summary.byteCount)), \(Phrases.entries(summary.entryCount)).",
      style: summary.missing == 0 ? .bold : Style.caution.bold)
  }
}
#endif
