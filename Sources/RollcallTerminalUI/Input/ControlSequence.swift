/// The bytes between `ESC [` and the final letter.
struct ControlSequence: Sendable {
  /// The most bytes in a sequence. Longer sequences are ignored.
  static let maximumLength = 64

  private(set) var bytes: [UInt8] = []

  /// Adds a byte. One more than the maximum is kept, as the sign of a sequence that is too long.
  mutating func append(_ byte: UInt8) { if bytes.count <= Self.maximumLength { bytes.append(byte) } }

  var isEmpty: Bool { bytes.isEmpty }

  /// Whether this can be a shifted key of urxvt, which ends with `$` after a number. In other terminals, `$` is not an
  /// end.
  var mayEndWithDollar: Bool {
    bytes.last == UInt8(ascii: "$") && bytes.count > 1 && bytes.dropLast().allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether this is a shifted key of urxvt: no terminal continues a sequence after these numbers and `$`.
  var isShiftedKey: Bool {
    guard mayEndWithDollar, bytes.count < 4 else { return false }
    let number = bytes.dropLast().reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return [2, 3, 5, 6, 7, 8].contains(number) || (11...34).contains(number)
  }

  /// The meaning of the sequence with its last byte; `nil` if it is unknown.
  func meaning(endingWith final: UInt8) -> Meaning? {
    guard bytes.count <= Self.maximumLength else { return nil }
    if bytes.first == UInt8(ascii: "<") { return mouse(endingWith: final).map(Meaning.mouse) }
    guard let numbers = Self.numbers(in: bytes[...]) else { return nil }
    if final == UInt8(ascii: "~"), numbers == [[200]] { return .pasteBegins }
    return key(endingWith: final, numbers).map(Meaning.key)
  }

  enum Meaning: Equatable {
    case key(Key)
    case mouse(MouseEvent)
    case pasteBegins
  }

  /// A mouse report in decimal: `CSI < button ; column ; row M`, or `m` for a release.
  private func mouse(endingWith final: UInt8) -> MouseEvent? {
    guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m"),
      let numbers = Self.numbers(in: bytes.dropFirst())?.map({ $0.count == 1 ? $0[0] : 0 }), numbers.count == 3
    else { return nil }
    return MouseEvent(button: numbers[0], column: numbers[1], row: numbers[2], isRelease: final == UInt8(ascii: "m"))
  }

  /// The numbers, separated by semicolons, each with its subparameters, separated by colons. `nil` if there is anything
  /// else.
  private static func numbers(in bytes: ArraySlice<UInt8>) -> [[Int]]? {
    // The digits, the colon and the semicolon.
    guard bytes.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
    if bytes.isEmpty { return [] }
    return bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { group in
      group.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
        digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 0x11_0000) }
      }
    }
  }
}

// MARK: - Keys

extension ControlSequence {
  private func key(endingWith final: UInt8, _ numbers: [[Int]]) -> Key? {
    let (first, modifiers) = (numbers.first?.first ?? 1, Self.modifiers(numbers.dropFirst().first))
    let isPlain = numbers.count < 3 && modifiers == 0
    switch final {
    case UInt8(ascii: "u"): return Self.key(code: first, modifiers)
    case UInt8(ascii: "~") where first == 27 && numbers.count == 3: return Self.key(code: numbers[2][0], modifiers)
    case UInt8(ascii: "~"): return isPlain ? Self.numberedKeys[first] : nil
    case UInt8(ascii: "Z"): return numbers.isEmpty || first == 1 && modifiers == 1 ? .backTab : nil
    // The cursor's position, sent on a program's request.
    case UInt8(ascii: "R") where !numbers.isEmpty: return nil
    default: return isPlain && first == 1 ? Self.letterKeys[final] : nil
    }
  }

  /// Keys by the final letter of a `CSI` or `SS3` sequence.
  static let letterKeys: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    UInt8(ascii: "F"): .end, UInt8(ascii: "H"): .home, UInt8(ascii: "P"): .function(1),
    UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  /// Keys by the number before `~`.
  private static let numberedKeys: [Int: Key] = {
    var keys: [Int: Key] = [
      1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]
    for (index, number) in [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].enumerated() {
      keys[number] = .function(index + 1)
    }
    return keys
  }()

  /// The key for a scalar, as kitty and xterm report it while modifiers are held.
  ///
  /// Terminals report plain letters this way only on request, which is never made. Such reports are ignored.
  private static func key(code: Int, _ modifiers: Int) -> Key? {
    switch (code, modifiers) {
    case (9, 0): return .tab
    case (9, 1): return .backTab
    case (13, 0): return .enter
    case (27, 0): return .escape
    case (8, 0), (127, 0): return .backspace
    default: break
    }
    guard let scalar = Unicode.Scalar(UInt32(code)), scalar.value > 0x20, !(0x7F...0x9F).contains(scalar.value) else {
      return nil
    }
    switch modifiers {
    case 2: return .alt(Character(scalar))
    case 4 where (0x40..<0x7F).contains(scalar.value): return Character(scalar).lowercased().first.map(Key.control)
    default: return nil
    }
  }

  /// The held modifiers: 1 is Shift, 2 Alt, 4 Control; -1 if the key was released. Caps Lock and Num Lock do not count.
  ///
  /// - Parameter field: One more than the sum of the modifiers and, optionally, the event type, of which 3 is a
  ///   release.
  private static func modifiers(_ field: [Int]?) -> Int {
    guard let field, let sum = field.first, sum > 0 else { return 0 }
    return field.count > 1 && field[1] == 3 ? -1 : (sum - 1) & ~0b1100_0000
  }
}
