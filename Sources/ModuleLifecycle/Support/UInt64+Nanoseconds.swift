extension UInt64 {
  /// Creates a number of nanoseconds from a duration. A negative or too long duration is clamped.
  package init(nanoseconds duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let whole = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let all = whole.partialValue.addingReportingOverflow(UInt64(clamping: attoseconds / 1_000_000_000))
    self = whole.overflow || all.overflow ? .max : all.partialValue
  }
}

extension UInt64 {
  /// Returns the sum, or the largest number on overflow: a damaged recording can contain any number.
  package func plus(_ other: UInt64) -> UInt64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }

  /// Returns the difference, or 0 if the other number is larger: clocks and recordings can disagree.
  package func minus(_ other: UInt64) -> UInt64 { self - Swift.min(self, other) }
}
