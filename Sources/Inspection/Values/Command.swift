public import ModuleLifecycle

/// What an inspector asks an application to do.
public enum Command: Sendable, Equatable {
  /// Send the event of that name, its missing arguments taken from its example.
  case fire(event: String, arguments: JSONValue)
  /// Send the event of that name so many times, each when the one before it is over; from 1 to `mostTimes`.
  ///
  /// The application gets to everything else in between. Of several such commands at once the later ones are refused.
  ///
  /// - Parameter relaunching: Whether all modules are torn down and created anew before each time, so that an event that
  ///   launches the application finds them as they are at first. Modules that are new already are not created once more.
  case fireRepeatedly(event: String, arguments: JSONValue, times: Int, relaunching: Bool = false)
  /// Fire no more what is being fired repeatedly, once the event that is under way is over.
  case stopRepeating
  /// Let go of a module.
  case remove(ModuleID)
  /// Create a removed module anew.
  case bringBack(ModuleID)
  /// Have a module called from the next event on; one that was registered switched off is created.
  case switchOn(ModuleID)
  /// Leave a module out of all events from the next one on.
  case switchOff(ModuleID)
  /// Give a module another place in the order, from one; those between move by one.
  case move(ModuleID, to: Int)
  /// Send a module, and no other, the launch that it came too late for.
  case catchUp(ModuleID)
  /// Clean one owned object of any owner.
  case cancel(OwnedObjectID)
  /// Tear all modules down, create them anew, and launch again with these arguments.
  case relaunch(arguments: JSONValue)
}

extension Command {
  /// The most times that an event can be fired by one command.
  public static let mostTimes = 1_000_000
  /// How often it is reported at the most how far an event has come that is being fired repeatedly.
  public static let reportsPerSecond = 30

  /// Whether an event of that name launches the application.
  package static func launches(_ event: String) -> Bool {
    event == WillFinishLaunching.name || event == DidFinishLaunching.name
  }

  /// What is fired, and how often; `nil` of other commands.
  public var firing: (event: String, arguments: JSONValue, times: Int)? {
    switch self {
    case .fire(let event, let arguments): (event, arguments, 1)
    case .fireRepeatedly(let event, let arguments, let times, _): (event, arguments, times)
    default: nil
    }
  }
}
