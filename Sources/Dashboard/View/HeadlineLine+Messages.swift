#if CommandLine
import ModuleLifecycle
import OrderedCollections
import Recordings
import TerminalUI
import TextFormatting

/// What the headline says of a module that has another place, or another standing.
extension HeadlineLine {
  func broughtBack(_ id: ModuleID) -> Message {
    guard let row = state.application.modules[id] else { return Message(long: "Back.") }
    let back = "\(row.name) is back in place \(Words.number(row.order))"
    let took = row.creationTook.map { " in \(Words.time($0))" } ?? ""
    // The main module goes with an aborted launch, and not otherwise.
    let hint = row.canRemove ? "x remove it again" : ""
    if state.application.hasMissedLaunch(row) {
      return Message(
        long: "\(back): a new instance, made\(took). It has missed the launch.",
        short: "\(row.name) is back, and has missed the launch.",
        hint: hint.isEmpty ? "c catch up" : "c catch up  \(hint)")
    }
    return Message(long: "\(back): a new instance, made\(took).", short: "\(back).", hint: hint)
  }

  func moved(_ id: ModuleID) -> Message {
    guard let row = state.application.modules[id] else { return Message(long: "Moved.") }
    return Message(
      long: "\(row.name) is in place \(Words.number(row.order)) from the next event on.",
      short: "\(row.name) is in place \(Words.number(row.order)).",
      hint: "J K move it")
  }

  func switched(_ id: ModuleID, isNew: Bool) -> Message {
    guard let row = state.application.modules[id] else { return Message(long: "Switched.") }
    guard row.isOn else {
      let owned = state.application.ownership.owners[row.owner]?.live.count ?? 0
      let keeps = owned > 0 ? ", and keeps its \(Words.count(owned, "object"))" : ""
      return Message(
        long: "\(row.name) is switched off: it is not called\(keeps).", short: "\(row.name) is switched off.",
        hint: "o switch it on again")
    }
    let made = isNew ? "it was created\(row.creationTook.map { " in \(Words.time($0))" } ?? ""), and " : "it "
    return Message(
      long: "\(row.name) is switched on: \(made)is called from the next event on.",
      short: "\(row.name) is switched on.", hint: "o switch it off again")
  }
}

/// What the headline says of a handler that is at work.
extension HeadlineLine {
  var running: Message? {
    guard let (running, elapsed) = state.longRunning else { return nil }
    let waiting = state.waitingCommands
    let (long, short) = standing(of: running)
    var text = "\(running.module) has been handling \(running.event) for \(Words.time(elapsed))\(long)."
    var brief = "\(running.module) in \(running.event): \(Words.time(elapsed))\(short)"
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
    guard let (used, budget) = running.budgetUse(at: state.now) else { return ("", "") }
    let (time, limit) = (Words.time(used), Words.limit(budget))
    if used >= budget {
      let excess = Words.time(used - budget)
      return ("; the event is \(excess) over its \(limit)", ", event \(excess) over \(limit)")
    }
    // What is the same time to the reader is said once.
    let isSame = time == Words.time(running.elapsed(at: state.now))
    if isSame { return (" of the event's \(limit)", " of \(limit)") }
    return ("; the event has used \(time) of its \(limit)", " (\(time) of \(limit))")
  }
}

/// What the headline says of looking around.
extension HeadlineLine {
  /// The beginning of a recording; what of it could not be read comes first.
  func start(of playback: Playback) -> Message {
    let entries = Words.entries(playback.count)
    let took = Words.length(playback.totalNanoseconds)
    let recording = "A recording of \(entries) over \(took)."
    guard let damage = playback.damage else {
      return Message(long: "\(recording) Space plays and pauses; f goes to an event.", short: recording)
    }
    let unread = Words.count(playback.unreadLines, "line")
    return Message(
      long: "\(damage) \(recording)",
      short: playback.unreadLines > 0 ? "\(unread) could not be read. \(recording)" : recording,
      style: Palette.caution.bold)
  }

  func found(_ query: String, place: Int, of count: Int) -> Message {
    guard count > 1 else {
      return Message(long: "This row alone fits \"\(query)\".", short: "This row alone fits.")
    }
    return Message(
      long: "Row \(Words.number(place)) of the \(Words.number(count)) that fit \"\(query)\".",
      short: "Row \(Words.number(place)) of \(Words.number(count)) that fit.",
      hint: "n next  N previous")
  }

  /// No terminal says whether it has taken the text.
  func copied(_ what: String, lines: Int, isCut: Bool) -> Message {
    guard !isCut else {
      let tail = "; only the first \(Words.number(Detail.mostBytes)) bytes."
      let room = max(0, state.size.width - 2 - "Copied: \(tail)".columnWidth)
      let text = "Copied: \(what.truncated(toColumns: room))\(tail)"
      return Message(long: text, hint: "if the terminal lets programs copy")
    }
    return Message(
      long: "Copied: \(what), \(Words.count(lines, "line")).", short: "Copied: \(what).",
      hint: "if the terminal lets programs copy")
  }
}

/// What the headline says of a recording: where it is, and how much.
extension HeadlineLine {
  var recording: Message {
    guard let status = state.recording else { return Message(long: "No recording.") }
    if status.isRunning {
      return Message(
        long: "Recording to \(status.path), what the journal has of the past first.",
        short: "Recording to \(status.path).", hint: "R stop")
    }
    let amount = "\(Words.entries(status.entries)), \(ByteText.format(status.bytes))"
    let missing = status.dropped > 0 ? " \(Words.number(status.dropped)) more came too fast and are missing." : ""
    guard let problem = status.problem else {
      return Message(
        long: "Recorded to \(status.path): \(amount).\(missing)", short: "Recorded: \(amount).\(missing)",
        style: status.dropped > 0 ? Palette.caution.bold : .bold)
    }
    return Message(
      long: "The recording has ended with \(amount): \(problem)", short: problem, style: Palette.bad)
  }

  /// Where a file was written, how large it is, and what is not in it.
  func exported(_ summary: ExportSummary) -> Message {
    let size = ByteText.format(summary.byteCount)
    let missing =
      summary.missing == 0
      ? "" : " \(Words.entries(summary.missing)) had been dropped before."
    // Of a long path the end says most.
    let name = summary.path.split(separator: "/").last.map(String.init) ?? summary.path
    let dropped = summary.missing == 0 ? "" : " \(Words.number(summary.missing)) dropped before."
    return Message(
      long: "Exported to \(summary.path), \(size), \(Words.entries(summary.entryCount)).\(missing)",
      short: "Exported to \(name), \(size).\(dropped)",
      style: summary.missing == 0 ? .bold : Palette.caution.bold)
  }
}
#endif
