extension String {
  /// The text with U+FFFD in place of control characters, which mean something to terminals; tabs and ends of lines stay.
  var withoutControls: String {
    // In UTF-8 all those behind ASCII begin with C2.
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return self }
    var result = ""
    for scalar in unicodeScalars { result.unicodeScalars.append(scalar.isUnwantedControl ? "\u{FFFD}" : scalar) }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isUnwantedControl: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F...0x9F: true
    default: false
    }
  }
}
