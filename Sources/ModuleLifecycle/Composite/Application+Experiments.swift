import TextFormatting

/// How far the launch of an application with an experiment has come.
struct Trial {
  /// The number of the application's life in which the launch was complete.
  var launchedLife: Int?
  var isMarked = false
  /// Whether names that no module has have been reported.
  var hasCheckedNames = false
}

extension Application {
  /// What the experiment does to a module that is about to be registered. Warns if that is impossible.
  func experiment(on slot: ModuleSlot) -> ModuleEntry.Cause? {
    guard let asked = experiments.asked(of: slot.name) else { return nil }
    guard slot.isMain || slot.isRequired else { return asked }
    refuse(asked, of: slot, because: slot.isMain ? "it is the main module" : "it is required")
    return nil
  }

  /// Warns that the experiment can't do something to a module.
  func refuse(_ asked: ModuleEntry.Cause, of slot: ModuleSlot, because reason: String) {
    journal.warn(.experimentRefused) {
      ($0.experiment, $0.module, $0.moduleID, $0.error) = (asked, slot.name, slot.id, reason)
    }
  }

  /// Notes that the application has been launched, and that all modules of the launch are registered.
  func noteLaunched() {
    guard experiments != .none, let root else { return }
    trial.launchedLife = life.number
    if !trial.hasCheckedNames {
      trial.hasCheckedNames = true
      let known = root.slots.map(\.name)
      for name in experiments.leftOut + experiments.deferred where root.slotIndex[name] == nil {
        journal.warn(.experimentRefused) {
          ($0.experiment, $0.module) = (experiments.asked(of: name), name)
          $0.objects = NearestName.matches(for: name, among: known)
        }
      }
    }
    createDeferred()
  }

  /// Notes that a mark was set.
  func noteMark(_ name: String) {
    guard name == experiments.mark else { return }
    trial.isMarked = true
    createDeferred()
  }

  /// Whether it is time for the deferred modules.
  fileprivate var awaitsDeferred: Bool {
    trial.launchedLife == life.number && life.isLaunched && (trial.isMarked || experiments.mark == nil)
  }

  /// Creates the deferred modules if it is time, each in a turn of its own.
  private func createDeferred() {
    guard awaitsDeferred else { return }
    let number = life.number
    Task { [weak root] in
      // Looked for each time, because modules come and go meanwhile.
      while life.number == number, awaitsDeferred, let root,
        let slot = root.slots.first(where: { $0.isMissing && $0.experiment == .deferred })
      {
        root.createDeferred(slot)
        await Task.yield()
      }
    }
  }
}

extension CompositeDelegate {
  /// Whether modules that were deferred are about to be created, or are starting.
  package var isAwaitingDeferred: Bool {
    guard application.awaitsDeferred else { return false }
    return slots.contains { slot in
      slot.experiment == .deferred && (slot.isMissing || slot.hasYetToStart)
    }
  }

  /// Creates a module that was deferred. The journal says if that fails.
  fileprivate func createDeferred(_ slot: ModuleSlot) {
    do {
      try createModule(in: slot, as: .switchedOn, because: .deferred)
      application.startLate(slot, in: self)
      try sendMissedEvents(to: slot.id)
    } catch {
      slot.experiment = nil
    }
  }

  /// Creates the modules that a new one must come after, if an experiment has left them out or deferred them. A new one
  /// that is not created either leaves them as they are.
  ///
  /// - Returns: The modules that were created.
  func endExperiments(before new: ModuleSlot) throws -> [ModuleSlot] {
    var created: [ModuleSlot] = []
    for slot in new.after.compactMap({ slotIndex[$0] }) where slot.isMissing {
      guard let asked = slot.experiment, new.experiment != .leftOut, new.experiment != asked else { continue }
      application.refuse(asked, of: slot, because: "\(new.name) must come after it")
      slot.experiment = nil
      created += try endExperiments(before: slot)
      try createModule(in: slot, as: .switchedOn)
      application.startLate(slot, in: self)
      created.append(slot)
    }
    return created
  }
}

extension Experiments {
  /// What to do to a module; `nil` for nothing.
  fileprivate func asked(of name: String) -> ModuleEntry.Cause? {
    leftOut.contains(name) ? .leftOut : deferred.contains(name) ? .deferred : nil
  }
}
