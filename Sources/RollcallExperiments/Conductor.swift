public import ModuleLifecycle
import RollcallTextFormatting

extension CompositeDelegate {
  /// Leaves out or defers the modules that an experiment names.
  ///
  /// Call it once, before the first module is registered. Otherwise it has no effect, and a warning says so. In a composite
  /// that is nested in another one, nothing happens.
  public func conduct(_ experiments: Experiments) {
    guard isRoot else { return }
    if let value = experiments.unreadable { journal.warn(.experimentRefused) { $0.error = value } }
    if experiments != .none, experiments.unreadable == nil, !begin(Conductor(experiments)) {
      journal.warn(.experimentRefused) { _ in }
    }
  }

  /// Whether modules that were deferred are about to be created, or are starting.
  package var isAwaitingDeferred: Bool { (conductor as? Conductor)?.isAwaitingDeferred(in: self) == true }
}

/// Conducts an experiment with an application.
@MainActor private final class Conductor: ExperimentConductor {
  private let experiments: Experiments
  /// The number of the application's life in which the launch was complete.
  private var launchedLife: Int?
  private var isMarked = false
  /// Whether names that no module has have been reported.
  private var hasCheckedNames = false

  init(_ experiments: Experiments) { self.experiments = experiments }

  func admit(
    _ module: ModuleStatus, to composite: CompositeDelegate
  ) throws -> (experiment: ModuleEntry.Cause?, created: [ModuleID]) {
    var experiment = module.isOn ? asked(of: module.name) : nil
    if let asked = experiment, module.isMain || module.isRequired {
      refuse(asked, of: module, because: module.isMain ? "it is the main module" : "it is required", in: composite)
      experiment = nil
    }
    return (experiment, try createModules(before: module, experiment, in: composite))
  }

  func note(_ moment: ExperimentMoment, of composite: CompositeDelegate) {
    switch moment {
    case .launched:
      launchedLife = composite.life.number
      checkNames(in: composite)
      createDeferred(in: composite)
    case .marked(let name):
      guard name == experiments.mark else { return }
      isMarked = true
      createDeferred(in: composite)
    case .renewed: (launchedLife, isMarked) = (nil, false)
    }
  }

  func isAwaitingDeferred(in composite: CompositeDelegate) -> Bool {
    isTime(in: composite) && composite.isDeferring
  }

  /// What to do to a module; `nil` for nothing.
  private func asked(of name: String) -> ModuleEntry.Cause? {
    experiments.leftOut.contains(name) ? .leftOut : experiments.deferred.contains(name) ? .deferred : nil
  }

  /// Warns that the experiment can't do something to a module.
  private func refuse(
    _ asked: ModuleEntry.Cause, of module: ModuleStatus, because reason: String, in composite: CompositeDelegate
  ) {
    composite.journal.warn(.experimentRefused) {
      ($0.experiment, $0.module, $0.moduleID, $0.error) = (asked, module.name, module.id, reason)
    }
  }

  /// Creates the modules that a new one must come after, if the experiment has left them off. A new one that is not created
  /// either leaves them as they are.
  ///
  /// - Returns: The modules that were created.
  private func createModules(
    before new: ModuleStatus, _ experiment: ModuleEntry.Cause?, in composite: CompositeDelegate
  ) throws -> [ModuleID] {
    var created: [ModuleID] = []
    for earlier in new.after.compactMap(composite.status) {
      guard let asked = earlier.experiment, experiment != .leftOut, experiment != asked else { continue }
      refuse(asked, of: earlier, because: "\(new.name) must come after it", in: composite)
      composite.endExperiment(on: earlier.id)
      created += try createModules(before: earlier, nil, in: composite)
      try composite.create(earlier.id)
      created.append(earlier.id)
    }
    return created
  }

  /// Warns, once, of names that no module has.
  private func checkNames(in composite: CompositeDelegate) {
    if hasCheckedNames { return }
    hasCheckedNames = true
    let known = composite.modules.filter { $0.parent == nil }.map(\.name)
    for name in experiments.leftOut + experiments.deferred where composite.status(of: name) == nil {
      composite.journal.warn(.experimentRefused) {
        ($0.experiment, $0.module) = (asked(of: name), name)
        $0.objects = NearestName.matches(for: name, among: known)
      }
    }
  }

  /// Whether it is time for the deferred modules.
  private func isTime(in composite: CompositeDelegate) -> Bool {
    composite.life.number == launchedLife && composite.life.isLaunched && (isMarked || experiments.mark == nil)
  }

  /// Creates the deferred modules if it is time, each in a turn of its own.
  private func createDeferred(in composite: CompositeDelegate) {
    guard isTime(in: composite) else { return }
    let life = launchedLife
    Task { [weak composite] in
      // Looked for each time, because modules come and go meanwhile.
      while let composite, launchedLife == life, isTime(in: composite), let next = composite.nextDeferred {
        do {
          try composite.create(next, because: .deferred)
          try composite.sendMissedEvents(to: next)
        } catch {
          composite.endExperiment(on: next)
        }
        await Task.yield()
      }
    }
  }
}
