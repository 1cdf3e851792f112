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

extension DispatchStack {
  /// A part of the running handler that has not ended.
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
