extension CompositeDelegate {
  /// Measures a part of the running handler and shows it as its own row in the dispatch.
  ///
  /// ```swift
  /// handlers.on(DidFinishLaunching.self) { parties, _ in
  ///   CompositeDelegate.measure("crash report") { parties.startCrashReport() }
  /// }
  /// ```
  ///
  /// Parts nest. Outside a handler, and in a handler that has suspended, the body runs but leaves no row. Costs two
  /// clock reads, plus two readings of the processor time when that is measured.
  ///
  /// - Parameters:
  ///   - name: The row's name.
  ///   - body: The work to measure. It runs at once.
  /// - Returns: What the body returns.
  public static func measure<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    guard let stack = DispatchStack.current, let place = stack.beginPart(name) else { return try body() }
    do {
      let result = try body()
      stack.endPart(place, error: nil)
      return result
    } catch {
      stack.endPart(place, error: describe(error))
      throw error
    }
  }
}

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
    defer { application.tellConductor(.marked(name)) }
    guard journal.isEnabled else { return }
    let sender = stack.sender
    journal.append(
      .mark(
        MarkEntry(
          name: name, atNanoseconds: journal.now, dispatch: sender?.dispatch,
          module: sender?.moduleID == nil ? nil : sender?.module, moduleID: sender?.moduleID)))
  }
}
