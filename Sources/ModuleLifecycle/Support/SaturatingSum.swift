extension UInt64 {
  /// Returns the sum, or the largest number on overflow: a damaged recording can contain any number.
  package func plus(_ other: UInt64) -> UInt64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }

  /// Returns the difference, or 0 if the other number is larger: clocks and recordings can disagree.
  package func minus(_ other: UInt64) -> UInt64 { self - Swift.min(self, other) }
}
