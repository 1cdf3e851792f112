/// Splits bytes that arrive in pieces into lines. Of a line that is too long, it holds at most `limit` bytes and the
/// latest piece.
package struct LineSplitter: Sendable {
  package enum Line: Equatable {
    /// The line's bytes, without a line feed.
    case bytes([UInt8])
    case tooLong
  }

  private let limit: Int
  private let cutsLongLines: Bool
  private var line: [UInt8] = []
  private var isTooLong = false
  private var rest: ArraySlice<UInt8> = []
  /// The number of bytes that were added.
  private var added: UInt64 = 0
  /// The number of bytes in the lines that ended so far, line feeds included: where the next line starts.
  package private(set) var start: UInt64 = 0

  /// - Parameters:
  ///   - limit: The most bytes in a line.
  ///   - cutsLongLines: Whether a longer line is returned in pieces of whole characters. Otherwise it is skipped.
  package init(limit: Int, cutsLongLines: Bool = false) {
    precondition(limit >= 4, "A character has up to four bytes.")
    (self.limit, self.cutsLongLines) = (limit, cutsLongLines)
  }

  /// Adds the next bytes. Call `next()` until it returns `nil` first.
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    assert(rest.isEmpty, "Lines are waiting that would be lost.")
    rest = bytes
    added += UInt64(bytes.count)
  }

  /// Whether the current line is already too long.
  package var isAtLongLine: Bool { isTooLong }

  /// Returns the next line; `nil` if none is complete yet.
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
    start = added - UInt64(rest.count)
    defer { (line, isTooLong) = ([], false) }
    return isTooLong || line.count > limit ? .tooLong : .bytes(line)
  }

  /// Returns the bytes after the last line feed.
  package mutating func takeRest() -> [UInt8] {
    defer { (line, isTooLong) = ([], false) }
    return line
  }

  /// Removes and returns the start of the line, up to its last whole character.
  private mutating func takePiece() -> [UInt8] {
    let end = line[...limit].suffix(4).lastIndex { $0 & 0xC0 != 0x80 } ?? limit
    defer { line.removeFirst(end) }
    return Array(line[..<end])
  }
}
