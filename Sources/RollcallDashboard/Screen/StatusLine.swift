#if CommandLine
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalUI
import RollcallTextFormatting

/// The first line: the application, its state, and the counts. Zeros are hidden.
struct StatusLine {
  let state: DashboardState

  func draw(on canvas: inout Canvas) {
    let isWide = canvas.size.width >= 100
    let gap = isWide ? 3 : 2
    let replay = recording.map { $0.word.columnWidth + 1 + min(12, $0.file.columnWidth) + gap } ?? 0
    let least = min(16, state.application.name.columnWidth) + word.columnWidth + 2 * gap + 1 + replay
    var counts = counts(isWide: isWide)
    var right: Table.Cell {
      Table.Cell(Array(counts.map { [$0] }.joined(separator: [Table.Text(String(repeating: " ", count: gap))])))
    }
    // On a narrow screen, the counts of problems matter more than the others.
    for plain in counts.indices.reversed() where counts[plain].style == .plain {
      if right.columnWidth > canvas.size.width - least, counts.count > 1 { counts.remove(at: plain) }
    }
    let x = canvas.size.width - right.columnWidth - 1
    canvas.write(right, x: x, y: 0, width: right.columnWidth)
    drawApplication(on: &canvas, gap: gap, room: x - 2)
  }

  /// The state's name. Sentences say `in the background`.
  private var word: String { state.application.state == .background ? "background" : state.application.state.words }

  /// The recording or attachment, and the word before its name.
  private var recording: (word: String, file: String)? {
    state.playback.map { ("REPLAY", $0.file) } ?? state.followed.map { ("FOLLOWS", $0) }
      ?? state.attachment.map { attachment in
        // On a narrow screen, the role matters more than the process.
        let process = state.size.width >= 100 ? attachment.process.map { "\($0), " } ?? "" : ""
        // An application that has gone allows nothing.
        let role = attachment.contact.isOpen ? state.application.source.role : .view
        return (attachment.word, process + role.words)
      }
  }

  private func drawApplication(on canvas: inout Canvas, gap: Int, room: Int) {
    let recording = recording
    let replay = recording.map { $0.word.columnWidth + gap } ?? 0
    let nameRoom = max(8, room - word.columnWidth - gap - replay)
    var x = 1 + canvas.write(state.application.name, x: 1, y: 0, style: .bold, maxColumns: nameRoom) + gap
    if let (sign, path) = recording {
      x += canvas.write(sign, x: x, y: 0, style: .bold.reversed) + 1
      // The file's name, cut if necessary. Its end distinguishes it from others.
      let fileRoom = max(0, room - x - word.columnWidth - gap)
      let file = path.columnWidth <= fileRoom ? path : Self.withoutExtension(path)
      let name = file.truncatedBeforeTheEnd(toColumns: fileRoom, ellipsis: canvas.glyphs.ellipsis)
      x += fileRoom >= min(8, file.columnWidth) ? canvas.write(name, x: x, y: 0) + gap : gap - 1
    }
    x += canvas.write(word, x: x, y: 0, style: style(of: state.application.state)) + gap
    guard let launchedAt = state.application.launchedAt else { return }
    let launched = "launched \(Clock(state).time(launchedAt))"
    if x + launched.columnWidth < room { canvas.write(launched, x: x, y: 0, style: Style.label) }
  }

  /// Drops the extension, which every recording has.
  private static func withoutExtension(_ file: String) -> String {
    let end = ".rollcall"
    return file.hasSuffix(end) && file != end ? String(file.dropLast(end.count)) : file
  }

  /// The counts, in capitals what needs attention.
  ///
  /// - Parameter isSpoken: Whether they are for a sentence, not for the screen.
  func counts(isWide: Bool, isSpoken: Bool = false) -> [Table.Text] {
    let modules = state.application.modules.counts
    let all = Phrases.count(modules.all, "module")
    let owned = state.application.ownership.liveCount
    var counts = [Table.Text(modules.active == modules.all ? all : "\(Phrases.number(modules.active)) of \(all)")]
    func add(_ count: some BinaryInteger, _ word: String, _ style: Style) {
      if count > 0 {
        counts.append(Table.Text("\(Phrases.number(count)) \(isSpoken ? word.lowercased() : word)", style))
      }
    }
    add(modules.off, "off", .plain)
    add(owned, isWide ? owned == 1 ? "object owned" : "objects owned" : "owned", .plain)
    if let recording = state.recording, recording.isRunning {
      counts.append(Table.Text(isSpoken ? "recording to \(recording.path)" : isWide ? "RECORDING" : "REC", Style.bad))
    } else if state.recording?.problem != nil {
      counts.append(
        Table.Text(isSpoken ? "the recording has ended" : isWide ? "NOT RECORDED" : "NO REC", Style.bad.reversed))
    }
    if let frozen = state.frozen {
      let text = Self.text(of: frozen)
      counts.append(Table.Text(text.clauses(within: state.size.width / 2) ?? text, .bold.reversed))
    }
    add(state.waitingCommands, "waiting", Style.caution)
    add(state.application.ownership.overdueOwners.count, "OVERDUE", Style.bad)
    let warnings = state.application.warnings
    add(warnings.count, warnings.count == 1 ? "WARNING" : "WARNINGS", Style.caution.bold)
    add(warnings.allowedCount, "allowed", .plain)
    add(state.playback?.unreadLines ?? 0, "UNREAD", Style.caution)
    add(state.application.droppedEntries, isSpoken ? "entries dropped" : "DROPPED", Style.caution)
    return counts
  }

  /// How many entries a frozen view is behind, and how many of them were dropped.
  private static func text(of backlog: Backlog) -> String {
    let behind = backlog.dropped.plus(UInt64(clamping: backlog.kept))
    let dropped = backlog.dropped > 0 ? ", \(Phrases.number(backlog.dropped)) dropped" : ""
    return behind == 0 ? "FROZEN" : "FROZEN, \(Phrases.number(behind)) behind\(dropped)"
  }

  private func style(of state: ApplicationState) -> Style {
    switch state {
    case .active: Style.good
    case .terminated: Style.caution
    default: .plain
    }
  }
}
#endif
