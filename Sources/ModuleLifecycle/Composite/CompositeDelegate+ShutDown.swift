extension CompositeDelegate {
  /// Tears the composite down and waits for asynchronous cleanups, each before the next object goes.
  ///
  /// Modules go in reverse order of registration, then what was to live as long as the application. What one module owns
  /// is cleaned last acquired first, as in `tearDown()`. But while an asynchronous cleanup goes on, nothing else is
  /// cleaned: not the next object of the same owner, and not the next module's. Only tasks, requests and sessions are
  /// cancelled while others of these have yet to end. Modules that other objects hold are not waited for. `tearDown()`
  /// of the outermost composite and the end of the application end the waiting. Of two calls at once both wait for all,
  /// as long as the shorter limit says. What takes longer than five seconds is named in a warning while it does. An object
  /// with a limit of its own, `own(_:_:closing:within:)`, is waited for no longer than that.
  ///
  /// ```swift
  /// for object in await composite.shutDown(within: .seconds(5)) { print("\(object.owner): \(object.name) still open") }
  /// ```
  ///
  /// - Parameter limit: How long to wait, all together. When that time is up, or the calling task is cancelled, the rest is
  ///   cleaned without waiting. It is measured by the composite's own `sleep`.
  /// - Returns: What is still being cleaned, in the order of acquisition; nothing when all is over.
  @discardableResult
  public func shutDown(within limit: Duration) async -> [OwnedObjectStatus] {
    asyncLaunch?.problem = .interrupted
    return await shutDown(within: limit, because: .teardown)
  }

  @discardableResult
  func shutDown(within limit: Duration, because cause: ModuleEntry.Cause) async -> [OwnedObjectStatus] {
    let timeIsUp = CleanupEnd()
    let timer = Task { [sleep] in
      try? await sleep(min(limit, ReleaseExpectation.longestGrace))
      if !Task.isCancelled { timeIsUp.reach() }
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await shutDown(until: timeIsUp, because: cause)
    } onCancel: {
      timeIsUp.reach()
    }
  }

  private func shutDown(until timeIsUp: CleanupEnd, because cause: ModuleEntry.Cause) async -> [OwnedObjectStatus] {
    scope.shutDowns.begin(until: timeIsUp)
    // What comes meanwhile, because the application begins anew, is not for this shutdown.
    let (modules, restarts) = (slots.map { (slot: $0, owner: $0.owner) }, scope.restarts)
    for (slot, owner) in modules.reversed() where slot.module != nil && slot.owner === owner {
      tearDown(slot, because: cause)
      await performPendingCleanups(until: timeIsUp)
    }
    checkExpectations()
    if outer == nil, scope.restarts == restarts {
      let application = scope.beginEnd()
      repeat {
        await performPendingCleanups(until: timeIsUp)
      } while stack.deferringQueuedEvents { application.releaseNext() }
    }
    timeIsUp.reach()
    emptyWaitingBags()
    return scope.releasing.map(\.status)
  }

  /// Waits for the cleanups that go on, and empties the bags that wait for them, until nothing is left or the time is up.
  private func performPendingCleanups(until timeIsUp: CleanupEnd) async {
    while !timeIsUp.isReached {
      if let object = scope.anyReleasing {
        await wait(for: object, until: timeIsUp)
      } else if let bag = scope.shutDowns.next() {
        stack.deferringQueuedEvents { bag.close() }
      } else {
        return
      }
    }
    emptyWaitingBags()
  }

  /// Waits for a cleanup, but no longer than its own limit.
  private func wait(for object: ReleasingObject, until timeIsUp: CleanupEnd) async {
    let givenUp = CleanupEnd()
    let timer = object.limit.map { limit in
      Task { [sleep, scope] in
        guard (try? await sleep(limit)) != nil, !Task.isCancelled else { return }
        if scope.giveUp(object) { scope.journal.warn(.shutDownHeldUp) { $0.note(object, limit: limit) } }
        givenUp.reach()
      }
    }
    defer { timer?.cancel() }
    await warning(.shutDownHeldUp) {
      $0.note(object, limit: nil)
    } whileWaitingFor: {
      await CleanupEnd.first(of: [object.end, timeIsUp, givenUp]).wait()
    }
  }

  /// Empties the bags that wait, without waiting for anything. Another shutdown that goes on has nothing to wait for then;
  /// but what a nested composite left waiting is left to that of the application.
  private func emptyWaitingBags() {
    stack.deferringQueuedEvents { outer == nil ? scope.shutDowns.endAll() : scope.shutDowns.emptyAll() }
  }
}

extension WarningEntry {
  /// Notes which object a shutdown waits for, or has given up.
  fileprivate mutating func note(_ object: ReleasingObject, limit: Duration?) {
    (owner, ownerID) = (object.owner.name, object.owner.id)
    (module, moduleID) = (object.owner.instance == nil ? nil : object.owner.name, object.owner.instance?.id)
    objects = [object.object.kind.title(of: object.object.name)]
    limitNanoseconds = limit.map { UInt64(nanoseconds: $0) }
  }
}
