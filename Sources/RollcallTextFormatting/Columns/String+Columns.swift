/// The side of a column on which a text is aligned.
public enum Alignment: Hashable, Sendable {
  /// At the start.
  case leading
  /// At the end, as for numbers.
  case trailing
}

extension String {
  /// The number of terminal columns that the text takes on one line. Linear in its length.
  public var columnWidth: Int {
    if isPrintableASCII { return utf8.count }
    return reduce(0) { $0 + TextWidth.columns(of: $1) }
  }

  /// Returns the text cut to at most this many columns.
  ///
  /// If anything is cut off, an ellipsis replaces it and counts as part of the width. The cut never splits a character:
  /// next to a wide character, the result can be one column short. The cost depends on the columns, not on the text's
  /// length.
  ///
  ///     "didReceiveMemoryWarning".truncated(toColumns: 8)  // "didRece…"
  public func truncated(toColumns columns: Int, ellipsis: String = "…") -> String {
    if utf8.count <= columns, isPrintableASCII { return self }
    let mark = ellipsis.columnWidth <= columns ? ellipsis : ""
    let room = columns - mark.columnWidth
    var used = 0
    var end: Index?
    for index in indices {
      let width = TextWidth.columns(of: self[index])
      if end == nil, used + width > room { end = index }
      used += width
      // Characters after this one are not examined, however many there are.
      if used > columns { return self[..<(end ?? startIndex)] + mark }
    }
    return self
  }

  /// Returns the text cut to at most this many columns before its last third, for names that differ at the end.
  ///
  ///     "applicationShouldTerminate".truncatedBeforeTheEnd(toColumns: 16)  // "applicatio…inate"
  public func truncatedBeforeTheEnd(toColumns columns: Int, ellipsis: String = "…") -> String {
    let room = columns - ellipsis.columnWidth
    guard columnWidth > columns, room > 2 else { return truncated(toColumns: columns, ellipsis: ellipsis) }
    let end = suffix(ofColumns: room / 3)
    return truncated(toColumns: columns - end.columnWidth, ellipsis: ellipsis) + end
  }

  /// Returns the text padded with spaces to this many columns. A longer text is unchanged.
  public func padded(toColumns columns: Int, alignment: Alignment = .leading) -> String {
    let missing = columns - columnWidth
    guard missing > 0 else { return self }
    let spaces = String(repeating: " ", count: missing)
    return alignment == .leading ? self + spaces : spaces + self
  }

  /// Returns the text padded at the start to this many columns.
  package func trailing(_ columns: Int) -> String { padded(toColumns: columns, alignment: .trailing) }

  /// Returns the text in exactly this many columns: truncated if it is longer, padded if it is shorter.
  public func fitted(toColumns columns: Int, alignment: Alignment = .leading, ellipsis: String = "…") -> String {
    truncated(toColumns: columns, ellipsis: ellipsis).padded(toColumns: columns, alignment: alignment)
  }

  /// Whether every byte is a character that every terminal shows in one column.
  public var isPrintableASCII: Bool { utf8.isPrintableASCII }
}

extension BidirectionalCollection where Element == Character {
  /// Returns the last characters that together take at most this many columns. The cost depends on the columns, and on
  /// the characters that take none.
  package func suffix(ofColumns columns: Int) -> SubSequence {
    var (start, used) = (endIndex, 0)
    while start > startIndex {
      let previous = index(before: start)
      used += TextWidth.columns(of: self[previous])
      if used > columns { break }
      start = previous
    }
    return self[start...]
  }
}

extension Substring {
  /// The number of terminal columns that the text takes on one line. Linear in its length.
  public var columnWidth: Int { utf8.isPrintableASCII ? utf8.count : String(self).columnWidth }
}

extension Collection where Element == UInt8 {
  @inline(__always)
  fileprivate var isPrintableASCII: Bool {
    // Access byte by byte through the protocol would cost more than everything else done to most texts.
    withContiguousStorageIfAvailable { bytes in
      unsafe bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    } ?? allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }
}
