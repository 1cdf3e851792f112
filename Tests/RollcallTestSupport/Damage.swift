/// Damages recordings. Equal seeds give equal damage.
package struct Damage {
  private var random: SplitMix

  package init(seed: UInt64) { random = SplitMix(state: seed) }

  private mutating func bits() -> UInt64 { random.next() }

  private mutating func below(_ bound: Int) -> Int { Int(bits() % UInt64(max(1, bound))) }

  /// Replacements for parts of a file.
  private static let pieces: [[UInt8]] =
    [
      "\n", "\r\n", "\0\0\0\0", "\u{FEFF}", "{", "}", "[", "\"", "\\", ",", ":", "null", "1e999", "-1",
      "18446744073709551616",
      "99999999999999999999999999", #"\ud800"#, #""type":"gap","#, #""at_ns":18446744073709551615,"#,
      #"{"type":"party"}"#,
      Lines.header, "\n\(Lines.header)\n", #"{"rollcall":2}"#, String(repeating: "[", count: 200),
      String(repeating: "x", count: 5_000),
    ].map { Array($0.utf8) } + [[0xFF, 0xFE], [0xC3], [0xED, 0xA0, 0x80], [0x80]]

  /// The header of a recording, and eight consecutive lines.
  package mutating func excerpt(of lines: [[UInt8]]) -> [UInt8] {
    let start = 1 + below(lines.count - 9)
    return lines[start..<start + 8].reduce(into: lines[0]) { $0 += $1 }
  }

  package mutating func mutated(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0...below(3) {
      // Sometimes in the header, otherwise anywhere.
      let place = below(20) == 0 ? below(60) : below(bytes.count)
      let end = min(bytes.count, place + below(below(4) == 0 ? bytes.count : 40))
      guard place < end else { continue }
      switch below(8) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: bits())
      case 1: bytes[place] ^= 1 << UInt8(below(8))
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.removeSubrange(place...)
      case 4: bytes.replaceSubrange(place..<min(end, place + 12), with: Self.pieces[below(Self.pieces.count)])
      case 5: bytes.insert(contentsOf: Self.pieces[below(Self.pieces.count)], at: place)
      case 6: bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count))
      default: bytes.replaceSubrange(place..<end, with: [UInt8](repeating: 0, count: end - place))
      }
    }
    return bytes
  }
}
