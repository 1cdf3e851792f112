/// How objects leave a bag: one at a time, or all that are left when its holder dies.
extension OwnershipLedger {
  // MARK: Releasing one

  /// Cleans one object, if it is still there.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  func release(_ handle: OwnedRows.Handle, _ reason: ReleaseReason) -> Bool {
    guard let taken = take(reason, { $0.take(handle, reason) }) else { return false }
    clean(taken, reason)
    return true
  }

  /// Cleans the object with this number, if it is still there.
  ///
  /// - Returns: Whether it was there.
  func release(_ number: UInt32, _ reason: ReleaseReason) -> Bool {
    state.withLock { $0.find(number) }.map { release($0, reason) } ?? false
  }

  /// Cleans an object. Bags of owners that this frees are empty when it returns, unless the cleanup must run on the
  /// main actor.
  func clean(_ taken: consuming OwnedRows.Taken, _ reason: ReleaseReason) {
    if taken.row.manner != .onMainActor || MainQueue.isCurrent {
      let thread = ClosingThread.current
      let waiting = thread.waitingCount
      run(taken, reason)
      _ = consume taken
      return thread.empty(downTo: waiting)
    }
    let taken = taken
    Task { @MainActor in self.run(taken, reason) }
  }

  private func run(_ taken: borrowing OwnedRows.Taken, _ reason: ReleaseReason) {
    let thread = ClosingThread.current
    let waiting = thread.waitingCount
    let start = now
    let end = taken.row.run()
    thread.empty(downTo: waiting)
    _ = noteCleaned(taken, reason, since: start, end)
  }

  // MARK: Closing

  /// Closes the bag: an object that is registered from now on is too late.
  func stopTaking(_ sweep: Sweep? = nil) {
    // Once its bag has gone, no code can ask for the counts of an owner that is not a module.
    state.withLock { $0.close(isCounting: owner.totals != nil, sweep: sweep) }
  }

  /// Cleans all rows, last acquired first, because the bag's holder died. If this thread is emptying too many bags
  /// already, leaves this one to the innermost loop; see `ClosingThread`.
  func closeInTurn() {
    let thread = ClosingThread.current
    guard thread.isFull else { return close(on: thread) }
    stopTaking()
    thread.add(WaitingBag(self, .ownerReleased))
  }

  /// Cleans all rows, last acquired first. Closes the bag: an object that is registered from now on is too late.
  ///
  /// The end of one cleanup is the start of the next. Therefore each cleanup costs only one reading of the clock.
  func close(
    _ reason: ReleaseReason = .ownerReleased, _ sweep: Sweep? = nil, on thread: ClosingThread = .current
  ) {
    stopTaking(sweep)
    thread.enter()
    defer { thread.leave() }
    let waiting = thread.waitingCount
    let isWritten = owner.isWritten
    let isOnMain = MainQueue.isCurrent
    var last = now
    while true {
      if waitsForItsTurn(reason) { return }
      guard let taken = take(reason, { $0.takeLast(reason, isOnMain: isOnMain) }) else { break }
      let cleanupEnd = taken.row.run()
      thread.empty(downTo: waiting)
      if taken.releasing != nil {
        last = noteCleaned(taken, reason, since: last, cleanupEnd) ?? last
      } else if isWritten {
        let end = owner.journal?.now ?? 0
        write(taken, reason, from: last ?? end, to: end, isOnMain: isOnMain)
        last = end
      }
      // This releases the object, and perhaps an owner that only it holds.
      _ = consume taken
      thread.empty(downTo: waiting)
    }
    endClosing(reason)
  }

  /// Ends the closing of the bag. Rows that are left are cleaned on the main actor, to preserve the order; the owner's
  /// end waits for them.
  func endClosing(_ reason: ReleaseReason) {
    guard liveCount > 0 else { return owner.closeBag(self) }
    owner.noteWaiting(self)
    Task { @MainActor in self.close(reason) }
  }

  /// Takes out the newest object, if it can be cleaned on this thread.
  func takeLast(_ reason: ReleaseReason) -> OwnedRows.Taken? {
    let isOnMain = MainQueue.isCurrent
    return take(reason) { $0.takeLast(reason, isOnMain: isOnMain) }
  }

  /// Whether cleaning the next object cancels work.
  var isNextCancelling: Bool { state.withLock { $0.isLastCancelling } }

  /// Whether the application is shutting down and the rest must wait for a running cleanup.
  @inline(__always) func waitsForItsTurn(_ reason: ReleaseReason) -> Bool {
    ShutDowns.isAnyUnderWay && owner.queue(self, reason)
  }

  // MARK: On its way out

  @inline(__always) private func take(
    _ reason: ReleaseReason, _ body: (inout OwnedRows) -> OwnedRows.Taken?
  ) -> OwnedRows.Taken? {
    state.withLock { rows in
      guard var taken = body(&rows) else { return nil }
      noteTaken(&taken, reason, &rows)
      return taken
    }
  }

  /// Marks an object as `releasing` if its cleanup can continue after it has begun. Every other thread sees it either
  /// live or being cleaned.
  @inline(__always) func noteTaken(
    _ taken: inout OwnedRows.Taken, _ reason: ReleaseReason, _ rows: inout OwnedRows
  ) {
    guard taken.row.manner.isAsynchronous else { return }
    let object = releasing(taken, reason)
    taken.releasing = object
    rows.releasing[taken.row.number] = object
    owner.add(object)
  }

  @inline(never) private func releasing(
    _ taken: borrowing OwnedRows.Taken, _ reason: ReleaseReason
  ) -> ReleasingObject {
    let release = ObjectRecord.Release(reason: reason, isOnMain: false, isLate: isLate)
    let change = ObjectRecord.Change(at: now ?? 0, dispatchOrTook: 0, release: release)
    return ReleasingObject(
      ObjectRecord(taken.row, taken.kind, change), release, isCancelling: taken.row.manner == .cancelling, in: self)
  }

  /// The object with this number, while it is being cleaned asynchronously.
  func releasing(_ number: UInt32) -> ReleasingObject? { state.withLock { $0.releasing[number] } }

  /// The objects that are being cleaned asynchronously, in any order.
  var releasing: [ReleasingObject] { state.withLock { Array($0.releasing.values) } }

  /// Notes that the asynchronous cleanup of an object has ended.
  func remove(_ object: ReleasingObject) {
    state.withLock { $0.releasing[object.record.number] = nil }
    owner.remove(object)
  }

  /// The current time, or `nil` when the owner's objects are not recorded.
  var now: UInt64? { owner.isWritten ? owner.journal?.now : nil }

  /// Records that an object's cleanup has ended now, or that it has begun and will end later.
  ///
  /// - Returns: The current time, or `nil` when the owner's objects are not recorded.
  func noteCleaned(
    _ taken: borrowing OwnedRows.Taken, _ reason: ReleaseReason, since start: UInt64?, _ end: CleanupEnd?
  ) -> UInt64? {
    let now = now
    if let end, let releasing = taken.releasing {
      releasing.goOn(until: end)
    } else {
      if let now { write(taken, reason, from: start ?? now, to: now, isOnMain: MainQueue.isCurrent) }
      taken.releasing?.leave()
    }
    return now
  }

  private func write(
    _ taken: borrowing OwnedRows.Taken, _ reason: ReleaseReason, from start: UInt64, to end: UInt64, isOnMain: Bool
  ) {
    let release = ObjectRecord.Release(reason: reason, isOnMain: isOnMain, isLate: isLate)
    let change = ObjectRecord.Change(at: start, dispatchOrTook: end - start, release: release)
    if reason == .swept, let sweep {
      let record = ObjectRecord(taken.row, taken.kind, change)
      owner.journal?.append(.released(record.released(release, by: owner.label, sweep: sweep)))
    } else {
      var aftermath = Journal.Aftermath()
      owner.write(taken.row, taken.kind, change, leaving: &aftermath)
      aftermath.settle()
    }
  }
}
