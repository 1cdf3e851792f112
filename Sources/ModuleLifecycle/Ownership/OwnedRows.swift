/// The objects of one bag, in acquisition order.
///
/// Taking an object from the middle leaves its position vacant. Vacant positions are removed when they outnumber the
/// objects. Finding an object by its handle takes constant time unless sweeping has moved it. Finding one by kind and
/// name is a linear search in a small bag and uses an index in a large one.
struct OwnedRows: ~Copyable, Sendable {
  private enum Phase: Sendable {
    case open
    /// It accepts nothing any more. Releases are counted if code can still ask for the counts. `sweep` is set for an
    /// owner that was found dead.
    case closed(isCounting: Bool, sweep: OwnershipLedger.Sweep?)
  }

  private var rows = RowStack()
  private var names = NameIndex()
  private var kinds = KindCounts()
  private var phase = Phase.open
  /// The number of objects with a name that their owner did not choose.
  private var titled = 0
  private(set) var count = 0
  /// The objects that were taken out and are being cleaned asynchronously, by number.
  var releasing: [UInt32: ReleasingObject] = [:]

  /// Identifies an object of this bag permanently. Numbers increase from row to row.
  struct Handle: Sendable {
    let number: UInt32
    /// The position at acquisition. Later removals can only move the object forward.
    let place: UInt32
  }

  /// The key for finding an object.
  struct Key: Sendable {
    let kind: UInt16
    /// Empty for an object that can't be found by name.
    let name: String
    /// Computed only for the index.
    let hash: UInt32
  }

  /// An object that was taken out, with the cleanup to run.
  struct Taken: ~Copyable, Sendable {
    let kind: OwnedKind
    let row: OwnedRow
    /// Set when the cleanup can continue after it has begun.
    var releasing: ReleasingObject?

    init(kind: OwnedKind, row: consuming OwnedRow) {
      self.kind = kind
      self.row = row
    }
  }

  /// A snapshot of an object in the bag.
  struct Live: Sendable {
    let handle: Handle
    let id: UInt64
    let kind: OwnedKind
    let name: String
    let declaration: OwnedDeclaration?
  }

  // MARK: Closing

  var isClosed: Bool {
    if case .open = phase { false } else { true }
  }

  /// When an owner without a bag was found dead.
  var sweep: OwnershipLedger.Sweep? {
    if case .closed(_, let sweep) = phase { sweep } else { nil }
  }

  mutating func close(isCounting: Bool, sweep: OwnershipLedger.Sweep?) {
    if case .open = phase { phase = .closed(isCounting: isCounting, sweep: sweep) }
    names.forget()
  }

  // MARK: Adding

  /// The key for finding a new object. A name that its owner did not choose can't be used to find it.
  mutating func key(_ kind: OwnedKind, _ name: String, isNamed: Bool) -> Key {
    key(kinds.number(of: kind), isNamed ? name : "")
  }

  private func key(_ kind: UInt16, _ name: String) -> Key {
    Key(kind: kind, name: name, hash: rows.count > RowStack.few && !name.isEmpty ? NameHash.of(name, kind) : 0)
  }

  /// Takes out the object with the same kind and name, so that another can replace it.
  mutating func takeTwin(_ key: Key) -> Taken? { place(of: key).map { take(at: $0, .replaced) } }

  /// Adds an object at the end. Its number must be the highest so far, and its key must find no other object.
  mutating func add(
    _ key: Key, _ name: String, id: UInt64, number: UInt32, _ declaration: OwnedDeclaration?,
    cleanup: consuming OwnedRow.Cleanup
  ) -> Handle {
    let place = rows.count
    let isNamed = !key.name.isEmpty
    rows.append(
      OwnedRow(
        name: name, id: id, declaration: declaration, cleanup: cleanup, number: number, kind: key.kind,
        isNamed: isNamed))
    if isNamed { names.add(key.hash, at: place, of: rows) } else if !name.isEmpty { titled += 1 }
    kinds.noteAcquired(key.kind)
    count += 1
    return Handle(number: number, place: UInt32(place))
  }

  /// Passes the newest object to a closure.
  func lookAtLast(_ body: (borrowing OwnedRow) -> Void) { rows.look(at: rows.count - 1, body) }

  // MARK: Finding

  func isLive(_ handle: Handle) -> Bool { place(of: handle) != nil }

  /// The object whose owner gave it this kind and name. Otherwise the first one that has them anyway.
  mutating func find(_ kind: OwnedKind, _ name: String) -> Handle? {
    guard !name.isEmpty, let kind = kinds.known(kind),
      let place = place(of: key(kind, name)) ?? (titled == 0 ? nil : firstPlace(name, kind, isNamed: false))
    else { return nil }
    return Handle(number: rows.number(at: place), place: UInt32(place))
  }

  /// The object with this number.
  func find(_ number: UInt32) -> Handle? {
    guard rows.count > 0 else { return nil }
    return place(of: Handle(number: number, place: UInt32(rows.count - 1))).map {
      Handle(number: number, place: UInt32($0))
    }
  }

  /// The live objects, in acquisition order.
  var live: [Live] {
    (0..<rows.count).compactMap { place in
      rows.look(at: place) { row in
        if row.manner == .gone { return nil }
        return Live(
          handle: Handle(number: row.number, place: UInt32(place)), id: row.id, kind: kinds[row.kind],
          name: row.name, declaration: row.declaration)
      }
    }
  }

  /// The counts by kind. Objects that are being cleaned asynchronously count as released.
  var counts: OwnedCounts { kinds.counts }

  /// Whether cleaning the newest object cancels work.
  var isLastCancelling: Bool {
    for place in (0..<rows.count).reversed() where !rows.isVacant(at: place) {
      return rows.look(at: place) { $0.manner == .cancelling }
    }
    return false
  }

  private mutating func place(of key: Key) -> Int? {
    if key.name.isEmpty { return nil }
    if rows.count > RowStack.few { return names.find(key.name, key.kind, hash: key.hash, in: rows) }
    names.forget()
    return firstPlace(key.name, key.kind, isNamed: true)
  }

  private func firstPlace(_ name: String, _ kind: UInt16, isNamed: Bool) -> Int? {
    var place = 0
    while place < rows.count {
      if rows.bears(name, kind, isNamed: isNamed, at: place) { return place }
      place += 1
    }
    return nil
  }

  /// The current position of an object, or `nil` if it has gone.
  private func place(of handle: Handle) -> Int? {
    var place = Int(handle.place)
    if place >= rows.count || rows.number(at: place) != handle.number {
      // It has moved forward. The rows before `low` have lower numbers, and those from `place` on do not.
      var low = 0
      place = min(place, rows.count)
      while low < place {
        let middle = (low + place) / 2
        if rows.number(at: middle) < handle.number { low = middle + 1 } else { place = middle }
      }
      guard place < rows.count, rows.number(at: place) == handle.number else { return nil }
    }
    return rows.isVacant(at: place) ? nil : place
  }

  // MARK: Taking

  /// Takes an object out, if it is still there.
  mutating func take(_ handle: Handle, _ reason: ReleaseReason) -> Taken? {
    guard let place = place(of: handle) else { return nil }
    return take(at: place, reason)
  }

  /// Takes out the newest object, if it can be cleaned on this thread. If the result is `nil` and objects are left, the
  /// newest one must be cleaned on the main actor, and stays until it is requested from there.
  mutating func takeLast(_ reason: ReleaseReason, isOnMain: Bool) -> Taken? {
    while rows.count > 0 {
      if !isOnMain, rows.needsMainActor(at: rows.count - 1) { return nil }
      let row = rows.removeLast()
      if row.manner != .gone { return note(row, reason) }
    }
    return nil
  }

  private mutating func take(at place: Int, _ reason: ReleaseReason) -> Taken {
    defer { if rows.count > 2 * RowStack.few, count < rows.count / 2 { sweepVacantPlaces() } }
    if place == rows.count - 1 { return note(rows.removeLast(), reason) }
    return note(rows.exchange(at: place, with: OwnedRow(vacatedBy: rows.number(at: place))), reason)
  }

  @inline(__always) private mutating func note(_ row: consuming OwnedRow, _ reason: ReleaseReason) -> Taken {
    count -= 1
    if !row.isNamed, !row.name.isEmpty { titled -= 1 }
    switch phase {
    case .closed(isCounting: false, _): break
    case .open, .closed: kinds.noteReleased(row.kind, reason)
    }
    return Taken(kind: kinds[row.kind], row: row)
  }

  private mutating func sweepVacantPlaces() {
    var kept = 0
    for place in 0..<rows.count where !rows.isVacant(at: place) {
      if kept != place {
        let row = rows.exchange(at: place, with: OwnedRow(vacatedBy: 0))
        _ = rows.exchange(at: kept, with: row)
      }
      kept += 1
    }
    while rows.count > kept { _ = rows.removeLast() }
    names.forget()
  }
}
