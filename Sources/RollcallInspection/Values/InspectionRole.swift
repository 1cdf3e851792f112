/// What an inspector is allowed to do.
public enum InspectionRole: Sendable, Hashable {
  /// The inspector can view the application, and change nothing.
  case view
  /// The inspector can do everything that the dashboard's keys do: send any event with any arguments, remove and move
  /// modules, clean owned objects. This amounts to code execution on the application's terms.
  case control
  /// The inspector can view the application and send the events with these names.
  case firing(Set<String>)

  /// Returns whether an inspector with this role can issue the command.
  package func allows(_ command: Command) -> Bool {
    switch (self, command) {
    case (.control, _): true
    case (.firing(let events), .fire(let event, _)), (.firing(let events), .fireRepeatedly(let event, _, _, false)):
      events.contains(event)
    case (.firing, .stopRepeating): true
    default: false
    }
  }

  /// Returns the role that is granted to an inspector that asks for this role, if `most` is the maximum.
  func limited(to most: InspectionRole) -> InspectionRole {
    switch (self, most) {
    case (.view, _), (_, .view): .view
    case (.control, let role), (let role, .control): role
    case (.firing(let one), .firing(let other)): .firing(one.intersection(other))
    }
  }

  /// Why this role refuses a command, in one sentence.
  var refusal: String {
    switch self {
    case .firing(let events):
      "This inspector may fire \(events.isEmpty ? "no event" : events.sorted().joined(separator: ", ")), and change "
        + "nothing else."
    case .view, .control: "This inspector may look, and change nothing."
    }
  }
}
