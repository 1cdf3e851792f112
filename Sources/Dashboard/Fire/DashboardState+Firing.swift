#if CommandLine
import EventArguments
import Inspection
import ModuleLifecycle
import TerminalUI
import TextFormatting

extension DashboardState {
  mutating func openFireSheet() -> [Effect] {
    var sheet = FireSheet()
    sheet.find(in: application.source.events, state: self)
    overlay = .fire(sheet)
    return playback == nil ? sheet.single.map { [.check($0)] } ?? [] : locateChosen(sheet)
  }

  /// Fires an event. Asks first if it would launch a launched application.
  ///
  /// After an aborted launch, a single launch relaunches with new modules. A repeated firing states itself whether to
  /// relaunch.
  mutating func fire(_ command: Command) -> [Effect] {
    guard let firing = command.firing, firing.event == DidFinishLaunching.name, firing.times == 1 else {
      return fireNow(command)
    }
    guard application.state == .notRunning else {
      overlay = .confirmLaunch(command)
      return []
    }
    return application.abortedLaunch == nil ? fireNow(command) : relaunch(command)
  }

  /// Answers the question whether to relaunch.
  mutating func confirm(isRelaunch: Bool) -> [Effect] {
    guard case .confirmLaunch(let command) = overlay else { return [] }
    overlay = nil
    return isRelaunch ? relaunch(command) : fireNow(command)
  }

  private mutating func relaunch(_ command: Command) -> [Effect] {
    lastFired = command
    return command.firing.map { [.perform(.relaunch(arguments: $0.arguments))] } ?? []
  }

  private mutating func fireNow(_ command: Command) -> [Effect] {
    lastFired = command
    firedAt = now
    return [.perform(command)]
  }

  /// Applies the problems that the application found in a form, unless the form has changed since.
  mutating func fold(_ problems: [EventArgumentProblem], of command: Command?) {
    guard case .fire(var sheet) = overlay, sheet.single == command else { return }
    sheet.problems = problems
    overlay = .fire(sheet)
  }

  // MARK: Fire sheet

  /// The fire sheet, if it is open.
  var fireSheet: FireSheet? { if case .fire(let sheet) = overlay { sheet } else { nil } }

  /// Changes the sheet, and asks the application to check the new form, or the player to locate the new event.
  mutating func changeSheet(_ change: (inout FireSheet) -> Void) -> [Effect] {
    guard case .fire(var sheet) = overlay else { return [] }
    let before = sheet
    change(&sheet)
    overlay = .fire(sheet)
    if playback != nil {
      return sheet.chosen != before.chosen || sheet.occurrences == nil ? locateChosen(sheet) : []
    }
    guard let form = sheet.single, form != before.single || sheet.field == nil else { return [] }
    return [.check(form)]
  }

  /// Moves through the fields, or through the list while an event is being chosen.
  mutating func moveInSheet(_ key: Key) -> [Effect] {
    guard fireSheet?.field != nil, key == .up || key == .down else { return moveInList(key) }
    return changeSheet { $0.moveField(by: key == .up ? -1 : 1) }
  }

  mutating func enter(_ sheet: FireSheet) -> [Effect] {
    if let command = sheet.command {
      overlay = .fire(sheet)
      // The application will refuse a form with problems. Don't ask about it first.
      return sheet.problems.isEmpty ? fire(command) : fireNow(command)
    }
    var sheet = sheet
    if sheet.chosen != nil, let expected = sheet.timesExpectation {
      sheet.problem = "'repeat' expects \(expected), not \(Excerpt.of(JSONValue.string(sheet.timesText).json))."
      sheet.field = sheet.timesField
    }
    overlay = .fire(sheet)
    return []
  }

  /// Changes the text being edited. If that is the query, finds the matching events.
  private func edit(_ sheet: inout FireSheet, _ change: (inout EditedText) -> Void) {
    var text = sheet.edited
    change(&text)
    guard text != sheet.edited else { return }
    let isOther = text.text != sheet.query
    sheet.edited = text
    guard sheet.field == nil, isOther else { return }
    sheet.find(in: application.source.events, state: self)
    sheet.edited = text
  }
}

/// Text fields. A key that is not a command in the current place edits the text there.
extension DashboardState {
  /// Whether a character would be typed into a text: one is being edited, and the character is no command there.
  package func isTyped(_ character: Character) -> Bool {
    let isEditing =
      switch overlay {
      case .fire, .filter, .palette: true
      case .detail, .dispatch, .help: search.isTyping
      default: false
      }
    return isEditing && UserCommand.all(for: .character(character), in: context).isEmpty
  }

  mutating func edit(_ key: Key) -> [Effect] {
    switch overlay {
    case .fire(var sheet):
      edit(&sheet) { $0.press(key) }
      return changeSheet { $0 = sheet }
    case .filter(let query): edit(filter: query, key)
    case .palette(let palette): edit(palette, key)
    case .detail, .dispatch, .help: if search.isTyping { editSearch(key) }
    case .export: if case .character(let letter) = key { selectExport(beginningWith: letter) }
    default: break
    }
    return []
  }
}

extension EditedText {
  /// Edits the text as a key asks.
  mutating func press(_ key: Key) {
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let text): insert(text)
    case .backspace: eraseBefore()
    case .delete: eraseAfter()
    case .control("w"): eraseWord()
    case .control("u"): clear()
    case .left: move(by: -1)
    case .right: move(by: 1)
    case .home, .control("a"): move(by: -text.count)
    case .end, .control("e"): move(by: text.count)
    default: break
    }
  }
}
#endif
