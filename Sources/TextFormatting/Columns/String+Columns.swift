/// On which side of its place a text stands.
public enum Alignment: Hashable, Sendable {
  /// At the beginning.
  case leading
  /// At the end, as numbers do.
  case trailing
}

extension String {
  /// The columns that the text takes on one line of a terminal. Linear in its length.
  public var columnWidth: Int {
    if isPrintableASCII { return utf8.count }
    return reduce(0) { $0 + TextWidth.columns(of: $1) }
  }

  /// The text, cut so that it takes at most so many columns.
  ///
  /// Where something is cut off, the ellipsis stands in its place and counts. The cut never splits a character: next
  /// to a wide one the result may be a column short. The cost depends on the columns, not on the text's length.
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
      // No character after this one is looked at, however many there are.
      if used > columns { return self[..<(end ?? startIndex)] + mark }
    }
    return self
  }

  /// The text, cut before its last third so that it takes at most so many columns, for names that differ at their ends.
  ///
  ///     "applicationShouldTerminate".truncatedBeforeTheEnd(toColumns: 16)  // "applicatio…inate"
  public func truncatedBeforeTheEnd(toColumns columns: Int, ellipsis: String = "…") -> String {
    let room = columns - ellipsis.columnWidth
    guard columnWidth > columns, room > 2 else { return truncated(toColumns: columns, ellipsis: ellipsis) }
    let end = String(String(reversed()).truncated(toColumns: room / 3, ellipsis: "").reversed())
    return truncated(toColumns: columns - end.columnWidth, ellipsis: ellipsis) + end
  }

  /// The text with spaces beside it until it takes so many columns; a longer text is left alone.
  public func padded(toColumns columns: Int, alignment: Alignment = .leading) -> String {
    let missing = columns - columnWidth
    guard missing > 0 else { return self }
    let spaces = String(repeating: " ", count: missing)
    return alignment == .leading ? self + spaces : spaces + self
  }

  /// The text in exactly so many columns: truncated if it is longer, padded if it is shorter.
  public func fitted(toColumns columns: Int, alignment: Alignment = .leading, ellipsis: String = "…") -> String {
    truncated(toColumns: columns, ellipsis: ellipsis).padded(toColumns: columns, alignment: alignment)
  }

  /// Whether every byte is a character that any terminal shows in one column.
  public var isPrintableASCII: Bool { utf8.isPrintableASCII }
}

extension Substring {
  /// The columns that the text takes on one line of a terminal. Linear in its length.
  public var columnWidth: Int { utf8.isPrintableASCII ? utf8.count : String(self).columnWidth }
}

extension Collection where Element == UInt8 {
  @inline(__always)
  fileprivate var isPrintableASCII: Bool {
    // Byte by byte through the protocol would cost more than all else that is done to most texts.
    withContiguousStorageIfAvailable { bytes in
      unsafe bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    } ?? allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }
}
