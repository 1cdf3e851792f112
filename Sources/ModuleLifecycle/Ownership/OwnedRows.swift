/// The objects of one bag in the order of their acquisition.
///
/// Taking one from the middle leaves its place vacant; vacant places are swept when they outnumber the objects. An object
/// is found by kind and name in constant time, and so by its handle as long as it was not moved by a sweep.
struct OwnedRows: ~Copyable, Sendable {
  private var rows = RowStack()
  private var names = NameIndex()
  private var kinds = KindCounts()
  /// How many objects have a name that their owner did not give: none of them is in the index.
  private var titled = 0
  private(set) var isClosed = false
  private(set) var count = 0

  /// Up to this many places looking at each is quicker than an index.
  private static let indexed = 12

  /// Names an object of this bag for ever; numbers rise from row to row.
  struct Handle: Sendable {
    let number: UInt32
    /// Where it stood when it was acquired; sweeping can only bring it forward.
    let place: UInt32
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
    let extras: OwnedExtras?
  }

  /// The number under which the bag knows a kind.
  mutating func tally(of kind: OwnedKind) -> UInt32 { kinds.number(of: kind) }

  /// Takes out the object of that kind and name, so that another can take its place.
  mutating func takeTwin(_ tally: UInt32, _ name: String, nameHash: UInt32) -> Taken? {
    guard nameHash != 0, let place = find(name, tally: tally, hash: Self.combine(nameHash, tally)) else { return nil }
    return take(at: place, .replaced)
  }

  /// Adds an object at the end. Its number must be the highest yet, and its kind and name must not be in use; those of
  /// objects whose `nameHash` is 0 do not count.
  mutating func add(
    _ tally: UInt32, _ name: String, nameHash: UInt32, id: UInt64, number: UInt32, extras: OwnedExtras?,
    cleanup: consuming OwnedRow.Cleanup?
  ) -> Handle {
    let hash = Self.combine(nameHash, tally)
    let place = rows.count
    rows.append(
      OwnedRow(
        name: name, id: id, extras: extras, cleanup: cleanup, tally: tally, number: number, hash: hash))
    if hash != 0 { names.add(hash, at: place, of: rows) } else if !name.isEmpty { titled += 1 }
    kinds.noteAcquired(tally)
    count += 1
    return Handle(number: number, place: UInt32(place))
  }

  /// Looks at the object that was acquired last.
  func lookAtLast(_ body: (borrowing OwnedRow) -> Void) { rows.look(at: rows.count - 1, body) }

  mutating func close() {
    isClosed = true
    names.forget()
  }

  func isLive(_ handle: Handle) -> Bool { place(of: handle) != nil }

  /// The object of that kind and name; where its owner gave it to none, the first that has it all the same.
  mutating func find(_ kind: OwnedKind, _ name: String, hash: UInt32) -> Handle? {
    guard hash != 0, let tally = kinds.known(kind),
      let place = find(name, tally: tally, hash: Self.combine(hash, tally)) ?? findTitled(name, tally: tally)
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

  /// Takes an object out, if it is there still.
  mutating func take(_ handle: Handle, _ cause: ReleaseCause) -> Taken? {
    guard let place = place(of: handle) else { return nil }
    return take(at: place, cause)
  }

  /// Takes the object that was acquired last, if it may be cleaned here. When there are others, the last one must be
  /// cleaned on the main actor, and stays until somebody asks from there.
  mutating func takeLast(_ cause: ReleaseCause, isOnMain: Bool) -> Taken? {
    while rows.count > 0 {
      if !isOnMain, rows.needsMainActor(at: rows.count - 1) { return nil }
      let row = rows.removeLast()
      if !row.isVacant { return note(row, cause) }
    }
    return nil
  }

  /// Whether the object that was acquired last is work that is cancelled.
  var isLastCancelling: Bool {
    for place in (0..<rows.count).reversed() where !rows.isVacant(at: place) {
      return rows.look(at: place) { $0.isCancelling }
    }
    return false
  }

  /// What is there, in the order of acquisition.
  var live: [Live] {
    (0..<rows.count).compactMap { place in
      rows.look(at: place) { row in
        if row.isVacant { return nil }
        return Live(
          handle: Handle(number: row.number, place: UInt32(place)), id: row.id, kind: kinds[row.tally],
          name: row.name, extras: row.extras)
      }
    }
  }

  // MARK: Places

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

  private mutating func take(at place: Int, _ cause: ReleaseCause) -> Taken {
    defer { if rows.count > 32, count < rows.count / 2 { sweep() } }
    if place == rows.count - 1 { return note(rows.removeLast(), cause) }
    return note(rows.exchange(at: place, with: OwnedRow(vacatedBy: rows.number(at: place))), cause)
  }

  @inline(__always) private mutating func note(_ row: consuming OwnedRow, _ cause: ReleaseCause) -> Taken {
    count -= 1
    if row.hash == 0, !row.name.isEmpty { titled -= 1 }
    kinds.noteReleased(row.tally, cause)
    return Taken(kind: kinds[row.tally], row: row)
  }

  private mutating func sweep() {
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

  // MARK: Kinds and names

  /// The counts by kind.
  var tallies: [KindTally] { kinds.tallies }

  /// The hash of a name together with a kind; 0 for no name.
  private static func combine(_ nameHash: UInt32, _ tally: UInt32) -> UInt32 {
    nameHash == 0 ? 0 : max(1, nameHash &+ tally &* 0x9E37_79B9)
  }

  private mutating func find(_ name: String, tally: UInt32, hash: UInt32) -> Int? {
    guard rows.count > Self.indexed else {
      names.forget()
      return (0..<rows.count).first { rows.bears(name, tally: tally, hash: hash, at: $0) }
    }
    return names.find(name, tally: tally, hash: hash, in: rows)
  }
  private func findTitled(_ name: String, tally: UInt32) -> Int? {
    titled == 0 ? nil : (0..<rows.count).first { rows.bears(name, tally: tally, hash: 0, at: $0) }
  }
}
