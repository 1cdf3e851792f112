/// Parts of a whole in per cent.
public enum ShareText {
  /// A share such as `12%`; `<1%` for what is there but hardly, `>999%` for what can't be a part, and nothing of nothing.
  public static func format(_ part: UInt64, of whole: UInt64) -> String {
    guard whole > 0 else { return "" }
    let percent = (Double(part) / Double(whole) * 100).rounded()
    if percent > 999 { return ">999%" }
    return percent < 1 && part > 0 ? "<1%" : "\(Int(percent))%"
  }
}
