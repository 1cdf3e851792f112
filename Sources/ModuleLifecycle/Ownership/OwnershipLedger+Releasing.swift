/// How objects leave a bag: one, or all that are left when its holder dies.
extension OwnershipLedger {
  // MARK: Releasing one

  /// Cleans one object, if it is still there.
  ///
  /// - Returns: Whether it was.
  @discardableResult
  func release(_ handle: OwnedRows.Handle, _ reason: ReleaseReason) -> Bool {
    guard let taken = take(reason, { $0.take(handle, reason) }) else { return false }
    clean(taken, reason)
    return true
  }

  /// Cleans the object of that number, if it is still there.
  ///
  /// - Returns: Whether it was.
  func release(_ number: UInt32, _ reason: ReleaseReason) -> Bool {
    state.withLock { $0.find(number) }.map { release($0, reason) } ?? false
  }

  /// Cleans an object. What it lets go of is emptied when this returns, unless it has to go to the main actor.
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

  /// From now on everything that is registered comes too late.
  func stopTaking(_ sweep: Sweep? = nil) {
    // No code can ask for the counts of an owner that is no module once its bag has gone.
    state.withLock { $0.close(isCounting: owner.totals != nil, sweep: sweep) }
  }

  /// Cleans all rows, last acquired first, because the bag's holder died. Inside many others that are being emptied on this
  /// thread it is left to them; see `ClosingThread`.
  func closeInTurn() {
    let thread = ClosingThread.current
    guard thread.isFull else { return close(on: thread) }
    stopTaking()
    thread.add(WaitingBag(self, .ownerReleased))
  }

  /// Cleans all rows, last acquired first. From now on everything that is registered comes too late.
  ///
  /// The end of one cleanup is the start of the next, so that it costs one reading of the clock for each.
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
      // The object goes here, and perhaps an owner that only it holds.
      _ = consume taken
      thread.empty(downTo: waiting)
    }
    endClosing(reason)
  }

  /// Notes that all rows have been cleaned, or has the rest follow on the main actor, so that the order stays; until then
  /// the owner's end is not complete.
  func endClosing(_ reason: ReleaseReason) {
    guard liveCount > 0 else { return owner.closeBag(self) }
    owner.noteWaiting(self)
    Task { @MainActor in self.close(reason) }
  }

  /// Takes out the object that was acquired last, if it may be cleaned on this thread.
  func takeLast(_ reason: ReleaseReason) -> OwnedRows.Taken? {
    let isOnMain = MainQueue.isCurrent
    return take(reason) { $0.takeLast(reason, isOnMain: isOnMain) }
  }

  /// Whether the next object is work that is cancelled.
  var isNextCancelling: Bool { state.withLock { $0.isLastCancelling } }

  /// Whether the application shuts down, and the rest has to wait for a cleanup that goes on.
  @inline(__always) func waitsForItsTurn(_ reason: ReleaseReason) -> Bool {
    ShutDowns.isAnyUnderWay && owner.queue(self, reason)
  }

  // MARK: On its way out

  /// Takes an object out.
  @inline(__always) private func take(
    _ reason: ReleaseReason, _ body: (inout OwnedRows) -> OwnedRows.Taken?
  ) -> OwnedRows.Taken? {
    state.withLock { rows in
      guard var taken = body(&rows) else { return nil }
      noteTaken(&taken, reason, &rows)
      return taken
    }
  }

  /// An object whose cleanup may go on is `releasing` from now on: every other thread sees it either live or being cleaned.
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

  /// The object of that number, while it is being cleaned asynchronously.
  func releasing(_ number: UInt32) -> ReleasingObject? { state.withLock { $0.releasing[number] } }

  /// What is being cleaned asynchronously, in any order.
  var releasing: [ReleasingObject] { state.withLock { Array($0.releasing.values) } }

  /// The asynchronous cleanup of an object has ended.
  func remove(_ object: ReleasingObject) {
    state.withLock { $0.releasing[object.record.number] = nil }
    owner.remove(object)
  }

  /// The time, where it is written down.
  var now: UInt64? { owner.isWritten ? owner.journal?.now : nil }

  /// Writes down that an object's cleanup has ended now, or that it has begun and will end later.
  ///
  /// - Returns: The time, where it is written down.
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
