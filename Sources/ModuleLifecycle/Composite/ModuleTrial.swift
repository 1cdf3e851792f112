/// Leaves modules of an application off when they are registered, and creates them later; see `Experiments`, which stands
/// above this library.
///
/// Only the outermost composite's own modules take part.
@MainActor package protocol ModuleTrial: AnyObject {
  /// Why a module that is being registered is left off; `nil` to create it. Also asked of a module that is registered
  /// switched off, which may have to come after others.
  func cause(toLeaveOff module: ModuleStatus, of composite: CompositeDelegate) throws -> ModuleEntry.Cause?
  /// Why a module that is about to be created anew, with all others, is left off; `nil` to create it.
  func cause(toLeaveOffAgain module: String) -> ModuleEntry.Cause?
  /// Notes what has happened to the application.
  func note(_ moment: ModuleTrialMoment, of composite: CompositeDelegate)
}

/// What a trial is told.
package enum ModuleTrialMoment {
  /// A module was registered.
  case registered
  /// The application has been launched in the life with this number.
  case launched(Int)
  /// A mark was set.
  case marked(String)
  /// The application is before its launch again.
  case renewed
}

extension CompositeDelegate {
  /// Begins a trial, unless this composite is nested. Modules that are registered already stay as they are.
  package func begin(_ trial: any ModuleTrial) { if isRoot { application.trial = trial } }

  /// The application's trial.
  package var trial: (any ModuleTrial)? { application.trial }

  /// Whether the application is launched, in the life with this number.
  package func isLaunched(in life: Int) -> Bool { application.life.isLaunched(in: life) }

  /// Whether a trial has left the module off, and it has not been created or unregistered since.
  package func isLeftOff(_ id: ModuleID) -> Bool { slotIndex[id]?.leftOff != nil }

  /// Creates a module that a trial has left off. It is no longer left off then, even if its factory throws.
  package func create(leftOff id: ModuleID, because cause: ModuleEntry.Cause? = nil) throws {
    guard let slot = slotIndex[id], slot.leftOff != nil else { return }
    try createModule(in: slot, as: .switchedOn, because: cause)
    application.startLate(slot, in: self)
  }
}
