import ModuleLifecycle

/// Something that was seen to need a module before the end of what is explained.
package enum Need: Hashable, Sendable {
  /// It is the main module.
  case main
  /// The application can't be launched without it.
  case required
  /// This module has to come after it.
  case follower(String)
  /// It was looked up: by this module, or by code outside the modules; in a dispatch of this event, or in none.
  case lookedUp(by: String?, event: String?)
  /// It handled an event that a module which is created later does not get again: from this module, or from outside.
  case event(String, from: String?)
  /// Its vote on the launch was not yes.
  case vote(event: String)

  /// Whether deferring is refused, and not only unwise.
  package var forbidsDeferring: Bool {
    switch self {
    case .main, .required, .follower: true
    case .lookedUp, .event, .vote: false
    }
  }

  /// What else could make the module wait, after *Make it faster*.
  var wayOut: String {
    switch self {
    case .main, .required, .vote: ""
    case .follower(let module): ", or let \(module) wait with it"
    case .lookedUp, .event: ", or let that wait too"
    }
  }

  /// The need as a clause: `Scene looked it up in didFinishLaunching`.
  package var words: String {
    switch self {
    case .main: "it is the main module"
    case .required: "it is required"
    case .follower(let module): "\(module) must come after it"
    case .lookedUp(let module, let event):
      "\(module ?? "code outside the modules") looked it up\(event.map { " in \($0)" } ?? "")"
    case .event(let event, let sender): "it handled \(event)\(sender.map { " from \($0)" } ?? "")"
    case .vote(let event): "its answer to \(event) counts"
    }
  }
}

/// What is known of a module besides its times.
struct ModuleFacts: Sendable, Equatable {
  var name: String
  var parent: ModuleID?
  var isMain = false
  var isRequired = false
  var after: [String] = []
}
