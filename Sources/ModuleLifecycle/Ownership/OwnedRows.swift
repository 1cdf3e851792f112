/// The objects of one bag in the order of their acquisition.
///
/// Taking one from the middle leaves its place vacant; vacant places are swept when they outnumber the objects. An object
/// is found by its handle in constant time as long as it was not moved by a sweep; by kind and name among few by looking at
/// each, among many with an index.
struct OwnedRows: ~Copyable, Sendable {
  private enum Phase: Sendable {
    case open
    /// It takes nothing any more. Releases are counted where code can still ask for the counts; `sweep` is set for an owner
    /// that was found dead.
    case closed(isCounting: Bool, sweep: OwnershipLedger.Sweep?)
  }

  private var rows = RowStack()
  private var names = NameIndex()
  private var kinds = KindCounts()
  private var phase = Phase.open
  /// How many objects have a name that their owner did not give.
  private var titled = 0
  private(set) var count = 0
  /// What has been taken out and is being cleaned asynchronously, by its number.
  var releasing: [UInt32: ReleasingObject] = [:]

  /// Names an object of this bag for ever; numbers rise from row to row.
  struct Handle: Sendable {
    let number: UInt32
    /// Where it stood when it was acquired; sweeping can only bring it forward.
    let place: UInt32
  }

  /// What an object is looked for by.
  struct Key: Sendable {
    let kind: UInt16
    /// Empty for an object that is not looked for.
    let name: String
    /// Worked out for the index only.
    let hash: UInt32
  }

  /// An object on its way out, with what is to be run.
  struct Taken: ~Copyable, Sendable {
    let kind: OwnedKind
    let row: OwnedRow
    /// Set when the cleanup may go on after it has begun.
    var releasing: ReleasingObject?

    init(kind: OwnedKind, row: consuming OwnedRow) {
      self.kind = kind
      self.row = row
    }
  }

  /// What can be said of an object that is here.
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

  /// What a new object would be looked for by. A name that its owner did not give is not looked for.
  mutating func key(_ kind: OwnedKind, _ name: String, isNamed: Bool) -> Key {
    key(kinds.number(of: kind), isNamed ? name : "")
  }

  private func key(_ kind: UInt16, _ name: String) -> Key {
    Key(kind: kind, name: name, hash: rows.count > RowStack.few && !name.isEmpty ? NameHash.of(name, kind) : 0)
  }

  /// Takes out the object of that kind and name, so that another can take its place.
  mutating func takeTwin(_ key: Key) -> Taken? { place(of: key).map { take(at: $0, .replaced) } }

  /// Adds an object at the end. Its number must be the highest yet, and nothing may be found by its key.
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

  /// Looks at the object that was acquired last.
  func lookAtLast(_ body: (borrowing OwnedRow) -> Void) { rows.look(at: rows.count - 1, body) }

  // MARK: Finding

  func isLive(_ handle: Handle) -> Bool { place(of: handle) != nil }

  /// The object of that kind and name; where its owner gave it to none, the first that has it all the same.
  mutating func find(_ kind: OwnedKind, _ name: String) -> Handle? {
    guard !name.isEmpty, let kind = kinds.known(kind),
      let place = place(of: key(kind, name)) ?? (titled == 0 ? nil : firstPlace(name, kind, isNamed: false))
    else { return nil }
    return Handle(number: rows.number(at: place), place: UInt32(place))
  }

  /// The object of that number.
  func find(_ number: UInt32) -> Handle? {
    guard rows.count > 0 else { return nil }
    return place(of: Handle(number: number, place: UInt32(rows.count - 1))).map {
      Handle(number: number, place: UInt32($0))
    }
  }

  /// What is there, in the order of acquisition.
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

  /// The counts by kind; what is being cleaned asynchronously counts as released.
  var counts: OwnedCounts { kinds.counts }

  /// Whether the object that was acquired last is work that is cancelled.
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

  /// Where an object stands now, if it is there still.
  private func place(of handle: Handle) -> Int? {
    var place = Int(handle.place)
    if place >= rows.count || rows.number(at: place) != handle.number {
      // It has been moved towards the beginning: the rows before `low` have lower numbers, those from `place` on do not.
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

  /// Takes an object out, if it is there still.
  mutating func take(_ handle: Handle, _ reason: ReleaseReason) -> Taken? {
    guard let place = place(of: handle) else { return nil }
    return take(at: place, reason)
  }

  /// Takes the object that was acquired last, if it may be cleaned here. When there are others, the last one must be
  /// cleaned on the main actor, and stays until it is asked for from there.
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
