#if CommandLine
import ModuleLifecycle
import OrderedCollections
import RollcallTerminalUI
import RollcallTextFormatting
import RollcallRecordings

extension ApplicationModel {
  /// The latest warning or line of output, unless an event came after it.
  var currentMessage: MessageLog.Message? {
    guard let last = log.last, last.atNanoseconds >= history.latest?.atNanoseconds ?? 0 else { return nil }
    // An owner that was freed is no longer overdue. The warning stays in the list.
    let overdue = last.warning.flatMap { $0.kind == .ownerOverdue ? $0.ownerID : nil }
    return overdue.flatMap { ownership.owners[$0]?.isFreed } == true ? nil : last
  }
}

/// The line above the key bar: the latest warning or line of output.
struct NoticeLine {
  let state: DashboardState

  func draw(on canvas: inout Canvas) {
    var (texts, hint) = (standing, "")
    if state.application.isUnwritten {
      texts = [Table.Text("The journal is switched off: new events are not shown.", Style.caution)]
    } else if let request {
      texts = [Table.Text(request.sentence, request.outcome == .accepted ? Style.label : Style.caution)]
    } else if case .output(let output)? = state.application.currentMessage {
      texts = [Table.Text("\(output.place):", Style.label), Table.Text(" \(output.line)")]
    } else if let warning = state.application.currentMessage?.warning {
      (texts, hint) = (sign("WARNING", warning.sentence), state.layers.isEmpty ? "w all warnings" : "")
    }
    canvas.line(Table.Cell(texts), hint: hint, y: canvas.size.height - 2)
  }

  /// Another inspector's request, together with the event that it caused.
  private var request: RequestEntry? {
    let application = state.application
    guard let request = application.request, !request.entry.isAsked(by: state.attachment?.own),
      application.history.firedCount <= request.eventsBefore + 1,
      application.currentMessage?.atNanoseconds ?? 0 <= request.entry.atNanoseconds
    else { return nil }
    return request.entry
  }

  /// What is said as long as there is nothing new: what can't be read of the recording, or what a mark means.
  private var standing: [Table.Text] {
    if let playback = state.playback { return playback.damage.map { sign("DAMAGED", $0) } ?? [] }
    guard state.hasLayer(.belowPanes), !Layout(for: state).panes.isEmpty else { return [] }
    return [Table.Text("+ marks the modules that will be called.", Style.label)]
  }

  private func sign(_ word: String, _ text: String) -> [Table.Text] {
    [Table.Text(word, Style.caution.bold), Table.Text("  \(text)")]
  }
}

#endif
