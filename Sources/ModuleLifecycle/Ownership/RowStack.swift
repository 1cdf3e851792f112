#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A bag's rows, which grow and shrink at the end.
///
/// The first few are in one block, which moves when it grows. The others are in pieces that never move. Each piece has
/// room for twice as many rows as the one before, up to a limit. Therefore a large bag frees its memory bit by bit.
///
/// Exactly the positions below `count` are initialised. No other part of a bag accesses memory through pointers.
@safe struct RowStack: ~Copyable, @unchecked Sendable {
  /// The maximum number of rows in the block.
  static let few = 16
  private static let largest = 512
  /// The number of pieces before the first one of the largest size.
  private static let growing = largest.trailingZeroBitCount - few.trailingZeroBitCount

  private var block: UnsafeMutablePointer<OwnedRow>?
  /// The number of rows that the block has room for.
  private var room = 0
  private var pieces = unsafe ContiguousArray<UnsafeMutablePointer<OwnedRow>>()
  private(set) var count = 0

  init() { unsafe block = nil }

  deinit {
    for place in 0..<count { unsafe pointer(to: place).deinitialize(count: 1) }
    unsafe free(block)
    for piece in unsafe pieces.indices { unsafe free(pieces[piece]) }
  }

  /// Returns the result of a closure that looks at a row.
  func look<Seen>(at place: Int, _ body: (borrowing OwnedRow) -> Seen) -> Seen {
    body(unsafe pointer(checking: place).pointee)
  }

  func number(at place: Int) -> UInt32 { unsafe pointer(checking: place).pointee.number }

  func isVacant(at place: Int) -> Bool { unsafe pointer(checking: place).pointee.manner == .gone }

  func needsMainActor(at place: Int) -> Bool { unsafe pointer(checking: place).pointee.manner == .onMainActor }

  func bears(_ name: String, _ kind: UInt16, isNamed: Bool = true, at place: Int) -> Bool {
    unsafe pointer(checking: place).pointee.bears(name, kind, isNamed: isNamed)
  }

  mutating func append(_ row: consuming OwnedRow) {
    if count < Self.few {
      if count == room { growBlock() }
    } else {
      let piece = Self.position(of: count).piece
      if unsafe piece == pieces.count {
        unsafe pieces.append(Self.allocate(piece < Self.growing ? Self.few << piece : Self.largest))
      }
    }
    unsafe pointer(to: count).initialize(to: row)
    count += 1
  }

  mutating func removeLast() -> OwnedRow {
    precondition(count > 0, "There is no row.")
    count -= 1
    if count >= Self.few {
      let (piece, offset) = Self.position(of: count)
      // Keep one empty piece, for a bag whose size varies around the boundary.
      if offset == 0, unsafe pieces.count > piece + 1 { unsafe free(pieces.removeLast()) }
    }
    return unsafe pointer(to: count).move()
  }

  /// Replaces a row and returns the old one.
  mutating func exchange(at place: Int, with row: consuming OwnedRow) -> OwnedRow {
    let pointer = unsafe pointer(checking: place)
    let old = unsafe pointer.move()
    unsafe pointer.initialize(to: row)
    return old
  }

  /// Most owners have few objects, and many have about ten. Therefore the block's room is 4, then 10, then its maximum.
  private mutating func growBlock() {
    room = room == 0 ? 4 : min(room + 6, Self.few)
    let larger = unsafe Self.allocate(room)
    if let block = unsafe block {
      unsafe larger.moveInitialize(from: block, count: count)
      unsafe free(block)
    }
    unsafe block = larger
  }

  /// Uses `malloc`, because `UnsafeMutablePointer.allocate` asks for an alignment, which costs more.
  private static func allocate(_ count: Int) -> UnsafeMutablePointer<OwnedRow> {
    guard let memory = unsafe malloc(count * MemoryLayout<OwnedRow>.stride) else { fatalError("No memory is left.") }
    return unsafe memory.bindMemory(to: OwnedRow.self, capacity: count)
  }

  private func pointer(checking place: Int) -> UnsafeMutablePointer<OwnedRow> {
    precondition(place >= 0 && place < count, "There is no such row.")
    return unsafe pointer(to: place)
  }

  private func pointer(to place: Int) -> UnsafeMutablePointer<OwnedRow> {
    if place < Self.few, let block = unsafe block { return unsafe block + place }
    let (piece, offset) = Self.position(of: place)
    return unsafe pieces[piece] + offset
  }

  /// The piece that contains a position after the block, and the offset in that piece.
  private static func position(of place: Int) -> (piece: Int, offset: Int) {
    // A piece smaller than the largest begins at the position that equals its capacity.
    if place >= largest { return (growing - 1 + place / largest, place % largest) }
    let bit = place.bitWidth - 1 - place.leadingZeroBitCount
    return (bit - few.trailingZeroBitCount, place - 1 << bit)
  }
}
