#if CommandLine
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import TextFormatting
import Recordings

/// The content of the line above the key bar.
enum Notice: Sendable, Equatable {
  case message(MessageLog.Message)
  case request(RequestEntry)
  /// The journal is switched off.
  case unwritten
}

extension DashboardState {
  /// The notice to show. Another inspector's request is shown together with the event that it caused.
  var notice: Notice? {
    if application.isUnwritten { return .unwritten }
    let message = application.currentMessage
    if let request = application.request, !request.entry.isAsked(by: attachment?.own),
      application.history.firedCount <= request.eventsBefore + 1,
      message?.atNanoseconds ?? 0 <= request.entry.atNanoseconds
    {
      return .request(request.entry)
    }
    return message.map(Notice.message)
  }
}

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
    let y = canvas.size.height - 2
    let room = canvas.size.width - 2
    switch state.notice {
    case .message(.warning(let warning)):
      let used = canvas.write("WARNING", x: 1, y: y, style: Style.caution.bold)
      canvas.write(warning.sentence, x: 3 + used, y: y, maxColumns: room - used - 2)
      let hint = "w all warnings"
      guard state.layers.isEmpty, used + 2 + warning.sentence.columnWidth + 3 + hint.columnWidth <= room else { break }
      canvas.write(hint, endingAt: room + 1, y: y)
    case .message(.output(let output)):
      let used = canvas.write("\(output.place):", x: 1, y: y, style: Style.label, maxColumns: room)
      canvas.write(output.line, x: 2 + used, y: y, maxColumns: max(0, room - used - 1))
    case .request(let request):
      let isRefused = request.outcome != .accepted
      canvas.write(request.sentence, x: 1, y: y, style: isRefused ? Style.caution : Style.label, maxColumns: room)
    case .unwritten:
      canvas.write(
        "The journal is switched off: new events are not shown.", x: 1, y: y, style: Style.caution, maxColumns: room)
    case nil:
      if let playback = state.playback {
        drawDamage(playback, on: &canvas, y: y)
      } else if state.hasLayer(.belowPanes), !Layout(for: state).panes.isEmpty {
        let text = "+ marks the modules that will be called."
        canvas.write(text, x: 1, y: y, style: Style.label, maxColumns: room)
      }
    }
  }

  /// Draws what can't be read of the recording.
  private func drawDamage(_ playback: Playback, on canvas: inout Canvas, y: Int) {
    guard let damage = playback.damage else { return }
    let used = canvas.write("DAMAGED", x: 1, y: y, style: Style.caution.bold)
    canvas.write(damage, x: 3 + used, y: y, maxColumns: canvas.size.width - 4 - used)
  }
}
#endif
