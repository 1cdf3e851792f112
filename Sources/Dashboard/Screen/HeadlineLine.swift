#if CommandLine
import DequeModule
import Inspection
import Launches
import ModuleLifecycle
import OrderedCollections
import Recordings
import TerminalUI
import TextFormatting

/// The second line: what just happened.
struct HeadlineLine {
  /// A headline, with the most important part first, and a hint about what to do next.
  struct Message {
    var text: String
    var hint = ""
    var style = Style.bold

    init(_ text: String, hint: String = "", style: Style = .bold) {
      (self.text, self.hint, self.style) = (text, hint, style)
    }
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

  /// The message, cut to whole clauses that fit, and without the hint if it does not fit beside the text.
  private var shown: (text: String, hint: String, style: Style) {
    var message = current
    if !isAboutLooking, !state.canUse(message.hint) { message.hint = "" }
    let room = state.size.width - 2
    let hint = message.hint.isEmpty ? 0 : message.hint.columnWidth + 3
    let text = message.text.clauses(within: room) ?? message.text
    return (text, text.columnWidth + hint <= room ? message.hint : "", message.style)
  }

  /// The full text, for plain output.
  var sentence: String { current.text }

  /// The message for the current state. A running handler takes precedence over earlier news, but not over the answer
  /// to a later key.
  private var current: Message {
    // The user must see why no key works.
    if state.isIgnoringPaste { return ignoringPaste }
    let isGone = state.attachment?.contact.isOpen == false
    let isSilent = if case .isSilent? = state.attachment?.contact { true } else { false }
    // After the application has gone, nothing runs, and later news is shown. If it is silent, it is unknown what runs.
    guard !isGone, let running = isSilent ? contact : running ?? heldUp ?? contact else { return message }
    // Without ticks, the answer would never go away.
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
    case .failed(let problem): Message(problem, style: Style.bad)
    case .contact: contact ?? start
    case .looked(let text, let hint): Message(text, hint: hint)
    case .found(let query, let place, let count): found(query, place: place, of: count)
    case .copied(let what, let lines, let isCut, let clipboard):
      copied(
        isCut
          ? " the first \(Phrases.number(Detail.mostBytes)) bytes: \(what)."
          : ": \(what), \(Phrases.count(lines, "line")).",
        by: clipboard)
    case .exported(let summary): exported(summary)
    }
  }

  private func message(about happening: NotableChange) -> Message {
    switch happening {
    case .dispatched(let id): dispatched(id)
    case .removed(let owner): removed(owner)
    case .broughtBack(let id): broughtBack(id)
    case .switched(let id, let isNew): switched(id, isNew: isNew)
    case .notCreated(let name, let error):
      Message("\(name) could not be created: \(error ?? "no reason given").", style: Style.bad)
    case .launchAborted(let warning):
      Message(
        warning.sentence,
        style: Style.bad)
    }
  }

  /// Whether the hint is about the view. Other hints act on the application.
  private var isAboutLooking: Bool {
    switch state.headline {
    case .happened(.dispatched), .happened(.notCreated), .start, .failed, .looked, .found, .copied, .exported, .contact:
      true
    case .happened, .moved, .repeated, .leakFixed, .recording: false
    }
  }

  /// Whether the headline answers a key or the mouse without waiting for a handler to return.
  private var isAnswer: Bool {
    switch state.headline {
    case .happened(.notCreated), .failed, .looked, .found, .copied, .exported, .recording: true
    case .start, .happened, .moved, .repeated, .leakFixed, .contact: false
    }
  }

  private var ignoringPaste: Message {
    Message("Paste ignored, press Esc to continue: the terminal did not send its end.", style: Style.bad)
  }

  private var start: Message {
    if let playback = state.playback { return start(of: playback) }
    let count = state.application.modules.counts.all
    if state.application.isPending {
      let name = state.application.name
      return Message("\(name) does not answer yet: its modules are not known.", style: Style.caution)
    }
    guard count > 0 else {
      return Message("No modules are registered, so no event calls any.")
    }
    guard state.mayFire else { return Message("\(Phrases.count(count, "module")) registered.") }
    return Message(
      "\(Phrases.count(count, "module")) registered. Press f to fire an event; "
        + "didFinishLaunching comes first.")
  }

  private func dispatched(_ id: DispatchID) -> Message {
    guard let dispatch = state.application.history.latest, dispatch.id == id else {
      return Message("#\(id)")
    }
    let parts = dispatch.outcome
    let long = "\(dispatch.heading): \(parts.joined(separator: ", "))"
    let launch = state.application.history.launch(of: id).flatMap(launched) ?? ""
    // Errors matter more than answers.
    let shorter = parts.indices.map { "#\(id) \(dispatch.event): \(parts[$0...].joined(separator: ", "))" }
    let hint = state.pinned != nil ? "Esc shows it" : state.lastFired == nil ? "" : "F again"
    // The arguments matter more than the launch's time, which pane 2 shows too.
    let room = state.size.width - 2
    let isFitting = (long + launch).columnWidth + "   F again".columnWidth <= room
    let text = ((isFitting ? [long + launch] : []) + [long] + shorter).first { $0.columnWidth <= room }
    return Message(text ?? shorter[0], hint: hint, style: dispatch.throwing.isEmpty ? .bold : Style.caution.bold)
  }

  /// The launch's total time, including the creation of the modules; `nil` if that is unknown.
  private func launched(_ launch: ApplicationLaunch) -> String? {
    guard launch.creationNanoseconds > 0, launch.isComplete else { return nil }
    let most = launch.slowest.map { ", most in \($0.name)" } ?? ""
    return "; with creation \(Phrases.time(launch.totalNanoseconds))\(most)"
  }

  func removed(_ id: OwnerID) -> Message {
    guard let owner = state.application.ownership.owners[id] else { return Message("Removed.") }
    let module = owner.module.flatMap { state.application.modules[$0] }
    var message = fate(of: owner)
    if module?.isPresent == false, let back = state.removedModule {
      message.hint = back.id == module?.id ? "u bring it back" : "u bring back \(back.name)"
    }
    return message
  }

  /// The headline about a removed owner.
  private func fate(of owner: OwnedObjectHistory.Owner) -> Message {
    let (name, open) = (owner.name, owner.live.count - owner.lastingCount)
    let own = "\(Phrases.count(open, "object")) of its own"
    guard owner.isFreed || owner.isOverdue else {
      return Message(
        "\(name) removed, not freed yet; \(own) \(open == 1 ? "is" : "are") open.", style: Style.caution.bold)
    }
    guard owner.isFreed else {
      let objects = open == 0 ? "" : " \(own) \(open == 1 ? "stays" : "stay") open."
      return Message("\(name) removed, but still alive: something holds it.\(objects)", style: Style.caution.bold)
    }
    let releasing = owner.releasing.count - owner.releasingLastingCount
    if releasing > 0 {
      let objects = "\(Phrases.count(releasing, "object")) of its own \(releasing == 1 ? "is" : "are")"
      return Message("\(name) removed and freed; \(objects) still being cleaned.")
    }
    let count = owner.cleanedWithItCount
    guard count > 0 else { return Message("\(name) removed and freed; it owned nothing.") }
    let took = Phrases.time(owner.cleanedWithItNanoseconds)
    let objects =
      count == 1
      ? "its 1 object was cleaned" : "its \(Phrases.number(count)) objects were cleaned, last acquired first,"
    return Message("\(name) removed and freed: \(objects) in \(took).")
  }

  private var repeated: Message {
    guard let repeated = state.repeated else { return start }
    let isWhole = repeated.done >= repeated.times
    return Message(Phrases.outcome(of: repeated), hint: "F again", style: isWhole ? .bold : Style.caution.bold)
  }

  /// The headline after a leak fix, as far as the journal knows: the owner may be freed a moment later, or never.
  func leakFixed(_ fix: LeakFix) -> Message {
    let holder = state.application.ownership.owners[fix.object.owner]
    let position = holder?.place(ofCleaned: fix.object.number)
    let object = position.flatMap { holder?.cleaned[$0] }.map { Phrases.object($0) } ?? "the object"
    let done = "\(object) was \(Phrases.done(fix.word))"
    guard let owner = state.application.ownership.owners[fix.owner] else { return Message("\(done).") }
    let name = Phrases.name(of: owner)
    if owner.wentUnseen { return Message("\(done), and \(name) is freed.") }
    guard let freedAfter = owner.freedAfter else {
      return Message("\(done), but \(name) is still alive.", style: Style.caution.bold)
    }
    return Message("\(done), and \(name) is freed, \(Phrases.time(freedAfter)) late.")
  }
}

extension String {
  /// The text up to the last clause that ends within `columns`; `nil` if not even the first fits. A clause ends at a
  /// punctuation mark and a space, unless the next word qualifies it: but, and, not.
  func clauses(within columns: Int) -> String? {
    if columnWidth <= columns { return self }
    var (isQuoted, end) = (false, startIndex)
    search: for index in utf8.indices {
      switch utf8[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"):
        let next = self[index...].dropFirst()
        if isQuoted || next.first != " " || [" but ", " and ", " not "].contains(where: next.hasPrefix) { continue }
        if self[..<index].columnWidth >= columns { break search }
        end = index
      default: break
      }
    }
    return end == startIndex ? nil : self[..<end] + (hasSuffix(".") ? "." : "")
  }
}
#endif
