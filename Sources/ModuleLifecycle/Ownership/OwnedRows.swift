/// The objects of one bag in the order of their acquisition.
///
/// Taking one from the middle leaves its place vacant, so that the numbers stay sorted. A row is found by its number in
/// logarithmic time, and by kind and name in constant time. Vacant places are swept when they outnumber the rows.
struct OwnedRows: Sendable {
  private var rows: [OwnedRow] = []
  private var names = NameIndex()
  private(set) var tallies: [KindTally] = []
  private var tallyByKind: [OwnedKind: UInt32] = [:]
  private var latestTally = 0
  private(set) var isClosed = false
  private(set) var count = 0

  /// Below this many rows looking at each is quicker than an index.
  private static let indexed = 12

  /// What came of adding a row.
  enum Addition: Sendable {
    case added
    /// Another row of the same kind and name had to go first; it was taken out, and the new one was not added.
    case blocked(by: TakenRow)
    /// A closed bag takes nothing any more.
    case closed
  }

  /// An object that is to be added.
  struct Candidate: Sendable {
    let id: UInt64
    let number: UInt32
    let kind: OwnedKind
    let name: String
    let nameHash: UInt32
    let cleanup: OwnedRow.Cleanup
    let extras: OwnedExtras?
    let acquired: UInt64
  }

  static func hash(_ name: String) -> UInt32 { UInt32(truncatingIfNeeded: name.hashValue) }

  /// Adds a row at the end, unless its kind and name are in use.
  mutating func add(_ new: Candidate) -> Addition {
    guard !isClosed else { return .closed }
    let kind = tally(of: new.kind)
    let hash = Self.combine(new.nameHash, kind)
    if let place = place(of: new.name, kind: kind, hash: hash) { return .blocked(by: take(at: place, .replaced)) }
    let row = OwnedRow(
      number: new.number, hash: hash, kind: kind, id: new.id, name: new.name, cleanup: new.cleanup, extras: new.extras,
      acquired: new.acquired)
    if let last = rows.last, last.number > new.number {
      // Two threads may come here in another order than they were numbered in.
      rows.insert(row, at: place(of: new.number))
      names.forget()
    } else {
      if rows.isEmpty { rows.reserveCapacity(8) }
      rows.append(row)
      if rows.count > Self.indexed { names.add(rows) } else { names.forget() }
    }
    tallies[Int(kind)].live += 1
    count += 1
    return .added
  }

  mutating func close() { isClosed = true }

  func contains(_ number: UInt32) -> Bool { occupied(number) != nil }

  /// The number of the row of that kind and name.
  mutating func find(_ kind: OwnedKind, _ name: String, hash: UInt32) -> UInt32? {
    guard let tally = tallyByKind[kind] else { return nil }
    return place(of: name, kind: tally, hash: Self.combine(hash, tally)).map { rows[$0].number }
  }

  mutating func take(_ number: UInt32, _ cause: ReleaseCause) -> TakenRow? {
    occupied(number).map { take(at: $0, cause) }
  }

  /// Takes the row that was acquired last.
  mutating func takeLast(_ cause: ReleaseCause) -> TakenRow? {
    while let row = rows.popLast() {
      guard let cleanup = row.cleanup else { continue }
      return leave(row, cleanup, cause)
    }
    return nil
  }

  /// The rows that are there, in the order of their acquisition, with their kinds.
  var occupiedRows: [(row: OwnedRow, kind: OwnedKind)] {
    rows.compactMap { $0.cleanup == nil ? nil : ($0, tallies[Int($0.kind)].kind) }
  }

  // MARK: Places

  private static func combine(_ nameHash: UInt32, _ kind: UInt32) -> UInt32 { nameHash ^ (kind &* 0x9E37_79B9) }

  private mutating func take(at place: Int, _ cause: ReleaseCause) -> TakenRow {
    let row = rows[place]
    guard let cleanup = row.cleanup else { preconditionFailure("a vacant place was taken") }
    if place == rows.count - 1 {
      rows.removeLast()
    } else {
      rows[place].cleanup = nil
      rows[place].extras = nil
      rows[place].name = ""
    }
    let taken = leave(row, cleanup, cause)
    if rows.count > 32, count < rows.count / 2 { sweep() }
    return taken
  }

  private mutating func leave(_ row: OwnedRow, _ cleanup: OwnedRow.Cleanup, _ cause: ReleaseCause) -> TakenRow {
    count -= 1
    tallies[Int(row.kind)].live -= 1
    tallies[Int(row.kind)].released[Int(cause.rawValue)] += 1
    return TakenRow(
      id: row.id, number: row.number, kind: tallies[Int(row.kind)].kind, name: row.name, cleanup: cleanup,
      extras: row.extras)
  }

  private mutating func sweep() {
    rows.removeAll { $0.cleanup == nil }
    names.forget()
  }

  private mutating func tally(of kind: OwnedKind) -> UInt32 {
    if latestTally < tallies.count, tallies[latestTally].kind == kind { return UInt32(latestTally) }
    if let known = tallyByKind[kind] {
      latestTally = Int(known)
      return known
    }
    latestTally = tallies.count
    tallies.append(KindTally(kind: kind))
    tallyByKind[kind] = UInt32(latestTally)
    return UInt32(latestTally)
  }

  /// The place that a number has or would have.
  private func place(of number: UInt32) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func occupied(_ number: UInt32) -> Int? {
    let place = place(of: number)
    return place < rows.count && rows[place].number == number && rows[place].cleanup != nil ? place : nil
  }

  private mutating func place(of name: String, kind: UInt32, hash: UInt32) -> Int? {
    if rows.count <= Self.indexed { return rows.indices.first { rows[$0].bears(name, kind: kind, hash: hash) } }
    return names.place(of: hash, in: rows) { $0.bears(name, kind: kind, hash: hash) }
  }
}

extension OwnedRow {
  fileprivate func bears(_ name: String, kind: UInt32, hash: UInt32) -> Bool {
    self.hash == hash && self.kind == kind && cleanup != nil && self.name == name
  }
}
