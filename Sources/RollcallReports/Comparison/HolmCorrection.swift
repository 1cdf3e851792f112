/// Corrects the `p` of several tests, so that the chance of any false alarm among them is no greater than that of a
/// single test.
///
/// Source: S. Holm, *A simple sequentially rejective multiple test procedure*, Scandinavian Journal of Statistics 6
/// (1979), 65–70.
enum HolmCorrection {
  /// Returns the corrected values in the order of the tests.
  static func corrected(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var corrected = values
    var least = 0.0
    for (place, index) in order.enumerated() {
      least = max(least, min(1, values[index] * Double(values.count - place)))
      corrected[index] = least
    }
    return corrected
  }
}
