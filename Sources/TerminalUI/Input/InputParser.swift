/// Turns the bytes that a terminal sends into keys, mouse reports and pasted text.
///
/// A terminal sends more than keys: replies to queries, reports, keys with modifiers. What is not known is swallowed to
/// its end and means nothing; no part of it is ever taken for a key. The bytes may come in any pieces. The parser has no
/// clock: while something is begun, `patience` says for how long to wait for its rest, and `timeOut()` ends it. After a
/// paste whose end did not come in time, everything is dropped until the end comes or Escape is pressed.
///
///     var parser = InputParser()
///     parser.parse(Array("\u{1B}[A".utf8))  // [.key(.up)]
///
/// Its memory is bounded; a paste takes most of it.
public struct InputParser: Sendable {
  /// How long to wait for the rest of a sequence or a paste, once no byte comes any more.
  public static let sequencePatience = Duration.seconds(1)

  /// How long Escape stands alone where it ends what is left of a paste: longer, because the end mark begins with it, too,
  /// and the line is slow.
  static let lonePatience = Duration.milliseconds(300)

  /// Where in a sequence of bytes the parser is.
  private enum State: Sendable {
    case ground
    /// After so many escape characters: Escape itself, Alt with what comes, or the beginning of a sequence.
    case escape(count: Int)
    /// After an escape character and one of those that stand in the middle of a short sequence: that, or Alt with it.
    case intermediate(Unicode.Scalar)
    /// In a control sequence (CSI).
    case control(ControlSequence, isAlt: Bool)
    /// After `CSI [`, with which the Linux console begins five of its keys.
    case console(isAlt: Bool)
    /// After a single shift (SS3), with which some keys begin.
    case singleShift(isModified: Bool)
    /// In a string (DCS, OSC, APC, PM, SOS), nothing of which is kept. A bell ends an OSC.
    case string(endsWithBell: Bool)
    /// After an escape character in a string: its end, or another sequence that cuts it off.
    case stringEscape
    /// In an old mouse report: three bytes that are no characters.
    case mouse([UInt8])
    /// In a paste, or in the rest of one whose end did not come in time.
    case paste(PasteCollector)
  }

  private var state = State.ground
  private var decoder = UTF8Decoder()
  /// What the bytes that are being taken have completed so far.
  private var found: [TerminalInput] = []
  private let keys: [[UInt8]: Key]
  private let escapeDelay: Duration

  /// Makes a parser that has seen nothing.
  ///
  /// - Parameters:
  ///   - keys: What the terminal's description says that keys send, where that begins with an escape character. The usual
  ///     sequences of xterm, the Linux console and rxvt are known besides.
  ///   - escapeDelay: How long an escape character stands alone before it is the key.
  public init(keys: [[UInt8]: Key] = [:], escapeDelay: Duration = .milliseconds(25)) {
    self.keys = keys
    self.escapeDelay = escapeDelay
  }

  /// How long to wait for another byte before `timeOut()`; nil while nothing is begun.
  public var patience: Duration? {
    switch state {
    case .ground: decoder.isPending ? Self.sequencePatience : nil
    case .escape, .intermediate: escapeDelay
    case .control(let sequence, _) where sequence.mayEndWithDollar: escapeDelay
    case .paste(let paste) where paste.isGivenUp: paste.isAfterEscape && !decoder.isPending ? Self.lonePatience : nil
    default: Self.sequencePatience
    }
  }

  /// Whether the bytes are those of a string that means nothing here. It may be the user who types them, after a key that
  /// begins as a string does: a reader bounds how long it lasts in all.
  public var isInString: Bool {
    if case .string = state { true } else { false }
  }

  /// Takes bytes and gives what they complete.
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

  /// Ends what is begun, because nothing more has come for as long as `patience` said.
  public mutating func timeOut() -> [TerminalInput] {
    let ended = state
    state = .ground
    decoder.drop()
    switch ended {
    case .escape(let count): return Array(repeating: .key(.escape), count: count)
    case .intermediate(let scalar): return [.key(.alt(Character(scalar)))]
    case .paste(let paste) where paste.isGivenUp: return [.unfinishedPasteIsOver]
    case .paste(var paste):
      // The rest may still come, and none of it is a key.
      paste.giveUp()
      state = .paste(paste)
      return [.unfinishedPaste]
    default: return []
    }
  }
}

// MARK: - States

extension InputParser {
  /// Escape characters that are counted; no one presses more at once.
  private static let mostEscapes = 4

  private mutating func take(_ scalar: Unicode.Scalar) {
    if case .paste(var paste) = state {
      // Not kept twice while it grows.
      state = .ground
      if paste.take(scalar) {
        found.append(paste.isGivenUp ? .unfinishedPasteIsOver : .key(.paste(String(paste.text))))
      } else {
        state = .paste(paste)
      }
      return
    }
    if scalar == "\u{1B}" { return takeEscape() }
    // CAN and SUB end what is begun.
    if scalar == "\u{18}" || scalar == "\u{1A}", !isAtBeginning {
      state = .ground
      return
    }
    switch state {
    case .ground: takeGround(scalar)
    case .escape(let count): takeEscaped(scalar, isAlt: count > 1)
    case .stringEscape: takeEscaped(scalar, isAlt: false)
    case .intermediate:
      // Short sequences end with one character, or have another one in their middle.
      if !(0x20...0x2F).contains(scalar.value) { state = .ground }
    case .control(let sequence, let isAlt): takeControl(scalar, sequence, isAlt: isAlt)
    case .console(let isAlt):
      state = .ground
      if !isAlt, (0x41...0x45).contains(scalar.value) { found.append(.key(.function(Int(scalar.value) - 0x40))) }
    case .singleShift(let isModified): takeShifted(scalar, isModified: isModified)
    case .string(let endsWithBell):
      if scalar == "\u{9C}" || endsWithBell && scalar == "\u{07}" { state = .ground }
    case .mouse: state = .ground  // a control character is no part of a report
    case .paste: break
    }
  }

  private var isAtBeginning: Bool {
    switch state {
    case .ground, .escape: true
    default: false
    }
  }

  private mutating func takeEscape() {
    switch state {
    case .escape(let count): state = .escape(count: min(count + 1, Self.mostEscapes))
    case .string: state = .stringEscape
    default: state = .escape(count: 1)
    }
  }

  private mutating func takeGround(_ scalar: Unicode.Scalar) {
    if (0x80...0x9F).contains(scalar.value) { return introduce(scalar.value - 0x40, isAlt: false) }
    if let key = Self.key(typed: scalar) { found.append(.key(key)) }
  }

  private mutating func takeEscaped(_ scalar: Unicode.Scalar, isAlt: Bool) {
    state = .ground
    if !isAlt, let byte = UInt8(exactly: scalar.value), let key = keys[[0x1B, byte]] { return found.append(.key(key)) }
    switch scalar.value {
    case 0x20...0x2F: state = .intermediate(scalar)
    case 0x4F, 0x50, 0x58, 0x5B, 0x5D, 0x5E, 0x5F: introduce(scalar.value, isAlt: isAlt)
    case 0x5C: break  // the end of a string
    case 0x00...0x1F, 0x7F: break
    case 0x80...0x9F: introduce(scalar.value - 0x40, isAlt: isAlt)
    default: found.append(.key(.alt(Character(scalar))))
    }
  }

  /// Begins a sequence by the letter that follows its escape character.
  private mutating func introduce(_ letter: UInt32, isAlt: Bool) {
    switch letter {
    case 0x5B: state = .control(ControlSequence(), isAlt: isAlt)
    case 0x4F: state = .singleShift(isModified: isAlt)
    case 0x5D: state = .string(endsWithBell: true)
    case 0x50, 0x58, 0x5E, 0x5F: state = .string(endsWithBell: false)
    default: break
    }
  }

  private mutating func takeControl(_ scalar: Unicode.Scalar, _ sequence: ControlSequence, isAlt: Bool) {
    guard let byte = UInt8(exactly: scalar.value), byte < 0x80 else {
      state = .ground
      return
    }
    switch byte {
    case 0x20...0x3F:
      var sequence = sequence
      sequence.append(byte)
      state = sequence.isShiftedKey ? .ground : .control(sequence, isAlt: isAlt)
    case 0x5B where sequence.isEmpty: state = .console(isAlt: isAlt)
    case 0x4D where sequence.isEmpty && keys[[0x1B, 0x5B, 0x4D]] == nil: state = .mouse([])
    case 0x40...0x7E:
      state = .ground
      finish(sequence, byte, isAlt: isAlt)
    default: break  // a control character means nothing here
    }
  }

  private mutating func finish(_ sequence: ControlSequence, _ final: UInt8, isAlt: Bool) {
    if !isAlt, let key = keys[[0x1B, 0x5B] + sequence.bytes + [final]] { return found.append(.key(key)) }
    switch sequence.meaning(endingWith: final) {
    case .key(let key) where !isAlt: found.append(.key(key))
    case .mouse(let report): found.append(.mouse(report))
    case .pasteBegins: state = .paste(PasteCollector())
    case .key, nil: break
    }
  }

  private mutating func takeShifted(_ scalar: Unicode.Scalar, isModified: Bool) {
    if (0x30...0x3B).contains(scalar.value) {
      state = .singleShift(isModified: true)
      return
    }
    state = .ground
    guard !isModified, let byte = UInt8(exactly: scalar.value) else { return }
    let known = byte == 0x4D ? .enter : ControlSequence.letterKeys[byte]
    if let key = keys[[0x1B, 0x4F, byte]] ?? known { found.append(.key(key)) }
  }

  private mutating func takeMouse(_ report: [UInt8]) {
    guard report.count == 3 else {
      state = .mouse(report)
      return
    }
    state = .ground
    // Places that don't fit into a byte are sent as 0 by some terminals.
    guard report.allSatisfy({ $0 >= 0x20 }) else { return }
    let numbers = report.map { Int($0) - 32 }
    let meaning = MouseEvent(button: numbers[0], column: numbers[1], row: numbers[2], isRelease: false)
    if let meaning { found.append(.mouse(meaning)) }
  }

  /// The key for a scalar that was typed by itself.
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
