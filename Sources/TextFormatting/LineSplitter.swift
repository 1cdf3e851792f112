/// Takes bytes that come in pieces apart into lines. Of a line that is too long no more than its bound, and what came last,
/// is held.
package struct LineSplitter: Sendable {
  /// A line, or a piece of one that is too long.
  package enum Line: Equatable {
    /// Its bytes, without an end.
    case bytes([UInt8])
    case tooLong
  }

  private let limit: Int
  private let cutsLongLines: Bool
  private var line: [UInt8] = []
  private var isTooLong = false
  private var rest: ArraySlice<UInt8> = []

  /// - Parameters:
  ///   - limit: The most bytes of a line.
  ///   - cutsLongLines: Whether a longer line is given in pieces of whole characters; otherwise it is read past.
  package init(limit: Int, cutsLongLines: Bool = false) {
    precondition(limit >= 4, "A character has up to four bytes.")
    (self.limit, self.cutsLongLines) = (limit, cutsLongLines)
  }

  /// Takes the next bytes, once all lines of those before were given.
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    assert(rest.isEmpty, "Lines are waiting that would be lost.")
    rest = bytes
  }

  /// Whether the line that has begun is too long already.
  package var isAtLongLine: Bool { isTooLong }

  /// The next line; `nil` where none is whole yet.
  package mutating func next() -> Line? {
    let end = rest.firstIndex(of: UInt8(ascii: "\n"))
    if !isTooLong { line += rest[..<(end ?? rest.endIndex)] }
    if cutsLongLines, line.count > limit {
      rest = rest[(end ?? rest.endIndex)...]
      return .bytes(takePiece())
    }
    guard let end else {
      rest = []
      if line.count > limit { (line, isTooLong) = ([], true) }
      return nil
    }
    rest = rest[(end + 1)...]
    defer { (line, isTooLong) = ([], false) }
    return isTooLong || line.count > limit ? .tooLong : .bytes(line)
  }

  /// What came after the last line's end.
  package mutating func takeRest() -> [UInt8] {
    defer { line = [] }
    return line
  }

  /// The beginning of a line, up to the last character that is whole in it.
  private mutating func takePiece() -> [UInt8] {
    let end = line[...limit].suffix(4).lastIndex { $0 & 0xC0 != 0x80 } ?? limit
    defer { line.removeFirst(end) }
    return Array(line[..<end])
  }
}
