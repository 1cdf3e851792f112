public import ModuleLifecycle
import TextFormatting

extension CompositeDelegate {
  /// Leaves out or defers the modules that an experiment names.
  ///
  /// Call it before the first module is registered: those that are registered already stay as they are. A composite inside
  /// another one's module takes no part, and nothing happens here.
  public func conduct(_ experiments: Experiments) {
    if let value = experiments.unreadable { journal.warn(.experimentRefused) { $0.error = value } }
    if experiments != .none { begin(Trial(experiments)) }
  }

  /// Whether modules that were deferred are about to be created, or are starting.
  package var isAwaitingDeferred: Bool { (trial as? Trial)?.isAwaitingDeferred(in: self) == true }
}

/// An experiment with an application.
@MainActor private final class Trial: ModuleTrial {
  /// A module that was registered, and is left off until the experiment ends for it.
  private struct LeftOff {
    let id: ModuleID
    let after: [String]
    let cause: ModuleEntry.Cause
  }

  private let experiments: Experiments
  private var leftOff: [String: LeftOff] = [:]
  /// The modules that were created because the one that is being registered must come after them.
  private var created: [ModuleID] = []
  /// The number of the application's life in which the launch was complete.
  private var launchedLife: Int?
  private var isMarked = false
  /// Whether names that no module has have been reported.
  private var hasCheckedNames = false

  init(_ experiments: Experiments) { self.experiments = experiments }

  func cause(toLeaveOff module: ModuleStatus, of composite: CompositeDelegate) throws -> ModuleEntry.Cause? {
    var cause = module.isOn ? asked(of: module.name) : nil
    if let asked = cause, module.isMain || module.isRequired {
      refuse(
        asked, of: module.id, module.name, because: module.isMain ? "it is the main module" : "it is required",
        in: composite)
      cause = nil
    }
    try createModules(before: module.name, after: module.after, cause, in: composite)
    leftOff[module.name] = cause.map { LeftOff(id: module.id, after: module.after, cause: $0) }
    return cause
  }

  /// What was deferred is deferred again. What the application has switched on is not left out again.
  func cause(toLeaveOffAgain module: String) -> ModuleEntry.Cause? {
    leftOff[module]?.cause == .deferred ? .deferred : nil
  }

  func note(_ moment: ModuleTrialMoment, of composite: CompositeDelegate) {
    switch moment {
    case .registered:
      let new = created
      created = []
      for id in new { try? composite.sendMissedEvents(to: id) }
    case .launched(let life):
      launchedLife = life
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
    isTime(in: composite) && (composite.isStarting || composite.modules.contains { $0.experiment == .deferred })
  }

  /// What to do to a module; `nil` for nothing.
  private func asked(of name: String) -> ModuleEntry.Cause? {
    experiments.leftOut.contains(name) ? .leftOut : experiments.deferred.contains(name) ? .deferred : nil
  }

  /// Warns that the experiment can't do something to a module.
  private func refuse(
    _ asked: ModuleEntry.Cause, of id: ModuleID, _ name: String, because reason: String, in composite: CompositeDelegate
  ) {
    composite.journal.warn(.experimentRefused) {
      ($0.experiment, $0.module, $0.moduleID, $0.error) = (asked, name, id, reason)
    }
  }

  /// Creates the modules that a new one must come after, if they are left off. A new one that is not created either leaves
  /// them as they are.
  private func createModules(
    before name: String, after others: [String], _ cause: ModuleEntry.Cause?, in composite: CompositeDelegate
  ) throws {
    for other in others {
      guard let earlier = leftOff[other], composite.isLeftOff(earlier.id), cause != .leftOut, cause != earlier.cause
      else {
        continue
      }
      refuse(earlier.cause, of: earlier.id, other, because: "\(name) must come after it", in: composite)
      leftOff[other] = nil
      try createModules(before: other, after: earlier.after, nil, in: composite)
      try composite.create(leftOff: earlier.id)
      created.append(earlier.id)
    }
  }

  /// Warns, once, of names that no module has.
  private func checkNames(in composite: CompositeDelegate) {
    if hasCheckedNames { return }
    hasCheckedNames = true
    let known = composite.modules.filter { $0.parent == nil }.map(\.name)
    for name in experiments.leftOut + experiments.deferred where !known.contains(name) {
      composite.journal.warn(.experimentRefused) {
        ($0.experiment, $0.module) = (asked(of: name), name)
        $0.objects = NearestName.matches(for: name, among: known)
      }
    }
  }

  /// Whether it is time for the deferred modules.
  private func isTime(in composite: CompositeDelegate) -> Bool {
    launchedLife.map(composite.isLaunched) == true && (isMarked || experiments.mark == nil)
  }

  /// Creates the deferred modules if it is time, in the order of the calls, each in a turn of its own.
  private func createDeferred(in composite: CompositeDelegate) {
    guard isTime(in: composite) else { return }
    let life = launchedLife
    let deferred = composite.modules.filter { $0.experiment == .deferred }
    Task { [weak composite] in
      for module in deferred {
        guard let composite, launchedLife == life, isTime(in: composite) else { return }
        if composite.isLeftOff(module.id) { create(module, in: composite) }
        await Task.yield()
      }
    }
  }

  /// The journal says if the creation fails. It is not tried again.
  private func create(_ module: ModuleStatus, in composite: CompositeDelegate) {
    do {
      try composite.create(leftOff: module.id, because: .deferred)
      try composite.sendMissedEvents(to: module.id)
    } catch {
      leftOff[module.name] = nil
    }
  }
}
