extension CompositeDelegate {
  /// Tears the composite down and waits for each asynchronous cleanup before it releases the next object.
  ///
  /// Modules are released in reverse order of registration, followed by what lives as long as the application. What a
  /// module owns is cleaned last acquired first, as in `tearDown()`.
  ///
  /// While an asynchronous cleanup runs, no other object is cleaned, neither of the same owner nor of the next module.
  /// The exception: tasks, requests and sessions are cancelled without waiting for each other. A module that something
  /// still holds is not waited for: what it owns stays open, and is returned. A warning names a cleanup that takes longer
  /// than five seconds. An object with its own limit, set by `own(closing:_:as:within:)`, is waited for no longer than
  /// that.
  ///
  /// The wait ends early when `tearDown()` is called on the outermost composite or when the application ends. If two
  /// calls overlap, both wait for everything, within the shorter of the two limits. No module can be created, and queued
  /// events wait, until this has returned. A nested composite waits for what its own modules own.
  ///
  /// ```swift
  /// let remaining = await composite.shutDown(within: .seconds(5))
  /// for object in remaining { print("\(object.owner): \(object.name) stays open") }
  /// ```
  ///
  /// - Parameter limit: The total time to wait, measured by the composite's `sleep`. When it has passed, or the calling
  ///   task is cancelled, the rest is cleaned without waiting.
  /// - Returns: What is left, in the order of acquisition: the objects that are still being cleaned, `releasing`, and
  ///   those of modules and other owners that should be gone, `live` or `overdue`. Empty when everything is done.
  @discardableResult
  public func shutDown(within limit: Duration) async -> [OwnedObjectStatus] {
    let life = application.life.number
    if isRoot { application.beginEnd() }
    return await shutDown(life, within: limit, because: .teardown)
  }

  @discardableResult
  func shutDown(
    _ life: Int, within limit: Duration, because cause: ModuleEntry.Cause
  ) async -> [OwnedObjectStatus] {
    let timeIsUp = CleanupEnd()
    let timer = Task { [sleep = application.sleep] in
      try? await sleep(limit)
      if !Task.isCancelled { timeIsUp.reach() }
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await shutDown(life, until: timeIsUp, because: cause)
    } onCancel: {
      timeIsUp.reach()
    }
  }

  /// Ends one of the application's lives. What the next one creates is not part of it.
  private func shutDown(
    _ life: Int, until timeIsUp: CleanupEnd, because cause: ModuleEntry.Cause
  ) async -> [OwnedObjectStatus] {
    guard application.life.number == life else { return [] }
    ownership.unfinished.beginShutDown(of: ownerAsModule, until: timeIsUp)
    stack.beginShutDown()
    defer { stack.endShutDown() }
    let modules = slots.map { (slot: $0, owner: $0.owner) }
    for (slot, owner) in modules.reversed() where slot.module != nil && slot.owner === owner {
      tearDown(slot, because: cause)
      await performPendingCleanups(until: timeIsUp)
    }
    application.checkExpectations(.all)
    if isRoot, application.life.number == life {
      let objects = ownership.beginEnd()
      repeat {
        await performPendingCleanups(until: timeIsUp)
      } while stack.deferringQueuedEvents { objects.releaseNext(.applicationEnd) }
    } else if !isRoot {
      // Another shutdown of this part can have released the modules.
      await performPendingCleanups(until: timeIsUp)
    }
    timeIsUp.reach()
    emptyWaitingBags()
    if isRoot { application.end(life) }
    return ownership.leftObjects(within: ownerAsModule)
  }

  /// Waits for the running cleanups and empties the bags that wait for them, until none are left or the time is up.
  private func performPendingCleanups(until timeIsUp: CleanupEnd) async {
    while !timeIsUp.isReached, let next = ownership.unfinished.next(within: ownerAsModule) {
      switch next {
      case .cleanup(let object): await wait(for: object, until: timeIsUp)
      case .bag(let bag): stack.deferringQueuedEvents { bag.close() }
      }
    }
    if timeIsUp.isReached { emptyWaitingBags() }
  }

  /// Waits for a cleanup, up to its own limit.
  private func wait(for object: ReleasingObject, until timeIsUp: CleanupEnd) async {
    if let begin = object.begin { await CleanupEnd.first(of: [begin, timeIsUp]).wait() }
    let givenUp = CleanupEnd()
    let timer = object.limit.map { limit in
      Task { [sleep = application.sleep, ownership] in
        guard (try? await sleep(limit)) != nil, !Task.isCancelled else { return }
        if ownership.unfinished.giveUp(object) {
          ownership.journal.warn(.shutDownHeldUp) { $0.note(object, limit: limit) }
        }
        givenUp.reach()
      }
    }
    defer { timer?.cancel() }
    await application.warning(.shutDownHeldUp) {
      $0.note(object, limit: nil)
    } whileWaitingFor: {
      // An end that nothing can reach any more counts as reached.
      await CleanupEnd.first(of: [object.end, timeIsUp] + (timer == nil ? [] : [givenUp])).wait()
    }
  }

  /// Empties the waiting bags without waiting for their cleanups. For the outermost composite, this ends all other
  /// shutdowns. For a nested composite, it leaves the bags to a shutdown that is still in progress.
  private func emptyWaitingBags() {
    stack.deferringQueuedEvents { ownership.unfinished.endShutDowns(of: ownerAsModule) }
  }
}

extension WarningEntry {
  /// Names the object that a shutdown is waiting for or has given up on.
  fileprivate mutating func note(_ object: ReleasingObject, limit: Duration?) {
    (owner, ownerID) = (object.owner.name, object.owner.id)
    (module, moduleID) = (object.owner.record?.name, object.owner.record?.id)
    objects = [object.row.kind.title(of: object.row.name)]
    limitNanoseconds = limit.map { UInt64(nanoseconds: $0) }
  }
}
