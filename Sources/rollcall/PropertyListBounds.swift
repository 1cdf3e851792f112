#if CommandLine
import Foundation

/// Bounds a property list before Foundation reads it: Foundation recurses without a limit, and believes what a file says
/// about its own size.
enum PropertyListBounds {
  /// The most bytes. An `Info.plist` has some thousands.
  static let mostBytes = 1 << 20
  /// How deep values can be nested.
  static let mostLevels = 64

  /// Whether a file is XML or binary, has no value that exceeds the file, and is not nested too deeply.
  static func admit(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: "bplist00".utf8) { return BinaryList(bytes)?.isSound == true }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
    return text.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<") && isShallow(text)
  }

  /// Whether the elements of XML are not nested too deeply. It may be damaged otherwise. Foundation takes `<?>` as a whole
  /// instruction, and other readers do not.
  private static func isShallow(_ xml: ArraySlice<UInt8>) -> Bool {
    var (rest, levels) = (xml, 0)
    if xml.firstRange(of: "<?>".utf8) != nil { return false }
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].first { rest.starts(with: $0.0.utf8) }
      let ending = skipped?.1 ?? ">"
      guard let end = rest.dropFirst(skipped?.0.utf8.count ?? 1).firstRange(of: ending.utf8) else { return false }
      let element = rest[..<end.lowerBound]
      rest = rest[end.upperBound...]
      if skipped != nil || element.starts(with: "<!".utf8) { continue }
      if element.starts(with: "</".utf8) {
        levels = max(0, levels - 1)
      } else if element.last != UInt8(ascii: "/") {
        levels += 1
      }
      if levels > mostLevels { return false }
    }
    return true
  }
}

/// The objects of a binary property list: values with markers, and a table of their places.
private struct BinaryList {
  private let bytes: [UInt8]
  /// The sizes of a place and of a reference to an object, in bytes.
  private let (placeSize, referenceSize): (Int, Int)
  private let count: Int
  private let top: Int
  private let table: Int

  /// - Returns: `nil` if the table is not within the file.
  init?(_ bytes: [UInt8]) {
    let trailer = bytes.count - 32
    guard trailer >= 8 else { return nil }
    self.bytes = bytes
    (placeSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    let numbers = [8, 16, 24].map { Self.number(bytes[(trailer + $0)..<(trailer + $0 + 8)], below: trailer + 1) }
    guard let count = numbers[0], let top = numbers[1], let table = numbers[2], 1...8 ~= placeSize,
      1...8 ~= referenceSize, top < count, table + count * placeSize <= trailer
    else { return nil }
    (self.count, self.top, self.table) = (count, top, table)
  }

  /// Whether all values that the top one contains are within the file, each in one place, and not nested too deeply.
  var isSound: Bool {
    var (seen, level, total): (Set<Int>, [Int], Int) = ([], [top], 0)
    for _ in 0...PropertyListBounds.mostLevels where !level.isEmpty {
      var next: [Int] = []
      for object in level {
        guard let contents = contents(of: object) else { return false }
        // Equal strings and numbers are written once. A container in several places would be read each time.
        guard contents.isEmpty || seen.insert(object).inserted else { return false }
        // Each reference has a byte of its own, unless containers overlap.
        total += contents.count
        guard total <= bytes.count else { return false }
        next += contents
      }
      level = next
    }
    return level.isEmpty
  }

  /// The objects that an object contains; `nil` if it is not within the file.
  private func contents(of object: Int) -> [Int]? {
    guard object < count, let place = number(at: table + object * placeSize, placeSize), place >= 8, place < table
    else { return nil }
    let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 0xF))
    var (start, length) = (place + 1, low)
    if [4, 5, 6, 7, 10, 11, 12, 13].contains(kind), low == 0xF {
      guard start < table, bytes[start] >> 4 == 1, case let size = 1 << Int(bytes[start] & 0xF), size <= 8,
        let long = number(at: start + 1, size)
      else { return nil }
      (start, length) = (start + 1 + size, long)
    }
    let isContainer = kind >= 10 && kind <= 13
    let size =
      switch kind {
      case 0: 0
      case 1, 2: low <= 4 ? 1 << low : bytes.count
      case 3: 8
      case 4, 5, 7: length
      case 6: 2 * length
      case 8: low + 1
      case 10, 11, 12: length * referenceSize
      case 13: 2 * length * referenceSize
      default: bytes.count
      }
    guard start + size <= table else { return nil }
    guard isContainer else { return [] }
    var contents: [Int] = []
    for place in stride(from: start, to: start + size, by: referenceSize) {
      guard let object = number(at: place, referenceSize) else { return nil }
      contents.append(object)
    }
    return contents
  }

  /// The number at a place; `nil` if it is not before the end of the table, or larger than the file.
  private func number(at place: Int, _ size: Int) -> Int? {
    place + size <= bytes.count - 32 ? Self.number(bytes[place..<(place + size)], below: bytes.count) : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>, below limit: Int) -> Int? {
    var number: UInt64 = 0
    for byte in bytes { number = number << 8 | UInt64(byte) }
    return number < UInt64(limit) ? Int(number) : nil
  }
}
#endif
