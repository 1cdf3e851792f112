/// The calls of one dispatch's handlers in few words, usually one word each.
///
/// A call normally begins where the previous one ended, and all of its time is its own. Otherwise a word with its own
/// time, a word with its start, or both follow. If processor time was measured, two more words come last.
enum PackedSpans {
  /// One handler's call.
  struct Span: Sendable {
    /// Counted from the start of the dispatch.
    var start: UInt64
    var total: UInt64
    var own: UInt64
    var result: HandlerResult
    /// How its own time was spent.
    var times = ThreadTimes.notMeasured
  }

  /// The maximum number of words for one call.
  static let mostWords = 5
  private static let (ownFollows, startFollows, timesFollow): (UInt64, UInt64, UInt64) = (8, 16, 32)

  /// Writes one call after the previous ones, the last of which ended at `end`.
  ///
  /// - Returns: The number of words written.
  @inline(__always) static func write(
    _ span: Span, after end: UInt64, to words: UnsafeMutablePointer<UInt64>
  ) -> Int {
    var word = UInt64(span.result.rawValue) | span.total << 6
    var count = 1
    if span.own != span.total {
      word |= ownFollows
      unsafe words[count] = span.own
      count += 1
    }
    if span.start != end {
      word |= startFollows
      unsafe words[count] = span.start
      count += 1
    }
    if span.times.isMeasured {
      word |= timesFollow
      unsafe (words[count], words[count + 1]) = (span.times.computing, span.times.waiting)
      count += 2
    }
    unsafe words[0] = word
    return count
  }

  /// The calls, in order.
  static func spans(_ words: some Sequence<UInt64>) -> [Span] {
    var spans: [Span] = []
    var iterator = words.makeIterator()
    var end: UInt64 = 0
    while let word = iterator.next() {
      let total = word >> 6
      let own = word & ownFollows == 0 ? total : iterator.next() ?? total
      let start = word & startFollows == 0 ? end : iterator.next() ?? end
      var span = Span(
        start: start, total: total, own: own, result: HandlerResult(rawValue: UInt8(word & 7)) ?? .skipped)
      if word & timesFollow != 0, let computing = iterator.next(), let waiting = iterator.next() {
        span.times = ThreadTimes(computing: computing, waiting: waiting)
      }
      spans.append(span)
      end = start + total
    }
    return spans
  }
}

/// The packed handler calls of all dispatches that are not recorded yet, those of the innermost dispatch last. Memory
/// is kept, so that a dispatch allocates none.
@safe struct SpanStack: @unchecked Sendable {
  @safe private struct Memory {
    var words: UnsafeMutablePointer<UInt64>
    var capacity: Int
    var count = 0
  }

  private let memory: UnsafeMutablePointer<Memory>

  init() {
    let capacity = 64
    unsafe memory = .allocate(capacity: 1)
    unsafe memory.initialize(to: Memory(words: .allocate(capacity: capacity), capacity: capacity))
  }

  func deallocate() {
    unsafe memory.pointee.words.deallocate()
    unsafe memory.deallocate()
  }

  /// Makes room for a dispatch's calls.
  ///
  /// - Returns: The index of the first one. Room for other dispatches comes after them.
  @inline(__always) func reserve(_ calls: Int) -> Int {
    let first = unsafe memory.pointee.count
    let end = first + calls * PackedSpans.mostWords
    if unsafe end > memory.pointee.capacity { grow(to: end) }
    unsafe memory.pointee.count = end
    return first
  }

  /// Writes a call where `reserve` has made room.
  ///
  /// - Returns: The index of the next call.
  @inline(__always) func write(_ span: PackedSpans.Span, after end: UInt64, at index: Int) -> Int {
    unsafe index + PackedSpans.write(span, after: end, to: memory.pointee.words + index)
  }

  /// Adds the calls of a dispatch that has already ended.
  ///
  /// - Returns: Their range.
  func push(_ spans: [PackedSpans.Span]) -> Range<Int> {
    let first = reserve(spans.count)
    var (place, end) = (first, UInt64(0))
    for span in spans {
      place = write(span, after: end, at: place)
      end = span.start + span.total
    }
    shrink(to: place)
    return first..<place
  }

  /// Gives back the reserved room that was not used, or all of it.
  @inline(__always) func shrink(to end: Int) { unsafe memory.pointee.count = end }

  /// The words of a dispatch. They are valid until the next dispatch begins.
  @inline(__always) func words(_ range: Range<Int>) -> UnsafeBufferPointer<UInt64> {
    unsafe UnsafeBufferPointer(start: memory.pointee.words + range.lowerBound, count: range.count)
  }

  @inline(never) private func grow(to least: Int) {
    let capacity = unsafe max(least, memory.pointee.capacity * 2)
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
    unsafe words.update(from: memory.pointee.words, count: memory.pointee.count)
    unsafe memory.pointee.words.deallocate()
    unsafe memory.pointee.words = words
    unsafe memory.pointee.capacity = capacity
  }
}
