import RollcallTestSupport

/// Random sequences that terminals send and that are not keys: replies, reports, keys with modifiers.
struct InputGrammar {
  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(state: seed) }

  /// The next sequence. It may be cut short. Then a pause must precede the input after it.
  mutating func next() -> [UInt8] {
    let sequence = introduced()
    // One in ten ends too early. Two escape characters alone would be two presses of the Escape key.
    guard number(10) == 0, sequence.count > 2, sequence[1] != 0x1B else { return sequence }
    return Array(sequence.prefix(2 + number(sequence.count - 2)))
  }

  private mutating func introduced() -> [UInt8] {
    switch number(10) {
    case 0: [0x1B, letter()]  // Alt
    case 1: [0x1B, 0x1B, letter()]
    case 2: Array("\u{1B}[".utf8) + parameters() + [unknownFinal()]
    case 3: Array("\u{1B}[".utf8) + [pick("?>=")] + parameters() + [pick("cnRuymthqx")]
    case 4: Array("\u{1B}[\(1 + number(60));\(1 + number(200))R".utf8)
    case 5: Array("\u{1B}[\(97 + number(26));\(pick([3, 5, 7, 9, 13]))u".utf8)
    case 6: Array("\u{1B}[\(pick([1, 2, 3, 5, 6, 11, 15]));\(2 + number(15))".utf8) + [pick("~ABCDFHPQS")]
    case 7: Array("\u{1B}O".utf8) + [pick("abcdeghijklnoqrstuvwxyzGIJKLNOTUVWX")]
    case 8: string()
    default: [0x9B] + parameters() + [unknownFinal()]
    }
  }

  /// DCS, OSC, APC, PM or SOS, with a 7-bit or 8-bit terminator.
  private mutating func string() -> [UInt8] {
    let introducer = pick("P]_^X")
    let text = (0..<number(60)).map { _ in UInt8(0x20 + number(0x5F)) }
    let bell: [[UInt8]] = introducer == UInt8(ascii: "]") ? [[0x07]] : []
    return [0x1B, introducer] + text + pick([[0x1B, 0x5C], [0x9C]] + bell)
  }

  private mutating func parameters() -> [UInt8] {
    (0..<number(12)).map { _ in pick("0123456789;:") }
  }

  /// A final byte that no key has.
  private mutating func unknownFinal() -> UInt8 { pick("bcdefghijklmnopqrstvwxyzGIJKLNOTUVWXY@`|}") }

  /// A letter for Alt that does not introduce a sequence.
  private mutating func letter() -> UInt8 {
    pick("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNQRSTUVWYZ0123456789?.,:;<>=")
  }

  private mutating func number(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(elements.count)] }

  private mutating func pick(_ text: StaticString) -> UInt8 { pick(Array("\(text)".utf8)) }
}
