/// What a text may keep of its layout when it is made printable.
public enum PrintableForm: Sendable {
  /// Line breaks and tabs stay.
  case lines
  /// All of it comes on one line: line breaks and tabs become spaces.
  case line
}

extension String {
  /// The text without anything that acts on a terminal, a shell or the order of what is read: each such character
  /// becomes U+FFFD. These are the control characters (C0, DEL, C1) and those that change the direction of writing.
  ///
  /// This is the one filter for whatever leaves the program as text: the screen, the clipboard, standard error, lines for
  /// people on standard output. Formats for machines have their own escapes; see `printableJSON`. Linear in the text's
  /// length; a text that has nothing of the kind is given back as it is.
  public func printable(_ form: PrintableForm = .lines) -> String {
    guard utf8.contains(where: { Self.mayBegin($0, form) }) else { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(scalar.printable(form)) }
    return String(scalars)
  }

  /// The text of a value of JSON in which each such character is escaped: JSON itself demands that only of C0, and a
  /// terminal would act on the rest. It means the same to who reads it.
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

  /// Whether a byte of UTF-8 is, or begins, a character that is replaced, or one of its neighbours.
  private static func mayBegin(_ byte: UInt8, _ form: PrintableForm) -> Bool {
    switch byte {
    case 0x09, 0x0A: form == .line
    case 0x00...0x1F, 0x7F, 0xC2, 0xD8, 0xE2: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// The scalar itself, or what stands for it in a printable text.
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
