/// Parts of a whole in per cent.
public enum ShareText {
  /// A share such as `12%`; `<1%` for what is there but hardly, and nothing of nothing.
  public static func format(_ part: UInt64, of whole: UInt64) -> String {
    guard whole > 0 else { return "" }
    let percent = (Double(part) / Double(whole) * 100).rounded()
    return percent < 1 && part > 0 ? "<1%" : "\(Int(percent))%"
  }
}
