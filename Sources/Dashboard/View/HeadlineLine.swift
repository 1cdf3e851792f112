#if CommandLine
import Launches
import ModuleLifecycle
import OrderedCollections
import Recordings
import TerminalUI
import TextFormatting

/// The second line: what just happened, in words.
struct HeadlineLine {
  /// One thing to say: in full, in short where there is no room, in a few words where there is little, and what may be
  /// done about it.
  struct Message {
    var long: String
    var short: String?
    var brief: String?
    var hint = ""
    var style = Style.bold
  }

  let state: DashboardState

  func draw(on canvas: inout Canvas) {
    if let repeated = state.repeated, showsRepetition {
      return RepetitionLine(state: state, repeated: repeated).draw(on: &canvas)
    }
    let message = shown
    canvas.write(message.text, x: 1, y: 1, style: message.style, maxColumns: canvas.size.width - 2)
    canvas.write(message.hint, endingAt: canvas.size.width - 1, y: 1)
  }

  private var showsRepetition: Bool {
    state.longRunning == nil && state.showsRepetition && !state.isIgnoringPaste
  }

  /// The key that a hint names in a column.
  func key(at column: Int) -> Key? {
    guard !showsRepetition else { return nil }
    let hint = shown.hint
    var x = state.size.width - 1 - hint.columnWidth
    for part in hint.split(separator: "  ") {
      if let key = KeyName.key(at: column - x, of: String(part), columns: part.columnWidth) { return key }
      x += part.columnWidth + 2
    }
    return nil
  }

  /// The message in the form that there is room for, its hint left out where there is none.
  private var shown: (text: String, hint: String, style: Style) {
    var message = current
    if state.playback != nil, !isAboutLooking { message.hint = "" }
    let room = state.size.width - 2
    let hint = message.hint.isEmpty ? 0 : message.hint.columnWidth + 3
    let full = message.short ?? message.long
    let short = full.columnWidth <= room ? full : message.brief ?? full
    let text = message.long.columnWidth + hint <= room ? message.long : short
    return (text, text.columnWidth + hint <= room ? message.hint : "", message.style)
  }

  /// The same in full, for those who do not see the screen.
  var sentence: String { current.long }

  /// A handler that is at work comes before what happened earlier, but not before the answer to what was asked for since.
  private var current: Message {
    // As long as no key works, the user has to see why.
    if state.isIgnoringPaste { return ignoringPaste }
    guard let running else { return message }
    // Where time stands still, a moment would not end.
    let isAnswered =
      state.tickInterval != nil && state.playback == nil && isAnswer && state.isHeadlineNew
      && state.headlineAt > state.application.running?.sinceNanoseconds ?? 0
    return isAnswered ? message : running
  }

  private var message: Message {
    switch state.headline {
    case .start: start
    case .happened(let happening): message(about: happening)
    case .moved(let id): moved(id)
    case .leakFixed(let fix): leakFixed(fix)
    case .repeated: repeated
    case .recording: recording
    case .failed(let problem): Message(long: problem, style: Palette.bad)
    case .looked(let text, let short, let hint): Message(long: text, short: short ?? text, hint: hint)
    case .found(let query, let place, let count): found(query, place: place, of: count)
    case .copied(let what, let lines, let isCut): copied(what, lines: lines, isCut: isCut)
    case .exported(let summary): exported(summary)
    }
  }

  private func message(about happening: Happening) -> Message {
    switch happening {
    case .dispatched(let id): dispatched(id)
    case .removed(let owner): removed(owner)
    case .broughtBack(let id): broughtBack(id)
    case .switched(let id, let isNew): switched(id, isNew: isNew)
    case .notCreated(let name, let error):
      Message(long: "\(name) could not be created: \(error ?? "no reason given").", style: Palette.bad)
    case .launchAborted(let warning):
      Message(
        long: warning.sentence, short: "Launch aborted: \(warning.module ?? "") is required and threw.",
        style: Palette.bad)
    }
  }

  /// What may be done about what just happened acts on the application, unless that is how somebody looks at it.
  private var isAboutLooking: Bool {
    switch state.headline {
    case .happened(.dispatched), .happened(.notCreated), .start, .failed, .looked, .found, .copied, .exported: true
    case .happened, .moved, .repeated, .leakFixed, .recording: false
    }
  }

  /// Whether it answers a key, or the mouse, for which no handler has to return.
  private var isAnswer: Bool {
    switch state.headline {
    case .happened(.notCreated), .failed, .looked, .found, .copied, .exported, .recording: true
    case .start, .happened, .moved, .repeated, .leakFixed: false
    }
  }

  private var ignoringPaste: Message {
    Message(
      long: "Paste ignored: the terminal did not send its end. Press Esc to go on.",
      short: "Paste ignored. Press Esc to go on.", style: Palette.bad)
  }

  private var start: Message {
    if let playback = state.playback { return start(of: playback) }
    let count = state.application.modules.counts.all
    guard count > 0 else {
      return Message(long: "No modules are registered, so no event calls anybody.", short: "No modules.")
    }
    return Message(
      long: "\(Words.count(count, "module")) registered. Press f to fire an event; didFinishLaunching comes first.",
      short: "\(Words.count(count, "module")) registered. Press f to fire an event.")
  }

  private func dispatched(_ id: UInt64) -> Message {
    guard let dispatch = state.application.history.latest, dispatch.id == id else {
      return Message(long: "#\(id)")
    }
    let called = dispatch.calledCount == 0 ? "no module handles it" : "\(Words.number(dispatch.calledCount)) called"
    let threw = dispatch.throwing
    let answer = dispatch.answerInWords.isEmpty ? "" : "\(dispatch.answerInWords), "
    let thrown = threw.isEmpty ? "" : ", \(threw.count == 1 ? threw[0] : Words.count(threw.count, "module")) threw"
    let took = Words.time(dispatch.totalNanoseconds)
    let tail = "\(answer)\(called)\(thrown), \(took)"
    let launch = state.application.history.launch(of: id).flatMap(launched) ?? ""
    let marked = dispatch.isReplay ? " replayed" : dispatch.isOutOfState ? " out of state" : ""
    let long = "#\(id) \(dispatch.title)\(marked): \(tail)"
    // What was sent is more than what the launch took, which stands in pane 2 too.
    let isFitting = (long + launch).columnWidth + "   F again".columnWidth <= state.size.width - 2
    return Message(
      long: isFitting ? long + launch : long, short: "#\(id) \(dispatch.event): \(tail)",
      // Who threw is more than who answered.
      brief: threw.isEmpty ? nil : "#\(id) \(dispatch.event): \(thrown.dropFirst(2)), \(took)",
      hint: state.pinned != nil ? "Esc shows it" : state.lastFired == nil ? "" : "F again",
      style: threw.isEmpty ? .bold : Palette.caution.bold)
  }

  /// What a launch took with the creation of the modules; `nil` where nothing is known of that.
  private func launched(_ launch: ApplicationLaunch) -> String? {
    guard launch.creationNanoseconds > 0, launch.isComplete else { return nil }
    let most = launch.slowest.map { ", most in \($0.name)" } ?? ""
    return "; with creation \(Words.time(launch.totalNanoseconds))\(most)"
  }

  private func removed(_ id: UInt64) -> Message {
    guard let owner = state.application.ownership.owners[id] else { return Message(long: "Removed.") }
    let canReturn = owner.module.flatMap { state.application.modules[$0] }?.isPresent == false
    var message = fate(of: owner)
    message.hint = canReturn ? "u bring it back" : ""
    return message
  }

  /// What has become of an owner that was removed.
  private func fate(of owner: OwnedObjectHistory.Owner) -> Message {
    let (name, open) = (owner.name, owner.live.count - owner.lastingCount)
    let own = "\(Words.count(open, "object")) of its own"
    guard owner.isFreed || owner.isOverdue else {
      return Message(
        long: "\(name) removed and not freed yet; \(own) \(open == 1 ? "is" : "are") open.",
        short: "\(name) removed, not freed yet.", style: Palette.caution.bold)
    }
    guard owner.isFreed else {
      let objects = open == 0 ? "" : " \(own) \(open == 1 ? "stays" : "stay") open."
      return Message(
        long: "\(name) removed, but somebody still holds it.\(objects)",
        short: "\(name) removed, still alive\(open == 0 ? "" : ": \(open) open").", style: Palette.caution.bold)
    }
    let releasing = owner.releasing.count - owner.releasing.lastingCount
    if releasing > 0 {
      let objects = "\(Words.count(releasing, "object")) of its own \(releasing == 1 ? "is" : "are")"
      return Message(
        long: "\(name) removed and freed; \(objects) still being cleaned.",
        short: "\(name) removed: \(releasing) releasing.")
    }
    let count = owner.cleanedWithItCount
    guard count > 0 else {
      return Message(long: "\(name) removed and freed; it owned nothing.", short: "\(name) removed and freed.")
    }
    let took = Words.time(owner.cleanedWithItNanoseconds)
    let objects =
      count == 1 ? "its 1 object was cleaned" : "its \(Words.number(count)) objects were cleaned, last acquired first,"
    return Message(
      long: "\(name) removed: \(objects) in \(took). \(name) itself is freed.",
      short: "\(name) removed: \(Words.count(count, "object")) cleaned, last first. Freed.")
  }

  private var repeated: Message {
    guard let repeated = state.repeated else { return start }
    let text = Words.outcome(of: repeated, columns: state.size.width - 2)
    let isWhole = repeated.done >= repeated.times
    return Message(long: text, hint: "F again", style: isWhole ? .bold : Palette.caution.bold)
  }

  /// As far as the journal tells: an owner may die a moment after its holder went, or not at all.
  private func leakFixed(_ fix: LeakFix) -> Message {
    let holder = state.application.ownership.owners[fix.object.owner]
    let position = holder?.cleaned.position(of: fix.object.number)
    let object = position.flatMap { holder?.cleaned[$0] }.map { Words.object($0) } ?? "the object"
    let done = "\(object) was \(Words.done(fix.word))"
    guard let owner = state.application.ownership.owners[fix.owner] else { return Message(long: "\(done).") }
    let name = Words.name(of: owner)
    if owner.wentUnseen { return Message(long: "\(done), and \(name) is freed.") }
    guard let freedAfter = owner.freedAfter else {
      return Message(
        long: "\(done), and \(name) is still alive.", short: "\(done), \(name) lives.", style: Palette.caution.bold)
    }
    let late = "\(name) is freed, \(Words.time(freedAfter)) late"
    return Message(long: "\(done): \(late).", short: "\(done): \(name) is freed.")
  }
}
#endif
