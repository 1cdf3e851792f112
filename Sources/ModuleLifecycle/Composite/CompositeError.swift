import TextFormatting

/// Why a composite refused.
public enum CompositeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A module of that name is registered already.
  case duplicateName(String)
  /// There is a main module already.
  case secondMain(name: String, existing: String)
  /// A module names one event twice.
  case duplicateHandler(module: String, event: String)
  /// A composite that is to be nested was not made in its module's factory, or was given a journal of its own.
  case madeElsewhere(String)
  /// A module is to come after one that is not there.
  case order(ModuleOrderError)
  /// A module would come before one that it must come after.
  case mustComeAfter(String, String)
  /// A module can't be created by another one's factory: its place in the order would be anybody's guess.
  case creatingAnother(name: String, while: String)
  /// No module has that name; the names that there are follow.
  case unknownModule(String, known: [String])
  /// The main module owns the window and can't be removed.
  case mainCannotBeRemoved(String)
  /// The module was removed before.
  case alreadyRemoved(String)
  /// The module is there.
  case notRemoved(String)
  /// The module was removed, so it can't be switched.
  case removed(String)
  /// The module was registered switched off and has never been created.
  case neverCreated(String)
  /// The module is switched on.
  case alreadyOn(String)
  /// The module is switched off.
  case alreadyOff(String)
  /// The module is switched off, so it can't catch up.
  case switchedOff(String)
  /// The module can't be unregistered while another one is being created.
  case unregisteredDuringCreation(String, of: String)
  /// The first modules must come after the last one, which therefore can't be unregistered.
  case neededBy([String], String)
  /// The main module owns the window and can't be switched off.
  case mainCannotBeSwitchedOff(String)

  /// One or two sentences that name the subject and the cause.
  public var description: String {
    switch self {
    case .duplicateName(let name):
      "A module named '\(name)' is registered already."
    case .secondMain(let name, let existing):
      "'\(name)' can't be the main module: '\(existing)' is."
    case .duplicateHandler(let module, let event):
      "'\(module)' has two handlers for \(event). A module handles an event once."
    case .madeElsewhere(let name):
      "'\(name)' is a composite that was not made to be nested here. Make it in this module's factory, without a journal."
    case .order(let error):
      error.description
    case .mustComeAfter(let name, let other):
      "'\(name)' must come after '\(other)'."
    case .creatingAnother(let name, let other):
      "'\(name)' can't be created while '\(other)' is being created. Register it before or after."
    case .unknownModule(let name, let known):
      ["There is no module named '\(name)'.", NearestName.suggestion(for: name, among: known)]
        .filter { !$0.isEmpty }.joined(separator: " ")
    case .mainCannotBeRemoved(let name):
      "'\(name)' is the main module: it owns the window and can't be removed."
    case .alreadyRemoved(let name):
      "'\(name)' has been removed already."
    case .removed(let name):
      "'\(name)' has been removed. Bring it back to switch it."
    case .neverCreated(let name):
      "'\(name)' is switched off and was never created. Switch it on first."
    case .alreadyOn(let name):
      "'\(name)' is switched on already."
    case .alreadyOff(let name):
      "'\(name)' is switched off already."
    case .switchedOff(let name):
      "'\(name)' is switched off. Switch it on first."
    case .mainCannotBeSwitchedOff(let name):
      "'\(name)' is the main module: it owns the window and can't be switched off."
    case .unregisteredDuringCreation(let name, let other):
      "'\(name)' can't be unregistered while '\(other)' is being created."
    case .neededBy(let others, let name):
      "'\(name)' can't be unregistered: \(others.map { "'\($0)'" }.joined(separator: " and ")) must come after it."
    case .notRemoved(let name):
      "'\(name)' is there already; only a removed module can be brought back."
    }
  }
}
