extension BinaryInteger {
  /// The number with its digits in groups of three: `1,000,000`.
  public var grouped: String {
    var digits = String(magnitude)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(Substring(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    groups.insert(Substring(digits), at: 0)
    return (self < 0 ? "-" : "") + groups.joined(separator: ",")
  }
}

extension Double {
  /// The nearest whole number, with its digits in groups of three.
  public var whole: String { Int(rounded()).grouped }

  /// The number as a ratio, with two decimals: `1.25×`.
  public var times: String {
    let hundredths = Int((self * 100).rounded())
    let decimals = String(hundredths % 100)
    return "\((hundredths / 100).grouped).\(decimals.count < 2 ? "0" : "")\(decimals)×"
  }
}
