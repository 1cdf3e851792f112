/// Leaves modules out of an application, or creates them after its launch; see `Experiments`, which stands above this
/// library. Only the outermost composite's own modules take part.
@MainActor package protocol ExperimentConductor: AnyObject {
  /// Decides on a module that is being registered. Creates those that it must come after, if they have to be there.
  ///
  /// - Returns: What the experiment does to the module, which is then registered switched off; and the modules that were
  ///   created.
  func admit(
    _ module: ModuleStatus, to composite: CompositeDelegate
  ) throws -> (experiment: ModuleEntry.Cause?, created: [ModuleID])

  /// Notes what has happened to the application.
  func note(_ moment: ExperimentMoment, of composite: CompositeDelegate)
}

/// What the conductor of an experiment is told.
package enum ExperimentMoment {
  /// The application has been launched.
  case launched
  /// A mark was set.
  case marked(String)
  /// The application is before its launch again.
  case renewed
}

extension CompositeDelegate {
  package var conductor: (any ExperimentConductor)? { application.conductor }

  /// Begins an experiment.
  ///
  /// - Returns: Whether it could begin: there is no other, and no module is registered.
  package func begin(_ conductor: any ExperimentConductor) -> Bool {
    guard isRoot, application.conductor == nil, slots.isEmpty else { return false }
    application.conductor = conductor
    return true
  }

  /// The number of the application's life, and whether it is launched.
  package var life: (number: Int, isLaunched: Bool) { (application.life.number, application.life.isLaunched) }

  /// The status of a module of this composite.
  package func status(of name: String) -> ModuleStatus? { slotIndex[name].map(status) }

  /// Whether a module that an experiment defers has yet to be created, or to start.
  package var isDeferring: Bool { slots.contains { $0.experiment == .deferred && ($0.isMissing || $0.hasYetToStart) } }

  /// The first module, in the order of the calls, that an experiment defers and that has not been created.
  package var nextDeferred: ModuleID? { slots.first { $0.isMissing && $0.experiment == .deferred }?.id }

  /// Creates a module that an experiment has left off.
  package func create(_ id: ModuleID, because cause: ModuleEntry.Cause? = nil) throws {
    guard let slot = slotIndex[id], slot.isMissing else { return }
    try createModule(in: slot, as: .switchedOn, because: cause)
    application.startLate(slot, in: self)
  }

  /// Ends the experiment for a module. If it has not been created, it stays off.
  package func endExperiment(on id: ModuleID) { slotIndex[id]?.experiment = nil }
}
