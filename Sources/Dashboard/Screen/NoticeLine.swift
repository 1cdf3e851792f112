#if CommandLine
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import TextFormatting
import Recordings

/// The content of the line above the key bar.
enum Notice: Sendable, Equatable {
  case warning(WarningEntry)
  case output(OutputEntry)
  case request(RequestEntry)
  /// The journal is switched off.
  case unwritten

  fileprivate var atNanoseconds: UInt64 {
    switch self {
    case .warning(let entry): entry.atNanoseconds
    case .output(let entry): entry.atNanoseconds
    case .request(let entry): entry.atNanoseconds
    case .unwritten: .max
    }
  }
}

extension DashboardState {
  /// The notice to show. Another inspector's request is shown together with the event that it caused.
  var notice: Notice? {
    if application.isUnwritten { return .unwritten }
    guard let request = application.request, !request.entry.isAsked(by: attachment?.own),
      application.history.firedCount <= request.eventsBefore + 1
    else { return application.notice }
    let notice = Notice.request(request.entry)
    return application.notice.flatMap { $0.atNanoseconds > notice.atNanoseconds ? $0 : nil } ?? notice
  }
}

extension ApplicationModel {
  /// The latest warning or line of output, unless an event came after it.
  var notice: Notice? {
    let latest: Notice? =
      switch log.last {
      case .output(let entry): .output(entry)
      case .warning(let entry): .warning(entry)
      case nil: nil
      }
    // A notice from before the latest event is outdated.
    guard let latest, latest.atNanoseconds >= history.latest?.atNanoseconds ?? 0 else { return nil }
    // An owner that was freed is no longer overdue. The warning stays in the list.
    if case .warning(let warning) = latest, warning.kind == .ownerOverdue,
      let owner = warning.ownerID.flatMap({ ownership.owners[$0] }), owner.isFreed
    {
      return nil
    }
    return latest
  }
}

/// The line above the key bar: the latest warning or line of output.
struct NoticeLine {
  let state: DashboardState

  func draw(on canvas: inout Canvas) {
    let y = canvas.size.height - 2
    let room = canvas.size.width - 2
    if case .filter(let query) = state.overlay { return drawTyped(query, hint: filterHint, count, on: &canvas, y: y) }
    if state.search.isTyping {
      let count = Phrases.count(state.linesFound.count, "line")
      return drawTyped(state.search.query, hint: "words to find in the text", count, on: &canvas, y: y)
    }
    switch state.notice {
    case .warning(let warning):
      let used = canvas.write("WARNING", x: 1, y: y, style: Style.caution.bold)
      canvas.write(warning.sentence, x: 3 + used, y: y, maxColumns: room - used - 2)
      let hint = "w all warnings"
      guard state.overlay == nil, used + 2 + warning.sentence.columnWidth + 3 + hint.columnWidth <= room else { break }
      canvas.write(hint, endingAt: room + 1, y: y)
    case .output(let output):
      let place = output.module.map { "\($0) printed in \(output.event ?? "an event"):" } ?? "printed:"
      let used = canvas.write(place, x: 1, y: y, style: Style.label, maxColumns: room)
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
      } else if case .fire = state.overlay, !Layout(for: state).panes.isEmpty {
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

  /// Draws the query while the user types it: its end, which stays visible, and the number of matching rows.
  private func drawTyped(_ query: String, hint: String, _ count: String, on canvas: inout Canvas, y: Int) {
    let room = canvas.size.width - 2
    var x = 1 + canvas.write("/", x: 1, y: y, style: Style.key) + 1
    let visible = query.suffix(ofColumns: max(0, room - count.columnWidth - 6))
    x += canvas.write(String(visible), x: x, y: y, style: .underlined)
    x += canvas.write("_", x: x, y: y, style: Style.key)
    if query.isEmpty {
      canvas.write(hint, x: x + 1, y: y, style: Style.label, maxColumns: max(0, room - x - count.columnWidth - 2))
    }
    canvas.write(count, endingAt: canvas.size.width - 1, y: y)
  }

  private var filterHint: String {
    switch state.focus {
    case .cleanup: "words in the owner, kind, name or reason"
    case .log: "words in the line, its module or event"
    case .order, .timings: "words in the name, or in an event it handles"
    }
  }

  private var count: String {
    let application = state.application
    let (all, fitting) =
      switch state.focus {
      case .cleanup:
        (Phrases.count(state.cleanupRows.objectCount, "row"), state.cleanupRows.matchCount)
      case .log: (Phrases.count(application.log.lines.count, "line"), state.logLines.count)
      case .order, .timings: (Phrases.count(application.modules.count, "module"), state.moduleRows.moduleCount)
      }
    return state.filterQuery.isEmpty ? all : "\(Phrases.number(fitting)) of \(all)"
  }
}
#endif
