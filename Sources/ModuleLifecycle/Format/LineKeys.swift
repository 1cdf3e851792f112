/// The keys that an object of the format may have.
///
/// They are listed in the order in which they are written, so that each is looked for where the one before it was found:
/// a key is then known by one or two comparisons of whole words.
struct LineKeys<Key: RawRepresentable<String> & CaseIterable & Equatable & Sendable>: Sendable
where Key.AllCases == [Key] {
  /// A key with the quote and the colon behind it, as two words and what of them counts.
  private struct Pattern: Sendable {
    var words: (UInt64, UInt64) = (0, 0)
    var masks: (UInt64, UInt64) = (0, 0)
    let count: Int

    init(_ name: String) {
      let bytes = Array("\(name)\":".utf8)
      count = bytes.count
      // Nothing is at the same time 1 and masked by 0: a name that is too long is found the slow way.
      guard count <= 16 else {
        words = (1, 1)
        return
      }
      for (offset, byte) in bytes.enumerated() {
        let shift = 8 * (offset % 8)
        if offset < 8 {
          words.0 |= UInt64(byte) << shift
          masks.0 |= 0xFF << shift
        } else {
          words.1 |= UInt64(byte) << shift
          masks.1 |= 0xFF << shift
        }
      }
    }
  }

  private let patterns: [Pattern]
  let keys = Key.allCases
  /// A bit for each key that must be there.
  let required: UInt64

  /// All keys of the type, of which some may be missing.
  init(optional: [Key] = []) {
    patterns = keys.map { Pattern($0.rawValue) }
    required = keys.indices.reduce(0) { optional.contains(Key.allCases[$1]) ? $0 : $0 | 1 << UInt64($1) }
  }

  /// The place of the key that stands right behind a quote, if it is `expected` or a later one and a colon follows at once;
  /// and the bytes up to the value.
  @inline(__always) func find(in bytes: LineBytes, at place: Int, from expected: Int) -> (index: Int, count: Int)? {
    let first = bytes.word(at: place)
    var index = expected
    while index < patterns.count {
      let pattern = patterns[index]
      if first & pattern.masks.0 == pattern.words.0,
        pattern.masks.1 == 0 || bytes.word(at: place &+ 8) & pattern.masks.1 == pattern.words.1
      {
        return (index, pattern.count)
      }
      index &+= 1
    }
    return nil
  }
}

extension LineParser {
  /// An object; `member` reads the value of each of its keys that are known, once for each key. Others are skipped.
  @inline(__always) mutating func object<Key>(
    _ keys: LineKeys<Key>, _ member: (Key, inout LineParser) throws(LineProblem) -> Void
  ) throws(LineProblem) {
    skipSpace()
    guard take(UInt8(ascii: "{")) else { throw kindProblem(wanted: "an object") }
    try descend()
    var seen: UInt64 = 0
    var expected = 0
    skipSpace()
    if !take(UInt8(ascii: "}")) {
      while true {
        if let index = try key(of: keys, from: expected), seen & 1 << UInt64(index) == 0 {
          seen |= 1 << UInt64(index)
          expected = index &+ 1
          do { try member(keys.keys[index], &self) } catch { throw error.under(keys.keys[index].rawValue) }
        } else {
          try skipValue()
        }
        skipSpace()
        if take(UInt8(ascii: ",")) { continue }
        guard take(UInt8(ascii: "}")) else { throw syntaxProblem }
        break
      }
    }
    ascend()
    let missing = keys.required & ~seen
    if missing != 0 { throw LineProblem(.missing).under(keys.keys[missing.trailingZeroBitCount].rawValue) }
  }

  /// Reads a key and its colon; `nil` if it is none of those that are known.
  @inline(__always) private mutating func key<Key>(
    of keys: LineKeys<Key>, from expected: Int
  ) throws(LineProblem) -> Int? {
    if byte == UInt8(ascii: "\""), let found = keys.find(in: bytes, at: place &+ 1, from: expected) {
      advance(by: found.count &+ 1)
      return found.index
    }
    return try unexpectedKey(of: keys)
  }

  /// A key out of order, or with space around it, or with escapes, or an unknown one.
  @inline(never) private mutating func unexpectedKey<Key>(of keys: LineKeys<Key>) throws(LineProblem) -> Int? {
    skipSpace()
    guard byte == UInt8(ascii: "\"") else { throw syntaxProblem }
    let name = try string()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw syntaxProblem }
    return keys.keys.firstIndex { $0.rawValue == name }
  }
}
