#if CommandLine
import Inspection
import ModuleLifecycle
import TerminalUI

/// What comes of being attached to an application in another process.
extension DashboardState {
  /// The application's name, with its process.
  var applicationWithProcess: String {
    let process = attachment?.process.map { " (\($0))" } ?? ""
    return application.name + process
  }

  /// Takes in whether the application answers.
  mutating func fold(_ contact: Contact) {
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

  /// Goes on with another connection: to the same application, or to one that has taken its place.
  mutating func attach(_ hello: Hello, now: UInt64) {
    attachment?.contact = .answers
    attachment?.process = hello.process?.id
    guard !hello.isResumed else {
      application.source.role = hello.role
      attachment?.asked = hello.role
      headline = .looked("Attached to \(applicationWithProcess) again, where the connection was cut.")
      return
    }
    wantedModule = wantedModule ?? selected?.name
    let query = application.ownership.filter?.query
    application = ApplicationModel(hello, allowed: application.warnings.allowed)
    if let query { application.ownership.setFilter(query) }
    // What was shown of the application that has gone is gone with it.
    (self.now, overlay, pinned, frozen, repeated, awaitedLeakFix) = (now, nil, nil, nil, nil, nil)
    (statistics, rows, selectedCleanup, selectedModule) = (nil, nil, nil, nil)
    (commandsUnderWay, commandsStarted, moduleScroll) = (0, 0, 0)
    // Control has to be asked for again: what was meant for one application may not be for the next.
    attachment?.asked = .view
    headline = .looked(
      "\(applicationWithProcess) is back, and is attached to again: view only.",
      hint: attachment?.isReadOnly == true ? "" : "C ask for control")
    selectWantedModule()
  }

  /// Selects the module again that was selected in an application that has gone, once it is known.
  mutating func selectWantedModule() {
    guard let name = wantedModule, let row = application.modules.rows.first(where: { $0.name == name }) else {
      if selectedModule == nil { selectedModule = application.modules.rows.first?.id }
      return
    }
    (selectedModule, wantedModule) = (row.id, nil)
  }

  /// Takes in what it may do from here on.
  mutating func take(_ role: InspectionRole) {
    application.source.role = role
    headline = role == .view ? .failed(roleProblem) : .looked("\(applicationWithProcess) allows it: \(role.words).")
  }

  /// Asks the application to be allowed to control it.
  mutating func askForControl() -> [Effect] {
    attachment?.asked = .control
    return [.askForControl]
  }

  /// Why control can't be asked for, in a sentence or in none; `nil` when it can.
  var controlProblem: String? {
    guard let attachment else { return "" }
    if application.source.role == .control { return "This dashboard may control \(application.name) already." }
    if attachment.isReadOnly { return Self.readOnly }
    if attachment.asked == .control { return roleProblem }
    return goneProblem
  }

  /// Why nothing can be asked of the application, in a sentence.
  var goneProblem: String? {
    attachment?.contact.isOpen == false ? "\(applicationWithProcess) is gone: nothing can be asked of it." : nil
  }

  /// What would have to be otherwise, so that this dashboard may act.
  var roleProblem: String {
    guard let attachment else { return Self.viewing }
    if attachment.isReadOnly { return Self.readOnly }
    if attachment.asked == .view { return "This dashboard may only look so far: \(shown("C")) asks for control." }
    switch application.source.role {
    case .firing(let events):
      let list = events.isEmpty ? "no event" : events.sorted().joined(separator: ", ")
      return "\(application.name) lets inspectors fire \(list), and change nothing else."
    case .view, .control:
      return "\(application.name) lets inspectors only look: startInspector(allowing: .control) lets them act."
    }
  }

  private static let readOnly = "This dashboard only looks: it was started with --read-only."
}

/// What the headline says of an application that does not answer.
extension HeadlineLine {
  var contact: Message? {
    guard let attachment = state.attachment else { return nil }
    let name = state.applicationWithProcess
    switch attachment.contact {
    case .answers: return nil
    case .hangs(let since):
      return Message(
        "\(name) hangs: its main actor has not answered for \(Phrases.time(state.now.minus(since))), and no handler runs."
          + waiting, style: Palette.bad.bold)
    case .isSilent(let since, let isStopped):
      let time = Phrases.time(state.now.minus(since))
      return Message(
        isStopped
          ? "\(name) is stopped, and has said nothing for \(time)." + waiting
          : "\(name) has said nothing for \(time): it is stopped, or the link is down." + waiting,
        style: Palette.bad.bold)
    case .ended(let ending):
      let waits = attachment.isLasting && ending != .stopped
      return Message(
        Self.sentence(about: ending, name), hint: waits ? "waiting for it to come back" : "", style: Palette.bad.bold)
    case .isAmbiguous(let count):
      return Message(
        "\(Phrases.number(count)) applications named \(state.application.name) run: \(state.shown("q")), "
          + "and 'rollcall attach' lists them.",
        style: Palette.caution.bold)
    }
  }

  private var waiting: String {
    let count = state.waitingCommands
    return count > 0 ? " \(Phrases.count(count, "command")) \(count == 1 ? "waits" : "wait")." : ""
  }

  private static func sentence(about ending: Contact.Ending, _ name: String) -> String {
    switch ending {
    case .orderly: "\(name) has ended."
    case .stopped: "\(name) goes on, and lets no inspector look any more."
    case .withoutSayingSo: "\(name) has ended without saying so: it was killed, or it crashed."
    case .cut: "The connection to \(name) was cut."
    case .sentAway(let reason): "\(name) has ended the connection: \(reason)"
    }
  }
}
#endif
