#if CommandLine
import EventArguments
import Inspection
import ModuleLifecycle
import TerminalUI

extension DashboardState {
  mutating func openFireSheet() -> [Effect] {
    var sheet = FireSheet()
    sheet.find(in: application.source.events, state: self)
    overlay = .fire(sheet)
    return playback == nil ? sheet.single.map { [.check($0)] } ?? [] : locateChosen(sheet)
  }

  /// Fires, unless that would launch what is launched already: then it asks first. After a launch that was aborted, the
  /// modules that went with it are made anew. What is fired repeatedly says by itself which is meant.
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

  mutating func pressConfirming(_ key: Key, command: Command) -> [Effect] {
    switch key {
    case .character("s"), .enter:
      overlay = nil
      return fireNow(command)
    case .character("r"):
      overlay = nil
      return relaunch(command)
    case .escape, .character("q"): overlay = nil
    default: break
    }
    return []
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

  /// Takes in what the source says of a form, unless that has changed meanwhile.
  mutating func fold(_ problems: [EventArgumentProblem], of command: Command?) {
    guard case .fire(var sheet) = overlay, sheet.single == command else { return }
    sheet.problems = problems
    overlay = .fire(sheet)
  }

  // MARK: Keys in the sheet

  mutating func press(_ key: Key, in sheet: FireSheet) -> [Effect] {
    if playback != nil { return pressSeeking(key, in: sheet) }
    var sheet = sheet
    let before = sheet.single
    switch key {
    case .escape:
      overlay = nil
      return []
    case .enter: return enter(sheet)
    case .left where sheet.isChoosingLaunch, .right where sheet.isChoosingLaunch,
      .character(" ") where sheet.isChoosingLaunch:
      sheet.isRelaunching.toggle()
    case .tab: sheet.moveField(by: 1)
    case .backTab: sheet.moveField(by: -1)
    case .up where sheet.field != nil: sheet.moveField(by: -1)
    case .down where sheet.field != nil: sheet.moveField(by: 1)
    default: if !sheet.move(key, history: application.history) { edit(&sheet) { $0.press(key) } }
    }
    overlay = .fire(sheet)
    guard let form = sheet.single, form != before || sheet.field == nil else { return [] }
    return [.check(form)]
  }

  private mutating func enter(_ sheet: FireSheet) -> [Effect] {
    if let command = sheet.command {
      overlay = .fire(sheet)
      // What the source will refuse needs no question first.
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

  /// Edits what is being edited; another query finds other events.
  func edit(_ sheet: inout FireSheet, _ change: (inout EditedText) -> Void) {
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

extension EditedText {
  /// What a key does to a text.
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
    case .home, .control("a"): moveToStart()
    case .end, .control("e"): moveToEnd()
    default: break
    }
  }
}
#endif
