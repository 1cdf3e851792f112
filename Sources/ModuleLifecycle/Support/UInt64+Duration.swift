extension UInt64 {
  /// Creates a number of nanoseconds from a duration. A negative or too long duration is clamped.
  package init(nanoseconds duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let whole = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let all = whole.partialValue.addingReportingOverflow(UInt64(clamping: attoseconds / 1_000_000_000))
    self = whole.overflow || all.overflow ? .max : all.partialValue
  }
}
