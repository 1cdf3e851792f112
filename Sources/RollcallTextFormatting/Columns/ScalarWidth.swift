/// The number of columns that one Unicode scalar takes by itself.
///
/// The widths follow Unicode 15.0, as did the C library's `wcwidth` where this table was checked, because the C library
/// decides where a terminal library places its cells. Newer scalars count as unprintable, so that the result does not
/// depend on the version of the Swift runtime.
enum ScalarWidth {
  /// The number of columns of a scalar: 0, 1 or 2; `nil` if it can't be shown.
  static func columns(of scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x02FF: return 1
    case 0x2010...0x2027, 0x2190...0x21FF, 0x2500...0x25FC: return 1
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: return 2
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator:
      return nil
    case .privateUse:
      return 1
    case .nonspacingMark, .enclosingMark:
      return isKnown(properties) ? 0 : nil
    case .format:
      return isKnown(properties) ? (isVisibleFormat(scalar) ? 1 : 0) : nil
    default:
      guard isKnown(properties) else { return nil }
      if isJoiningLetter(scalar) { return 0 }
      return wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  private static func isKnown(_ properties: Unicode.Scalar.Properties) -> Bool {
    guard let age = properties.age else { return false }
    return age.major < 15 || (age.major == 15 && age.minor == 0)
  }

  /// Whether a scalar encloses the digits after it. By category these are format characters, but they are drawn.
  private static func isVisibleFormat(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  /// Whether a scalar is drawn in the preceding cell: a vowel or final of conjoining Hangul, or the joining Ahom
  /// medial.
  private static func isJoiningLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FB, 0x1171E: true
    default: false
    }
  }
}
