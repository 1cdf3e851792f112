/// What an inspector may do.
public enum InspectionRole: Sendable, Hashable {
  /// It may look.
  case view
  /// It may have the application do all that a key of the dashboard does: send it any event with any arguments, remove and
  /// move modules, clean owned objects. That is code execution on the application's terms.
  case control
  /// It may look, and send the events with these names.
  case firing(Set<String>)

  /// Whether an inspector in this role may ask for a command.
  public func allows(_ command: Command) -> Bool {
    switch (self, command) {
    case (.control, _): true
    case (.firing(let events), .fire(let event, _)), (.firing(let events), .fireRepeatedly(let event, _, _, false)):
      events.contains(event)
    case (.firing, .stopRepeating): true
    default: false
    }
  }

  /// What an inspector gets that asks for this, where another role is the most that is given.
  func limited(to most: InspectionRole) -> InspectionRole {
    switch (self, most) {
    case (.view, _), (_, .view): .view
    case (.control, let role), (let role, .control): role
    case (.firing(let one), .firing(let other)): .firing(one.intersection(other))
    }
  }

  /// Why a command is refused, in a sentence.
  var refusal: String {
    switch self {
    case .firing(let events):
      "This inspector may fire \(events.isEmpty ? "no event" : events.sorted().joined(separator: ", ")), and change "
        + "nothing else."
    case .view, .control: "This inspector may look, and change nothing."
    }
  }
}
