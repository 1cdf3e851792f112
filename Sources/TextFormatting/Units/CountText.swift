/// Numbers of things, as prose and tables spell them.
public enum CountText {
  /// A number with its digits in groups of three.
  ///
  ///     CountText.format(999)        // "999"
  ///     CountText.format(1_000_000)  // "1,000,000"
  public static func format(_ number: some BinaryInteger) -> String {
    // Nearly all are small, and a machine's word is spelled much faster than any integer.
    if let small = Int(exactly: number), (-999...999).contains(small) { return small.description }
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return number < 0 ? "-\(text)" : text
  }

  /// A number and what there are so many of, in the plural unless it is one: `1 module`, `2,000 modules`, `3 entries`.
  ///
  /// - Parameter plural: Where an s is not enough.
  public static func format(_ number: some BinaryInteger, _ noun: String, plural: String? = nil) -> String {
    "\(format(number)) \(number == 1 ? noun : plural ?? "\(noun)s")"
  }

  /// How often: `once`, `twice`, `1,000 times`.
  ///
  /// - Parameter saysTwice: Whether two are `twice`, and not `2 times`, which goes better with other numbers.
  public static func times(_ number: some BinaryInteger, saysTwice: Bool = true) -> String {
    switch number {
    case 1: "once"
    case 2 where saysTwice: "twice"
    default: "\(format(number)) times"
    }
  }
}

extension BinaryInteger {
  /// The number in at least so many digits, zeros before it.
  public func digits(_ count: Int, radix: Int = 10, uppercase: Bool = false) -> String {
    let text = String(self, radix: radix, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
  }
}
