/// Converts the bytes from a terminal into keys, mouse reports and pasted text.
///
/// A terminal also sends replies to queries, reports, and keys with modifiers. Unknown sequences are ignored up to
/// their end; no part of them becomes a key. Bytes can arrive in any pieces. The parser has no clock: while a sequence
/// is unfinished, `patience` says how long to wait for the rest, and `timeOut()` ends it. After a paste whose end is
/// overdue, all input is dropped until the end arrives or the user presses Escape.
///
///     var parser = InputParser()
///     parser.parse(Array("\u{1B}[A".utf8))  // [.key(.up)]
///
/// Memory is bounded; most of it is for a paste.
public struct InputParser: Sendable {
  /// How long to wait for the next byte of a sequence or paste.
  public static let sequencePatience = Duration.seconds(1)

  /// How long Escape must be alone to end an overdue paste. Longer than `escapeDelay`, because the paste's end mark
  /// begins with Escape too, and the line is slow.
  static let lonePatience = Duration.milliseconds(300)

  /// The parser's position in a sequence.
  private enum State: Sendable {
    case ground
    /// After one or more escape characters: Escape itself, Alt with a key, or the start of a sequence.
    case escape(count: Int)
    /// After an escape character and an intermediate character: a short sequence, or Alt with that character.
    case intermediate(Unicode.Scalar)
    /// In a control sequence (CSI).
    case control(ControlSequence)
    /// After `CSI [`, the prefix of five keys of the Linux console.
    case console
    /// After a single shift (SS3), the prefix of some keys.
    case singleShift
    /// In a string (DCS, OSC, APC, PM, SOS). Its content is dropped. A bell ends an OSC.
    case string(endsWithBell: Bool)
    /// After an escape character in a string: the string's end, or another sequence, which cuts it off.
    case stringEscape
    /// In an old mouse report: three bytes that are not characters.
    case mouse([UInt8])
    /// In a paste, including one whose end is overdue.
    case paste(PasteCollector)
  }

  private var state = State.ground
  /// Whether the sequence is a key with a modifier, which means nothing.
  private var isModified = false
  private var decoder = UTF8Decoder()
  /// The input that the current bytes have completed so far.
  private var found: [TerminalInput] = []
  private let keys: [[UInt8]: Key]
  private let escapeDelay: Duration

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - keys: The terminal description's key sequences that begin with an escape character. The usual sequences of
  ///     xterm, the Linux console and rxvt are always known.
  ///   - escapeDelay: How long an escape character must be alone to count as the Escape key.
  public init(keys: [[UInt8]: Key] = [:], escapeDelay: Duration = .milliseconds(25)) {
    self.keys = keys
    self.escapeDelay = escapeDelay
  }

  /// How long to wait for the next byte before calling `timeOut()`; `nil` if no sequence is unfinished.
  public var patience: Duration? {
    switch state {
    case .ground: decoder.isPending ? Self.sequencePatience : nil
    case .escape, .intermediate: escapeDelay
    case .control(let sequence) where sequence.mayEndWithDollar: escapeDelay
    case .paste(let paste) where paste.isGivenUp: paste.isAfterEscape && !decoder.isPending ? Self.lonePatience : nil
    default: Self.sequencePatience
    }
  }

  /// Whether the parser is in a string that it ignores.
  ///
  /// The user may be typing these bytes, after a key with the same prefix as a string. Readers must limit the total
  /// time.
  public var isInString: Bool {
    if case .string = state { true } else { false }
  }

  /// Parses bytes and returns the input that they complete.
  public mutating func parse(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    defer { found = [] }
    for byte in bytes {
      if case .mouse(let report) = state, byte != 0x1B {
        takeMouse(report + [byte])
      } else if let scalar = decoder.decode(byte) {
        take(scalar)
      }
    }
    return found
  }

  /// Ends the unfinished sequence. Call it when no byte has arrived for the time in `patience`.
  public mutating func timeOut() -> [TerminalInput] {
    let ended = state
    state = .ground
    decoder.drop()
    switch ended {
    case .escape(let count): return Array(repeating: .key(.escape), count: count)
    case .intermediate(let scalar): return [.key(.alt(Character(scalar)))]
    case .paste(let paste) where paste.isGivenUp: return [.unfinishedPasteIsOver]
    case .paste(var paste):
      // The rest may still arrive. None of it is a key.
      paste.giveUp()
      state = .paste(paste)
      return [.unfinishedPaste]
    default: return []
    }
  }
}

// MARK: - States

extension InputParser {
  /// The most escape characters that are counted. Users do not press more at once.
  private static let mostEscapes = 4

  private mutating func take(_ scalar: Unicode.Scalar) {
    if case .paste(var paste) = state {
      // Avoids a copy of the growing text.
      state = .ground
      if paste.take(scalar) {
        found.append(paste.isGivenUp ? .unfinishedPasteIsOver : .key(.paste(String(paste.text))))
      } else {
        state = .paste(paste)
      }
      return
    }
    if scalar == "\u{1B}" { return takeEscape() }
    // CAN and SUB cancel a sequence.
    let cancels = scalar == "\u{18}" || scalar == "\u{1A}"
    switch state {
    case .ground: takeGround(scalar)
    case .escape(let count): takeEscaped(scalar, isModified: count > 1)
    case _ where cancels: state = .ground
    case .stringEscape: takeEscaped(scalar, isModified: false)
    case .intermediate:
      // A short sequence ends with any character that is not an intermediate one.
      if !(0x20...0x2F).contains(scalar.value) { state = .ground }
    case .control(let sequence): takeControl(scalar, sequence)
    case .console:
      state = .ground
      if (0x41...0x45).contains(scalar.value) { add(.function(Int(scalar.value) - 0x40)) }
    case .singleShift: takeShifted(scalar)
    case .string(let endsWithBell):
      if scalar == "\u{9C}" || endsWithBell && scalar == "\u{07}" { state = .ground }
    case .mouse: state = .ground  // a control character is no part of a report
    case .paste: break
    }
  }

  /// Adds the key of a sequence, unless it is held with a modifier.
  private mutating func add(_ key: Key?) { if let key, !isModified { found.append(.key(key)) } }

  private mutating func takeEscape() {
    switch state {
    case .escape(let count): state = .escape(count: min(count + 1, Self.mostEscapes))
    case .string: state = .stringEscape
    default: state = .escape(count: 1)
    }
  }

  private mutating func takeGround(_ scalar: Unicode.Scalar) {
    isModified = false
    if (0x80...0x9F).contains(scalar.value) { return introduce(scalar.value - 0x40) }
    add(Self.key(typed: scalar))
  }

  private mutating func takeEscaped(_ scalar: Unicode.Scalar, isModified: Bool) {
    (state, self.isModified) = (.ground, isModified)
    if !isModified, let byte = UInt8(exactly: scalar.value), let key = keys[[0x1B, byte]] { return add(key) }
    switch scalar.value {
    case 0x20...0x2F: state = .intermediate(scalar)
    case 0x4F, 0x50, 0x58, 0x5B, 0x5D, 0x5E, 0x5F: introduce(scalar.value)
    case 0x5C: break  // the end of a string
    case 0x00...0x1F, 0x7F: break
    case 0x80...0x9F: introduce(scalar.value - 0x40)
    default: found.append(.key(.alt(Character(scalar))))
    }
  }

  /// Begins the sequence of the letter after an escape character.
  private mutating func introduce(_ letter: UInt32) {
    switch letter {
    case 0x5B: state = .control(ControlSequence())
    case 0x4F: state = .singleShift
    case 0x5D: state = .string(endsWithBell: true)
    case 0x50, 0x58, 0x5E, 0x5F: state = .string(endsWithBell: false)
    default: break
    }
  }

  private mutating func takeControl(_ scalar: Unicode.Scalar, _ sequence: ControlSequence) {
    guard let byte = UInt8(exactly: scalar.value), byte < 0x80 else {
      state = .ground
      return
    }
    switch byte {
    case 0x20...0x3F:
      var sequence = sequence
      sequence.append(byte)
      state = sequence.isShiftedKey ? .ground : .control(sequence)
    case 0x5B where sequence.isEmpty: state = .console
    case 0x4D where sequence.isEmpty && keys[[0x1B, 0x5B, 0x4D]] == nil: state = .mouse([])
    case 0x40...0x7E:
      state = .ground
      finish(sequence, byte)
    default: break  // a control character means nothing here
    }
  }

  private mutating func finish(_ sequence: ControlSequence, _ final: UInt8) {
    if !isModified, let key = keys[[0x1B, 0x5B] + sequence.bytes + [final]] { return add(key) }
    switch sequence.meaning(endingWith: final) {
    case .key(let key): add(key)
    case .mouse(let report): found.append(.mouse(report))
    case .pasteBegins: state = .paste(PasteCollector())
    case nil: break
    }
  }

  private mutating func takeShifted(_ scalar: Unicode.Scalar) {
    if (0x30...0x3B).contains(scalar.value) {
      isModified = true
      return
    }
    state = .ground
    guard let byte = UInt8(exactly: scalar.value) else { return }
    add(keys[[0x1B, 0x4F, byte]] ?? (byte == 0x4D ? .enter : ControlSequence.letterKeys[byte]))
  }

  private mutating func takeMouse(_ report: [UInt8]) {
    guard report.count == 3 else {
      state = .mouse(report)
      return
    }
    state = .ground
    // Some terminals send 0 for positions that do not fit in a byte.
    guard report.allSatisfy({ $0 >= 0x20 }) else { return }
    let numbers = report.map { Int($0) - 32 }
    let meaning = MouseEvent(button: numbers[0], column: numbers[1], row: numbers[2], isRelease: false)
    if let meaning { found.append(.mouse(meaning)) }
  }

  /// The key for a typed scalar.
  private static func key(typed scalar: Unicode.Scalar) -> Key? {
    switch scalar.value {
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x08, 0x7F: .backspace
    case 0x00: .control("@")
    case 0x01...0x1A: Unicode.Scalar(scalar.value + 0x60).map { .control(Character($0)) }
    case 0x1C...0x1F: Unicode.Scalar(scalar.value + 0x40).map { .control(Character($0)) }
    case 0xFFFD: nil  // bytes that are no UTF-8
    default: .character(Character(scalar))
    }
  }
}
