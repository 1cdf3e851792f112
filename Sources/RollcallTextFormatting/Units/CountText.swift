/// Numbers and counts, for prose and tables.
public enum CountText {
  /// Returns a number with its digits in groups of three.
  ///
  ///     CountText.format(999)        // "999"
  ///     CountText.format(1_000_000)  // "1,000,000"
  public static func format(_ number: some BinaryInteger) -> String {
    // Nearly all numbers are small, and a machine word is formatted much faster than an arbitrary integer.
    if let small = Int(exactly: number), (-999...999).contains(small) { return small.description }
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return number < 0 ? "-\(text)" : text
  }

  /// Returns a number and a noun, in the plural unless the number is one: `1 module`, `2,000 modules`, `3 entries`.
  ///
  /// - Parameter plural: The plural, if adding an s is not enough.
  public static func format(_ number: some BinaryInteger, _ noun: String, plural: String? = nil) -> String {
    "\(format(number)) \(number == 1 ? noun : plural ?? "\(noun)s")"
  }

  /// Returns how often something happened: `once`, `twice`, `1,000 times`.
  ///
  /// - Parameter saysTwice: Whether 2 becomes `twice`, rather than `2 times`, which reads better next to other numbers.
  public static func times(_ number: some BinaryInteger, saysTwice: Bool = true) -> String {
    switch number {
    case 1: "once"
    case 2 where saysTwice: "twice"
    default: "\(format(number)) times"
    }
  }
}

extension BinaryInteger {
  /// Returns the number with at least `count` digits, padded with leading zeros.
  public func digits(_ count: Int, radix: Int = 10, uppercase: Bool = false) -> String {
    let text = String(self, radix: radix, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
  }
}
