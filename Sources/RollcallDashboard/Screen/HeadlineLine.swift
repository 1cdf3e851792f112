#if CommandLine
import RollcallInspection
import RollcallLaunches
import ModuleLifecycle
import OrderedCollections
import RollcallRecordings
import RollcallTerminalUI
import RollcallTextFormatting

/// The second line: what just happened.
struct HeadlineLine {
  typealias Message = Headline.Message

  let state: DashboardState

  func draw(on canvas: inout Canvas) {
    if let repeated = state.repeated, showsRepetition {
      return RepetitionLine(state: state, repeated: repeated).draw(on: &canvas)
    }
    // Whole clauses that fit, and the hint if it fits beside them.
    let (message, room) = (current, canvas.size.width - 2)
    let text = message.text.clauses(within: room) ?? message.text
    canvas.line(Table.Cell(text, message.style), hint: state.canUse(message.hint) ? message.hint : "", y: 1)
  }

  private var showsRepetition: Bool {
    state.longRunning == nil && state.showsRepetition && !state.isIgnoringPaste
  }

  /// The full text, for plain output.
  var sentence: String { current.text }

  /// The message for the current state. A running handler takes precedence over earlier news, but not over later.
  private var current: Message {
    // The user must see why no key works.
    if state.isIgnoringPaste {
      return Message("Paste ignored, press Esc to continue: the terminal did not send its end.", style: Style.bad)
    }
    let isSilent = if case .isSilent? = state.attachment?.contact { true } else { false }
    // After the application has gone, nothing runs, and later news is shown. If it is silent, it is unknown what runs.
    guard !state.isCutOff, let activity = isSilent ? contact : running ?? heldUp ?? contact else { return message }
    // Without ticks, the news would never go away.
    let hasNews =
      state.tickInterval != nil && state.playback == nil && state.isHeadlineNew
      && state.headlineAt > state.application.running?.sinceNanoseconds ?? 0
    return hasNews ? message : activity
  }

  private var message: Message {
    state.unboundKey.map { Message($0, style: Style.bad) } ?? reported
  }

  private var reported: Message {
    switch state.headline {
    case .start: start
    case .happened(let change): message(about: change)
    case .leakFixed(let fix): message(about: fix)
    case .contact: contact ?? start
    case .said(let message): message
    case .found(let query, _, 1): Message("Only this row matches: \"\(query)\".")
    case .found(let query, let place, let count):
      Message(
        "Row \(Phrases.number(place)) of \(Phrases.number(count)) that match: \"\(query)\".", hint: "n next  N previous"
      )
    case .copied(let what, let lines, let isCut, let clipboard):
      copied(
        isCut
          ? " the first \(Phrases.number(Detail.mostBytes)) bytes: \(what)."
          : ": \(what), \(Phrases.count(lines, "line")).",
        by: clipboard)
    }
  }

  private func message(about change: NotableChange) -> Message {
    let application = state.application
    var message = Message(application.sentence(about: change))
    switch change {
    case .dispatched:
      message.hint = state.pinned != nil ? "Esc shows it" : state.lastFired == nil ? "" : "F again"
      if application.history.latest?.hasThrown == true { message.style = Style.caution.bold }
    case .removed(let id):
      guard let owner = application.ownership.owners[id] else { break }
      if !owner.isFreed { message.style = Style.caution.bold }
      guard let module = owner.module, application.modules[module]?.isPresent == false else { break }
      message.hint = state.removedModule.map { $0.id == module ? "u bring it back" : "u bring back \($0.name)" } ?? ""
    case .broughtBack(let id):
      guard let row = application.modules[id] else { break }
      // The main module is removed only by an aborted launch, and can't be removed again.
      let hints = [application.hasMissedLaunch(row) ? "c catch up" : "", row.canRemove ? "x remove it again" : ""]
      message.hint = hints.filter { !$0.isEmpty }.joined(separator: "  ")
    case .switched(let id, _):
      message.hint = application.modules[id]?.isOn == true ? "o switch it off again" : "o switch it on again"
    case .notCreated, .launchAborted: message.style = Style.bad
    }
    return message
  }

  private func message(about fix: LeakFix) -> Message {
    let ownership = state.application.ownership
    let isFreed = ownership.owners[fix.owner]?.isFreed ?? true
    return Message(ownership.sentence(about: fix), style: isFreed ? .bold : Style.caution.bold)
  }

  private var start: Message {
    Message(state.startSentence, style: state.application.isPending ? Style.caution : .bold)
  }

  private var running: Message? {
    guard let text = state.runningSentence, let running = state.application.running else { return nil }
    return Message(text, style: (running.isOverBudget(at: state.now) ? Style.bad : Style.caution).bold)
  }

  private var heldUp: Message? { state.holdUpSentence.map { .caution($0) } }

  private var contact: Message? {
    guard let text = state.contactSentence, let attachment = state.attachment else { return nil }
    switch attachment.contact {
    case .isAmbiguous: return .caution(text)
    case .ended(let ending) where attachment.isLasting && ending != .stopped:
      return Message(text, hint: "waiting for it to come back", style: Style.bad.bold)
    default: return Message(text, style: Style.bad.bold)
    }
  }

  /// The headline after a copy. It says no more than is known: only a command reports that it has the text.
  private func copied(_ what: String, by clipboard: Clipboard?) -> Message {
    switch clipboard {
    case nil: Message("Copying\(what)")
    case .terminal: Message("Asked the terminal to copy\(what)", hint: "it does not say whether it did")
    case .multiplexer: Message("Asked to copy (tmux needs 'set-clipboard on')\(what)")
    case .pasteboard: Message("Copied\(what)")
    case .tmux: Message("Copied to tmux\(what)", hint: "and to the clipboard, if its terminal lets it")
    }
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
