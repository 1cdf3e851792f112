/// A bag's rows, in pieces: it grows and shrinks at its end without moving what it holds.
///
/// The first piece has room for few rows, each further one for twice as many, up to a bound: a small bag takes little
/// memory, and a large one gives it back bit by bit.
///
/// The places below `count` are initialised, and no others. `pieces` has those that they lie in, and at most one more.
/// No other part of a bag touches memory by address.
@safe struct RowStack: ~Copyable, @unchecked Sendable {
  private var pieces = unsafe ContiguousArray<UnsafeMutablePointer<OwnedRow>>()
  private(set) var count = 0

  private static let first = 4
  private static let largest = 512
  /// How many pieces there are before the first of the largest.
  private static let growing = largest.trailingZeroBitCount - first.trailingZeroBitCount

  deinit {
    for place in 0..<count { unsafe pointer(to: place).deinitialize(count: 1) }
    for piece in unsafe pieces.indices { unsafe pieces[piece].deallocate() }
  }

  /// What a look at a row gives.
  func look<Seen>(at place: Int, _ body: (borrowing OwnedRow) -> Seen) -> Seen {
    body(unsafe pointer(checking: place).pointee)
  }

  func number(at place: Int) -> UInt32 { unsafe pointer(checking: place).pointee.number }

  func hash(at place: Int) -> UInt32 { unsafe pointer(checking: place).pointee.hash }

  func isVacant(at place: Int) -> Bool { unsafe pointer(checking: place).pointee.isVacant }

  func needsMainActor(at place: Int) -> Bool { unsafe pointer(checking: place).pointee.needsMainActor }

  func bears(_ name: String, tally: UInt32, hash: UInt32, at place: Int) -> Bool {
    unsafe pointer(checking: place).pointee.bears(name, tally: tally, hash: hash)
  }

  mutating func append(_ row: consuming OwnedRow) {
    let (piece, offset) = Self.position(of: count)
    if unsafe piece == pieces.count {
      unsafe pieces.append(.allocate(capacity: piece < Self.growing ? Self.first << piece : Self.largest))
    }
    unsafe (pieces[piece] + offset).initialize(to: row)
    count += 1
  }

  mutating func removeLast() -> OwnedRow {
    precondition(count > 0, "There is no row.")
    count -= 1
    let (piece, offset) = Self.position(of: count)
    // One empty piece stays, for a bag that wavers at its boundary.
    if offset == 0, unsafe pieces.count > piece + 1 { unsafe pieces.removeLast().deallocate() }
    return unsafe (pieces[piece] + offset).move()
  }

  /// Takes a row out of its place and leaves another there.
  mutating func exchange(at place: Int, with row: consuming OwnedRow) -> OwnedRow {
    let pointer = unsafe pointer(checking: place)
    let old = unsafe pointer.move()
    unsafe pointer.initialize(to: row)
    return old
  }

  private func pointer(checking place: Int) -> UnsafeMutablePointer<OwnedRow> {
    precondition(place >= 0 && place < count, "There is no such row.")
    return unsafe pointer(to: place)
  }

  private func pointer(to place: Int) -> UnsafeMutablePointer<OwnedRow> {
    let (piece, offset) = Self.position(of: place)
    return unsafe pieces[piece] + offset
  }

  /// Which piece a place is in, and where in it.
  private static func position(of place: Int) -> (piece: Int, offset: Int) {
    // With the first piece's room added, each piece that is smaller than the largest begins at a power of two, its room.
    let place = place + first
    if place >= largest { return (growing - 1 + place / largest, place % largest) }
    let bit = place.bitWidth - 1 - place.leadingZeroBitCount
    return (bit - first.trailingZeroBitCount, place - 1 << bit)
  }
}
