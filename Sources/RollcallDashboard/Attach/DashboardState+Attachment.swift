#if CommandLine
import RollcallInspection
import ModuleLifecycle
import RollcallTerminalUI

/// The attachment to an application in another process.
extension DashboardState {
  /// The application's name and process ID.
  var applicationWithProcess: String {
    application.name + (attachment?.process.map { " (\($0))" } ?? "")
  }

  /// Updates the contact with the application.
  mutating func apply(_ contact: Contact) {
    guard attachment != nil, attachment?.contact != contact else { return }
    attachment?.contact = contact
    switch contact {
    case .ended, .isAmbiguous:
      application.note(running: nil)
      headline = .contact
    case .answers: if case .contact = headline { headline = application.latest.map(Headline.happened) ?? .start }
    case .hangs, .isSilent: headline = .contact
    }
  }

  /// Continues with a new connection to the same application, or to one that has replaced it.
  mutating func attach(_ hello: Hello, now: UInt64) {
    attachment?.contact = .answers
    attachment?.process = hello.process?.id
    guard !hello.isResumed else {
      application.source.role = hello.role
      attachment?.asked = hello.role
      headline = .looked("Attached to \(applicationWithProcess) again after the connection was cut.")
      return
    }
    wantedModule = wantedModule ?? selected?.name
    application = ApplicationModel(hello, allowed: application.warnings.allowed)
    // Discard the view of the previous application.
    (self.now, layers, pinned, frozen, repeated, awaitedLeakFix) = (now, [], nil, nil, nil, nil)
    (statistics, rows, selectedModule, lists) = (nil, nil, nil, PaneLists())
    (ownerFolds, unfoldedOwners, foldedComposites) = ([:], [], [])
    (wantedSort, rowOrder) = (rowOrder?.key ?? wantedSort, nil)
    (commandsUnderWay, commandsStarted) = (0, 0)
    // Control must be asked for again: the user gave it for one application, not for the next.
    attachment?.asked = .view
    headline = .looked("\(applicationWithProcess) is back and attached again: view only.", hint: "C ask for control")
    selectWantedModule()
  }

  /// Selects the wanted module, such as the one selected in the previous application, once it is known.
  mutating func selectWantedModule() {
    guard let name = wantedModule, let row = application.modules.rows.first(where: { $0.name == name }) else {
      if selectedModule == nil { selectedModule = application.modules.rows.first?.id }
      return
    }
    (selectedModule, wantedModule) = (row.id, nil)
  }

  /// Applies the role that the application has given this dashboard.
  mutating func take(_ role: InspectionRole) {
    application.source.role = role
    headline =
      role == .view ? .failed(roleProblem) : .looked("\(applicationWithProcess) granted the role '\(role.words)'.")
  }

  /// Whether a command that changes an application in another process must be given twice, and the user has given it
  /// once. In one's own process it acts at once.
  mutating func mustAsk(before deed: String, key: Key) -> Bool {
    guard attachment != nil, question != Question(key: key, deed: deed) else { return false }
    question = Question(key: key, deed: deed)
    headline = .looked("\(KeyName.name(of: key)) again to \(deed) \(applicationWithProcess).")
    return true
  }

  mutating func askForControl() -> [Effect] {
    attachment?.asked = .control
    return [.askForControl]
  }

  /// A sentence about why control can't be asked for; empty if there is no attachment, `nil` if it can.
  var controlProblem: String? {
    guard let attachment else { return "" }
    if application.source.role == .control { return "This dashboard can already control \(application.name)." }
    if attachment.asked == .control { return roleProblem }
    return goneProblem
  }

  /// Whether an attached dashboard has no connection to its application, which may still run.
  package var isCutOff: Bool { attachment?.contact.isOpen == false }

  /// A sentence about why the application can't take requests; `nil` if it can.
  var goneProblem: String? {
    isCutOff ? "\(applicationWithProcess) is gone: it takes no more commands." : nil
  }

  /// A sentence about what keeps this dashboard from acting.
  var roleProblem: String {
    guard let attachment else { return Self.viewing }
    if attachment.asked == .view {
      return "This dashboard only looks so far: \(hasScreen ? "C" : "'control'") asks for control."
    }
    guard case .firing(let events) = application.source.role else {
      return "\(application.name) lets inspectors only look: see startInspector(allowing: .control)."
    }
    let list = events.isEmpty ? "no event" : events.sorted().joined(separator: ", ")
    return "\(application.name) lets inspectors fire \(list), but change nothing else."
  }
}
#endif
