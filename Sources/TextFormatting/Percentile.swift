/// Exact percentiles: values that were measured, and none in between.
public enum Percentile {
  /// Of `n` values in ascending order the one in place `percent/100 × n`, rounded up; `nil` where there is none.
  ///
  /// - Parameter percent: From 1 to 100; what is beyond counts as the nearer end.
  public static func value(_ percent: Int, of ascending: [UInt64]) -> UInt64? {
    guard !ascending.isEmpty else { return nil }
    let percent = min(max(1, percent), 100)
    return ascending[max(1, (ascending.count * percent + 99) / 100) - 1]
  }
}
