import TextFormatting

/// The text of one cell: a scalar and up to four marks on it, as plain bits.
///
/// A screen has thousands of cells, which are made, compared and thrown away with every key. Like this they cost no
/// reference counting, and two of them are equal when their bits are.
struct Glyph: Hashable, Sendable {
  /// Three scalars of 21 bits, the first one lowest; zero where there is none.
  private(set) var low: UInt64 = 0
  /// Two more.
  private(set) var high: UInt64 = 0

  fileprivate static let bits: UInt64 = 21
  fileprivate static let inLow = 3

  /// The scalars that there is room for: those of a display form.
  static let mostScalars = TextWidth.maximumMarks + 1

  /// The first scalars of a text; for all that a canvas draws these are all.
  init(_ text: some StringProtocol) {
    for (place, scalar) in text.unicodeScalars.prefix(Self.mostScalars).enumerated() {
      let value = UInt64(scalar.value)
      if place < Self.inLow {
        low |= value << (UInt64(place) * Self.bits)
      } else {
        high |= value << (UInt64(place - Self.inLow) * Self.bits)
      }
    }
  }

  init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

  /// One scalar.
  init(_ scalar: Unicode.Scalar) { low = UInt64(scalar.value) }

  static let space = Glyph(" " as Unicode.Scalar)
  static let none = Glyph("")

  var isEmpty: Bool { low == 0 }

  /// The only scalar; `nil` where there are none or several.
  var onlyScalar: Unicode.Scalar? { high == 0 && low != 0 ? Unicode.Scalar(UInt32(clamping: low)) : nil }

  /// The scalars, in order.
  var scalars: Cell.Scalars { Cell.Scalars(low: low, high: high) }

  /// The text.
  var text: String {
    if let onlyScalar { return String(Character(onlyScalar)) }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}

extension Cell {
  /// Gives the scalars of a cell's text, one after the other. Costs no memory.
  public struct Scalars: Sequence, IteratorProtocol, Sendable {
    fileprivate var low: UInt64
    fileprivate var high: UInt64

    /// The next scalar; `nil` after the last one.
    public mutating func next() -> Unicode.Scalar? {
      let mask: UInt64 = 1 << Glyph.bits - 1
      guard low & mask != 0 else { return nil }
      defer {
        // What follows moves up, so that the next one always stands lowest.
        low = low >> Glyph.bits | (high & mask) << (Glyph.bits * UInt64(Glyph.inLow - 1))
        high >>= Glyph.bits
      }
      return Unicode.Scalar(UInt32(low & mask))
    }
  }
}
