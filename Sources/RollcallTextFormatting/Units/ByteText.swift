/// Sizes in memory and on disk.
public enum ByteText {
  /// Returns a file size in units of a thousand: `812 bytes`, `4.2 kB`, `41 MB`.
  public static func format(_ bytes: some BinaryInteger) -> String {
    guard bytes >= 1_000 else { return CountText.format(bytes, "byte") }
    var (amount, unit) = (Double(bytes) / 1_000, "kB")
    for larger in ["MB", "GB"] where amount >= 999 { (amount, unit) = (amount / 1_000, larger) }
    let tenths = Int((amount * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\((tenths + 5) / 10) \(unit)"
  }

  /// Returns a size to compare with a limit, in megabytes of 1,048,576 bytes, rounded up: `4.1 MB`, `100 MB`.
  public static func megabytesRoundedUp(_ bytes: Int) -> String {
    let tenths = (bytes * 10 + (1 << 20) - 1) >> 20
    return tenths < 100 && tenths % 10 != 0 ? "\(tenths / 10).\(tenths % 10) MB" : "\((tenths + 9) / 10) MB"
  }
}
