/// The layout that a text keeps when it is made printable.
public enum PrintableForm: Sendable {
  /// Line breaks and tabs are kept.
  case lines
  /// Line breaks and tabs become spaces, so that the text is on one line.
  case line
}

extension String {
  /// Returns the text without characters that affect a terminal, a shell or the reading order: each becomes U+FFFD.
  /// These are the control characters (C0, DEL, C1) and the characters that change the writing direction.
  ///
  /// This is the only filter for everything that leaves the program as text: the screen, the clipboard, standard error,
  /// and lines for people on standard output. Machine formats have their own escapes; see `printableJSON`. Linear in
  /// the text's length. A text without such characters is returned unchanged.
  public func printable(_ form: PrintableForm = .lines) -> String {
    guard utf8.contains(where: { Self.mayBegin($0, form) }) else { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(scalar.printable(form)) }
    return String(scalars)
  }

  /// The JSON text with each of these characters escaped. JSON itself requires this only for C0, but a terminal would
  /// act on the others. The meaning of the JSON does not change.
  public var printableJSON: String {
    guard utf8.contains(where: { Self.mayBegin($0, .line) }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.printable(.line) == scalar {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\u\(scalar.value.digits(4, radix: 16))"
      }
    }
    return text
  }

  /// Whether a UTF-8 byte is or starts a replaced character, or a character near one.
  private static func mayBegin(_ byte: UInt8, _ form: PrintableForm) -> Bool {
    switch byte {
    case 0x09, 0x0A: form == .line
    case 0x00...0x1F, 0x7F, 0xC2, 0xD8, 0xE2: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Returns the scalar itself, or its replacement in a printable text.
  public func printable(_ form: PrintableForm) -> Unicode.Scalar {
    switch value {
    case 0x09, 0x0A: form == .line ? " " : self
    case 0x2028, 0x2029: form == .line ? "\u{FFFD}" : self
    case 0x00...0x1F, 0x7F...0x9F: "\u{FFFD}"
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
    default: self
    }
  }
}
