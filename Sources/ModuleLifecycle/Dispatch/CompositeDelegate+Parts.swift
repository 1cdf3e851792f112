extension CompositeDelegate {
  /// Measures a part of the running handler and shows it as its own row in the dispatch.
  ///
  /// ```swift
  /// handlers.on(DidFinishLaunching.self) { parties, _ in
  ///   CompositeDelegate.part("crash report") { parties.startCrashReport() }
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
  public static func part<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
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
