extension CompositeDelegate {
  /// Tears the composite down and waits for asynchronous cleanups, each before the next object goes.
  ///
  /// Modules go in reverse order of registration, then what was to live as long as the application. What one module owns
  /// is cleaned last acquired first, as in `tearDown()`. But while an asynchronous cleanup goes on, nothing else is
  /// cleaned: not the next object of the same owner, and not the next module's. Only tasks, requests and sessions are
  /// cancelled while others of these have yet to end. Modules that somebody else holds are not waited for. `tearDown()`
  /// and the end of the application end the waiting. Of two calls at once each waits for all, as long as its limit says.
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
    let timeIsUp = CleanupEnd()
    let timer = Task { [sleep] in
      try? await sleep(min(limit, ReleaseExpectation.longestGrace))
      if !Task.isCancelled { timeIsUp.reach() }
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await shutDown(until: timeIsUp)
    } onCancel: {
      timeIsUp.reach()
    }
  }

  private func shutDown(until timeIsUp: CleanupEnd) async -> [OwnedObjectStatus] {
    scope.shutDowns.begin(until: timeIsUp)
    for slot in slots.reversed() where slot.module != nil {
      tearDown(slot)
      await settle(until: timeIsUp)
    }
    lookAround()
    if outer == nil {
      let application = scope.beginEnd()
      repeat { await settle(until: timeIsUp) } while stack.beforeQueue { application.releaseNext() }
    }
    timeIsUp.reach()
    // What began to wait when the time was up.
    stack.beforeQueue { scope.shutDowns.emptyAll() }
    return scope.releasing.map(\.status)
  }

  /// Waits for the cleanups that go on, and empties the bags that wait for them, until nothing is left or the time is up.
  private func settle(until timeIsUp: CleanupEnd) async {
    while !timeIsUp.isReached {
      if let object = scope.anyReleasing {
        await CleanupEnd.first(object.end, timeIsUp).wait()
      } else if let bag = scope.shutDowns.next() {
        stack.beforeQueue { bag.close() }
      } else {
        return
      }
    }
    stack.beforeQueue { scope.shutDowns.emptyAll() }
  }
}
