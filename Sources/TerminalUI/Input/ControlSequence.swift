/// What stands between `ESC [` and the letter that ends it.
struct ControlSequence: Sendable {
  /// Bytes kept of one sequence; a longer one means nothing.
  static let maximumLength = 64

  private(set) var bytes: [UInt8] = []
  private var isTooLong = false

  mutating func append(_ byte: UInt8) {
    guard bytes.count < Self.maximumLength else {
      isTooLong = true
      return
    }
    bytes.append(byte)
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// Whether it may be a key of urxvt with Shift, which ends with `$` after a number. To other terminals that is no end.
  var mayEndWithDollar: Bool {
    bytes.last == UInt8(ascii: "$") && bytes.count > 1 && bytes.dropLast().allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether it is one: after the numbers of those keys no terminal sends anything else.
  var isShiftedKey: Bool {
    guard mayEndWithDollar, bytes.count < 4 else { return false }
    let number = bytes.dropLast().reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return [2, 3, 5, 6, 7, 8].contains(number) || (11...34).contains(number)
  }

  /// What the sequence is, once its last byte has come; nil where it is none that is known.
  func meaning(endingWith final: UInt8) -> Meaning? {
    guard !isTooLong else { return nil }
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

  /// A report of the mouse in decimal: `CSI < button ; column ; row M`, or `m` where the button came up.
  private func mouse(endingWith final: UInt8) -> MouseEvent? {
    guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m"),
      let numbers = Self.numbers(in: bytes.dropFirst())?.map({ $0.count == 1 ? $0[0] : 0 }), numbers.count == 3
    else { return nil }
    return MouseEvent(button: numbers[0], column: numbers[1], row: numbers[2], isRelease: final == UInt8(ascii: "m"))
  }

  /// The numbers between semicolons, each with those that follow it after colons. Nil where there is something else.
  private static func numbers(in bytes: ArraySlice<UInt8>) -> [[Int]]? {
    if bytes.isEmpty { return [] }
    var numbers = [[0]]
    for byte in bytes {
      switch byte {
      case UInt8(ascii: ";"): numbers.append([0])
      case UInt8(ascii: ":"): numbers[numbers.count - 1].append(0)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let group = numbers.count - 1
        let place = numbers[group].count - 1
        numbers[group][place] = min(numbers[group][place] * 10 + Int(byte - UInt8(ascii: "0")), 0x11_0000)
      default: return nil
      }
    }
    return numbers
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
    // The cursor's position, which a program asked for.
    case UInt8(ascii: "R") where !numbers.isEmpty: return nil
    default: return isPlain && first == 1 ? Self.letterKeys[final] : nil
    }
  }

  /// Keys by the letter that ends `CSI` or `SS3`.
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

  /// A key by the scalar that it writes, as kitty and xterm report it while modifiers are held.
  ///
  /// Nothing here asks a terminal to report plain letters like this, so they are ignored.
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

  /// Which modifiers were held: 1 is Shift, 2 Alt, 4 Control, and -1 that the key came up. The locks of letters and digits
  /// don't count.
  ///
  /// - Parameter field: One more than the sum of the modifiers, and perhaps what was done: 3 is that the key came up.
  private static func modifiers(_ field: [Int]?) -> Int {
    guard let field, let sum = field.first, sum > 0 else { return 0 }
    return field.count > 1 && field[1] == 3 ? -1 : (sum - 1) & ~0b1100_0000
  }
}
