import Foundation

/// The bytes of a line, in a buffer that belongs to the caller.
///
/// Every access is checked. Before the first byte and after the last, this type returns zeros, which never occur in
/// JSON: a parser that reads too far finds an error, never foreign memory. Must not outlive the buffer.
@safe struct LineBytes {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = unsafe bytes }

  var count: Int { unsafe bytes.count }

  /// The byte at a position; zero outside the line.
  @inline(__always) subscript(place: Int) -> UInt8 {
    UInt(bitPattern: place) < UInt(bitPattern: count) ? unsafe bytes[place] : 0
  }

  /// Whether a text is at a position.
  @inline(__always) func has(_ text: StaticString, at place: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard let start = unsafe bytes.baseAddress, place >= 0, place <= count - length else { return false }
    return unsafe memcmp(start + place, text.utf8Start, length) == 0
  }

  /// Eight bytes from a position, the first one lowest, with zeros outside the line.
  @inline(__always) func word(at place: Int) -> UInt64 {
    guard place >= 0, place <= count - 8 else { return shortWord(at: place) }
    return unsafe UInt64(
      littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  @inline(never) private func shortWord(at place: Int) -> UInt64 {
    (0..<8).reduce(0) { word, offset in word | UInt64(self[place &+ offset]) << (8 * offset) }
  }

  /// The text in a range; `nil` if its bytes are not UTF-8.
  @inline(__always) func text(_ range: Range<Int>) -> String? {
    guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
    return unsafe String(validating: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// Copies the bytes of a range that are inside the line.
  func copy(_ range: Range<Int>, to target: inout [UInt8]) {
    unsafe target.append(contentsOf: bytes[range.clamped(to: 0..<count)])
  }
}
