extension UInt64 {
  /// A duration in nanoseconds; one that is negative or too long for them is as near as they come.
  package init(nanoseconds duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let whole = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let all = whole.partialValue.addingReportingOverflow(UInt64(clamping: attoseconds / 1_000_000_000))
    self = whole.overflow || all.overflow ? .max : all.partialValue
  }
}
