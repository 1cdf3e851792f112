extension String {
  /// Returns the text cut to at most this many bytes of UTF-8: whole characters, then an ellipsis. A text that fits is
  /// unchanged.
  ///
  /// The cost depends on the limit, not on the text's length. A single character longer than the limit, such as a
  /// letter with thousands of marks, is cut between its scalars.
  public func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let mark = "\u{2026}"
    var end = utf8.index(startIndex, offsetBy: max(0, limit - mark.utf8.count))
    while end > startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    var beginning = String(unicodeScalars[..<end])
    // The scalars after the cut may belong to the last character.
    if let last = beginning.indices.last, last > beginning.startIndex { beginning.removeSubrange(last...) }
    return beginning + mark
  }
}
