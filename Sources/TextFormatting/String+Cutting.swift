extension String {
  /// As much of the text's beginning as fits into so many bytes of UTF-8, whole characters with an ellipsis after them; the
  /// text itself where it fits.
  ///
  /// The cost depends on the limit and not on the text's length. A single character that is longer than the limit, such
  /// as a letter with thousands of marks, is cut between its scalars.
  public func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let mark = "\u{2026}"
    var end = utf8.index(startIndex, offsetBy: max(0, limit - mark.utf8.count))
    while end > startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    var beginning = String(unicodeScalars[..<end])
    // What comes after the cut may belong to its last character.
    if let last = beginning.indices.last, last > beginning.startIndex { beginning.removeSubrange(last...) }
    return beginning + mark
  }
}
