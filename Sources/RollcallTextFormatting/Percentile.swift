/// Exact percentiles: always a measured value, never an interpolated one.
public enum Percentile {
  /// Returns the value at position `percent/100 × n`, rounded up, of `n` ascending values; `nil` if there are none.
  ///
  /// - Parameter percent: From 1 to 100. Other numbers are clamped.
  public static func value(_ percent: Int, of ascending: [UInt64]) -> UInt64? {
    guard !ascending.isEmpty else { return nil }
    let percent = min(max(1, percent), 100)
    return ascending[max(1, (ascending.count * percent + 99) / 100) - 1]
  }
}
