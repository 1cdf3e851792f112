extension CompositeDelegate {
  /// Writes down that something has happened that matters to those who wait for the application, such as that its first
  /// frame is on the screen. It stands in the waterfall of the launch, in exports and in comparisons, and can have a budget.
  ///
  /// ```swift
  /// composite.mark("first frame")
  /// ```
  ///
  /// Its time is counted from the beginning of the launch. Of several marks of one name in a launch the first counts.
  /// Costs a clock read and an entry in the journal.
  public func mark(_ name: String) {
    guard journal.isEnabled else { return }
    let running = stack.runningModule
    journal.append(
      .mark(
        MarkEntry(
          name: name, atNanoseconds: journal.now, dispatch: unsafe stack.innermost?.pointee.id,
          module: running?.id == nil ? nil : running?.name, moduleID: running?.id)))
  }
}
