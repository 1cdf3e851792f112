extension CompositeDelegate {
  /// Runs a part of the handler that is running as a row of its own in the dispatch, with its own time.
  ///
  /// ```swift
  /// handlers.on(DidFinishLaunching.self) { parties, _ in
  ///   CompositeDelegate.part("crash report") { parties.startCrashReport() }
  /// }
  /// ```
  ///
  /// Parts nest. Outside of a handler, and in a handler that has waited for something, the body runs and leaves no row.
  /// Costs two clock reads, and as many readings of the processor's time where that is measured.
  ///
  /// - Parameters:
  ///   - name: What the row is called.
  ///   - body: Runs at once.
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

extension DispatchStack {
  /// A part of the running handler that has begun.
  struct OpenPart {
    let frame: Int
    let part: Int
    let nestedBefore: UInt64
    let measured: ProcessorMeter.Span?
  }

  func beginPart(_ name: String) -> OpenPart? {
    guard let frame = unsafe innermost, unsafe frame.pointee.isRecorded else { return nil }
    let measured = meter?.begin()
    let start = unsafe clock.now - frame.pointee.start
    let (step, depth) = unsafe (progress.pointee.step, frame.pointee.openParts + 1)
    parts.append(DispatchRecord.Part(name: name, step: step, depth: depth, start: start))
    unsafe frame.pointee.openParts += 1
    let open = unsafe OpenPart(
      frame: progress.pointee.depth - 1, part: parts.count - 1, nestedBefore: progress.pointee.nested,
      measured: measured)
    unsafe progress.pointee.nested = 0
    return open
  }

  func endPart(_ open: OpenPart, error: String?) {
    let frame = unsafe frame(open.frame)
    let total = unsafe clock.now - frame.pointee.start - parts[open.part].start
    let nested = unsafe progress.pointee.nested
    parts[open.part].total = total
    parts[open.part].own = total - min(nested, total)
    parts[open.part].error = error
    if let measured = open.measured { parts[open.part].times = measured.endNow() }
    unsafe frame.pointee.openParts -= 1
    unsafe progress.pointee.nested = open.nestedBefore + total
  }
}
