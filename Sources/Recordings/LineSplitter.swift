/// Takes bytes that come in pieces apart into lines. A line that is too long is read past, and never held.
package struct LineSplitter {
  /// A line that is whole.
  package enum Line {
    /// Its bytes, without its end.
    case bytes([UInt8])
    case tooLong
  }

  private let limit: Int
  private var line: [UInt8] = []
  private var isTooLong = false
  private var rest: ArraySlice<UInt8> = []

  /// - Parameter limit: The most bytes of a line.
  package init(limit: Int) { self.limit = limit }

  /// Takes the next bytes, once all lines of those before were given.
  package mutating func add(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The next line; `nil` where none is whole yet.
  package mutating func next() -> Line? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
      if !isTooLong { line += rest }
      rest = []
      if line.count > limit { (line, isTooLong) = ([], true) }
      return nil
    }
    if !isTooLong { line += rest[..<end] }
    rest = rest[(end + 1)...]
    defer { (line, isTooLong) = ([], false) }
    return isTooLong || line.count > limit ? .tooLong : .bytes(line)
  }
}
