/// Numbers of things, as prose and tables spell them.
public enum CountText {
  /// A number with its digits in groups of three.
  ///
  ///     CountText.format(999)        // "999"
  ///     CountText.format(1_000_000)  // "1,000,000"
  public static func format(_ number: some BinaryInteger) -> String {
    let digits = String(number.magnitude)
    guard digits.count > 3 else { return String(number) }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return number < 0 ? "-\(text)" : text
  }

  /// A number and what there are so many of, in the plural unless it is one: `1 module`, `2,000 modules`.
  public static func format(_ number: some BinaryInteger, _ noun: String) -> String {
    "\(format(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// How often: `once`, `twice`, `1,000 times`.
  public static func times(_ number: some BinaryInteger) -> String {
    switch number {
    case 1: "once"
    case 2: "twice"
    default: "\(format(number)) times"
    }
  }
}
