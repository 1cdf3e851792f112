extension CompositeDelegate {
  /// Records a milestone of the application, such as its first frame on screen.
  ///
  /// The mark appears in the launch's waterfall, in exports and in comparisons. It can have a budget.
  ///
  /// ```swift
  /// composite.mark("first frame")
  /// ```
  ///
  /// Its time is counted from the start of the launch. If a launch has several marks with the same name, the first
  /// counts. Costs a clock read and a journal entry.
  public func mark(_ name: String) {
    guard journal.isEnabled else { return }
    let sender = stack.sender
    journal.append(
      .mark(
        MarkEntry(
          name: name, atNanoseconds: journal.now, dispatch: sender?.dispatch,
          module: sender?.moduleID == nil ? nil : sender?.module, moduleID: sender?.moduleID)))
  }
}
