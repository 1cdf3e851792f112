#if CommandLine
import RollcallEventArguments
import RollcallInspection
import ModuleLifecycle

extension DashboardState {
  /// The fire sheet, if it is open.
  var fireSheet: FireSheet? { self[FireSheet.self] }

  mutating func openFireSheet() -> [Effect] {
    var sheet = FireSheet()
    sheet.find(self)
    open(sheet)
    return playback == nil ? sheet.single.map { [.check($0)] } ?? [] : locateChosen(sheet)
  }

  /// Fires an event. Asks first if it would launch a launched application.
  ///
  /// After an aborted launch, a single launch relaunches with new modules. A repeated firing states itself whether to
  /// relaunch.
  mutating func fire(_ command: Command) -> [Effect] {
    // The end of the stopped run would be taken for the end of this one.
    if case .fireRepeatedly = command, isRepeating, !canStopRepeating {
      headline = .failed("\(repeated?.event ?? "The event") is still being stopped. Fire again when it has ended.")
      return []
    }
    guard let firing = command.firing, firing.event == DidFinishLaunching.name, firing.times == 1 else {
      return fireNow(command)
    }
    guard application.state == .notRunning else {
      layers = []
      open(LaunchQuestion(command: command))
      return []
    }
    return application.abortedLaunch == nil ? fireNow(command) : relaunch(command)
  }

  /// Answers the question whether to relaunch.
  mutating func confirm(isRelaunch: Bool) -> [Effect] {
    guard let command = self[LaunchQuestion.self]?.command else { return [] }
    close()
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
  mutating func apply(_ problems: [EventArgumentProblem], of command: Command?) {
    if fireSheet?.single == command { self[FireSheet.self]?.problems = problems }
  }

  /// Changes the sheet, and asks the application to check the new form, or the player to locate the new event.
  mutating func changeSheet(_ change: (inout FireSheet) -> Void) -> [Effect] {
    guard let before = fireSheet else { return [] }
    var sheet = before
    change(&sheet)
    self[FireSheet.self] = sheet
    if playback != nil {
      return sheet.chosen != before.chosen || sheet.occurrences == nil ? locateChosen(sheet) : []
    }
    guard let form = sheet.single, form != before.single || sheet.field == nil else { return [] }
    return [.check(form)]
  }

  /// Fires what the sheet says, or shows what is wrong with it.
  mutating func enterSheet() -> [Effect] {
    guard let sheet = fireSheet else { return [] }
    guard let command = sheet.command else {
      self[FireSheet.self]?.refuseTimes()
      return []
    }
    // The application will refuse a form with problems. Don't ask about it first.
    return sheet.problems.isEmpty ? fire(command) : fireNow(command)
  }
}
#endif
