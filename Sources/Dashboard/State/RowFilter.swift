#if CommandLine
/// What was typed to find rows: words that must all be found in a row, each in any of its texts.
///
/// Case does not matter. Looking for a word costs about a nanosecond for each letter of the text.
struct RowFilter: Sendable, Equatable {
  /// A bit for each word.
  typealias Words = UInt32

  let query: String
  private let needles: [[UInt8]]

  /// - Returns: `nil` for a query without a word, which every row fits.
  init?(_ query: String) {
    needles = query.lowercased().split(separator: " ").prefix(Words.bitWidth).map { Array($0.utf8) }
    if needles.isEmpty { return nil }
    self.query = query
  }

  /// What was typed, with one space between two words.
  var words: String { query.split(separator: " ").joined(separator: " ") }

  /// All words.
  var all: Words { needles.count == Words.bitWidth ? .max : (1 << Words(needles.count)) - 1 }

  /// Those of the words that are not in a text.
  func missing(_ wanted: Words, in text: String) -> Words {
    guard wanted != 0, !text.isEmpty else { return wanted }
    let quick = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe missing(wanted, in: bytes)
    }
    if let quick = quick.flatMap(\.self) { return quick }
    let lowered = Array(text.lowercased().utf8)
    return unsafe lowered.withUnsafeBufferPointer { bytes in
      needles.indices.reduce(wanted) { left, index in
        let isFound = unsafe contains(needles[index], in: bytes) { $0 }
        return isFound ? left & ~(1 << Words(index)) : left
      }
    }
  }

  /// `nil` for a text in which lower case is more than a matter of adding a bit.
  private func missing(_ wanted: Words, in bytes: UnsafeBufferPointer<UInt8>) -> Words? {
    guard unsafe bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    var left = wanted
    for (index, word) in needles.enumerated() where left & (1 << Words(index)) != 0 {
      let isFound = unsafe contains(word, in: bytes) { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      if isFound { left &= ~(1 << Words(index)) }
    }
    return left
  }

  private func contains(
    _ word: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, lowered: (UInt8) -> UInt8
  ) -> Bool {
    guard word.count <= bytes.count else { return false }
    for start in 0...(bytes.count - word.count) where lowered(unsafe bytes[start]) == word[0] {
      var length = 1
      while length < word.count, lowered(unsafe bytes[start + length]) == word[length] { length += 1 }
      if length == word.count { return true }
    }
    return false
  }
}
#endif
