package import ModuleLifecycle

/// A command from an inspector to an application.
package enum Command: Sendable, Equatable {
  /// Send the event with this name. Missing arguments are taken from the event's example.
  case fire(event: String, arguments: EventValue)
  /// Send the event with this name `times` times, from 1 to `mostTimes`. Each one starts when the previous one has
  /// ended.
  ///
  /// The application can do other work in between. While one repetition runs, further ones are refused.
  ///
  /// - Parameter relaunching: Whether to tear down and recreate all modules before each time, so that a launch event
  ///   finds them in their initial state. Modules that are already new are not recreated.
  case fireRepeatedly(event: String, arguments: EventValue, times: Int, relaunching: Bool = false)
  /// Stop the event that is being fired repeatedly, once the current dispatch has ended.
  case stopRepeating
  /// Remove a module.
  case remove(ModuleID)
  /// Recreate a removed module.
  case restore(ModuleID)
  /// Call a module from the next event on. Creates a module that was registered switched off.
  case switchOn(ModuleID)
  /// Skip a module from the next event on.
  case switchOff(ModuleID)
  /// Move a module to another position in the order, counted from 1. The modules in between shift by one.
  case move(ModuleID, to: Int)
  /// Send a module, and no other, the launch that it missed.
  case sendMissedEvents(ModuleID)
  /// Clean one owned object, whatever its owner.
  case cancel(OwnedObjectID)
  /// Tear down and recreate all modules, then launch again with these arguments.
  case relaunch(arguments: EventValue)
}

extension Command {
  /// The maximum number of times that one command can fire an event.
  package static let mostTimes = 1_000_000

  /// The number of times that a text says, from 1 to `mostTimes`; `nil` if it says none. Commas, underscores and spaces
  /// are ignored.
  package static func times(_ text: String) -> Int? {
    Int(text.filter { !",_ ".contains($0) }).flatMap { (1...mostTimes).contains($0) ? $0 : nil }
  }
  /// The maximum number of progress reports per second while an event is fired repeatedly.
  package static let reportsPerSecond = 30

  /// Returns whether the event with this name launches the application.
  package static func launches(_ event: String) -> Bool {
    event == WillFinishLaunching.name || event == DidFinishLaunching.name
  }

  /// The event to fire, its arguments and the number of times; `nil` for other commands.
  package var firing: (event: String, arguments: EventValue, times: Int)? {
    switch self {
    case .fire(let event, let arguments): (event, arguments, 1)
    case .fireRepeatedly(let event, let arguments, let times, _): (event, arguments, times)
    default: nil
    }
  }
}
