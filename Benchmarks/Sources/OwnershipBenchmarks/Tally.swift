/// Counts how often each object was cleaned: the work that every contender's cleanups do, and the proof that each ran
/// exactly once.
///
/// A contender works on one thread, so nothing is guarded.
@safe final class Tally: @unchecked Sendable {
  private let counts: UnsafeMutableBufferPointer<UInt8>

  init(objects: Int) {
    unsafe counts = .allocate(capacity: objects)
    unsafe counts.initialize(repeating: 0)
  }

  deinit { unsafe counts.deallocate() }

  /// Notes that an object was cleaned.
  func mark(_ object: Int) { unsafe counts[object] &+= 1 }

  /// The first object that was not cleaned exactly once, and how often it was.
  var firstMistake: (object: Int, count: Int)? {
    guard let object = unsafe counts.firstIndex(where: { $0 != 1 }) else { return nil }
    return (object, unsafe Int(counts[object]))
  }

  func reset() { unsafe counts.update(repeating: 0) }
}
