extension UInt64 {
  /// The sum, or the largest number where that is too small: a damaged recording may say anything.
  package func plus(_ other: UInt64) -> UInt64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }

  /// The difference, or 0 where the other number is larger: clocks and recordings may disagree.
  package func minus(_ other: UInt64) -> UInt64 { self - Swift.min(self, other) }
}
