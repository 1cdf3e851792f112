/// Parts of a whole in percent.
public enum ShareText {
  /// Returns a share such as `12%`: `<1%` for a tiny part, `>999%` for a number that can't be a part, and an empty text
  /// if the whole is zero.
  public static func format(_ part: UInt64, of whole: UInt64) -> String {
    guard whole > 0 else { return "" }
    let percent = (Double(part) / Double(whole) * 100).rounded()
    if percent > 999 { return ">999%" }
    return percent < 1 && part > 0 ? "<1%" : "\(Int(percent))%"
  }
}
