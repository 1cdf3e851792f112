import RollcallTextFormatting

/// The reason why a composite refuses a request.
public enum CompositeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A module with that name is already registered.
  case duplicateName(String)
  /// There is already a main module.
  case secondMain(name: String, existing: String)
  /// A module registers two handlers for one event. The event is given by name.
  case duplicateHandler(module: String, event: String)
  /// Two types of events have one name. The types are given with their modules.
  case duplicateEvent(String, String, String)
  /// A second module of a type is registered without a name of its own. The type is given.
  case unnamedTwice(String)
  /// The module of the second name must come after a module of the type, of which there are several, by name.
  case ambiguousPredecessor(String, of: String, candidates: [String])
  /// A nested composite was not created in its module's factory, or was given its own journal.
  case madeElsewhere(String)
  /// The second module must come after the first, which is not registered. `known` lists the registered ones.
  case unknownPredecessor(String, of: String, known: [String])
  /// The first module would come before the second, which it must come after.
  case mustComeAfter(String, String)
  /// A factory can't create another module: the new module's position in the order would be undefined.
  case creatingAnother(name: String, while: String)
  /// No module has that name. `known` lists the names of the existing modules.
  case unknownModule(String, known: [String])
  /// The main module owns the window and can't be removed.
  case mainCannotBeRemoved(String)
  /// The module has already been removed.
  case alreadyRemoved(String)
  /// The module can't be brought back because it is present.
  case notRemoved(String)
  /// The module has been removed and can't be switched or catch up.
  case removed(String)
  /// The module was registered switched off and has never been created.
  case neverCreated(String)
  /// The module is already switched on.
  case alreadyOn(String)
  /// The module is already switched off.
  case alreadyOff(String)
  /// The module is switched off and can't catch up.
  case switchedOff(String)
  /// The first module can't be forgotten while the second is being created.
  case forgottenDuringCreation(String, of: String)
  /// The first modules must come after the last one, which therefore can't be forgotten.
  case neededBy([String], String)
  /// The main module owns the window and can't be switched off.
  case mainCannotBeSwitchedOff(String)
  /// No module can be created while the application is ending: its objects would outlive it.
  case ending(String)
  /// Modules can't be created anew inside a handler, a factory, or a cleanup.
  case recreatingInside
  /// The module's `start()` threw an error, given as text.
  case startFailed(String, reason: String)

  /// The error as one or two sentences, with the module's name and the cause.
  public var description: String {
    switch self {
    case .duplicateName(let name):
      "A module named '\(name)' is registered already."
    case .secondMain(let name, let existing):
      "'\(name)' can't be the main module: '\(existing)' is."
    case .duplicateHandler(let module, let event):
      "'\(module)' has two handlers for \(event). A module handles an event once."
    case .duplicateEvent(let name, let one, let other):
      "Two events are named \(name): \(one) and \(other). Give one of them another `static let name`."
    case .unnamedTwice(let type):
      "Two modules of the type \(type) are registered without a name. Name one of them: register(\"…\") { … }."
    case .ambiguousPredecessor(let type, let name, let candidates):
      "'\(name)' must come after \(type), and several modules have that type: \(Self.listed(candidates)). Name the one that "
        + "you mean: after: [\"…\"]."
    case .madeElsewhere(let name):
      "'\(name)' is a composite that was created elsewhere. Create it in this module's factory, without a journal."
    case .unknownPredecessor(let other, let name, let known):
      Self.joined("'\(name)' must come after '\(other)', which does not exist.", other, known)
    case .mustComeAfter(let name, let other):
      "'\(name)' must come after '\(other)'."
    case .creatingAnother(let name, let other):
      "'\(name)' can't be created while '\(other)' is being created. Register it before or after."
    case .unknownModule(let name, let known):
      Self.joined("There is no module named '\(name)'.", name, known)
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
    case .forgottenDuringCreation(let name, let other):
      "'\(name)' can't be forgotten while '\(other)' is being created."
    case .neededBy(let others, let name):
      "'\(name)' can't be forgotten: \(others.map { "'\($0)'" }.joined(separator: " and ")) must come after it."
    case .ending(let name):
      "'\(name)' can't be created: the application is ending."
    case .recreatingInside:
      "The modules can't be created anew inside a handler, a factory or a cleanup. Do it afterwards."
    case .startFailed(let name, let reason):
      "'\(name)' could not start: \"\(reason)\"."
    case .notRemoved(let name):
      "'\(name)' is present. Only a removed module can be brought back."
    }
  }

  /// The first names of a list that can be long.
  private static func listed(_ names: [String]) -> String {
    let most = 8
    let first = names.prefix(most).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > most ? "\(first) and \(names.count - most) others" : first
  }

  /// A sentence, followed by the known name that is nearest to an unknown one.
  private static func joined(_ sentence: String, _ name: String, _ known: [String]) -> String {
    let suggestion = NearestName.suggestion(for: name, among: known)
    return suggestion.isEmpty ? sentence : "\(sentence) \(suggestion)"
  }
}
