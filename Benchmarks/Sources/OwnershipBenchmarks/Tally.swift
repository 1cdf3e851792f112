/// Counts how often each object was cleaned. This is the work of every contender's cleanups, and it proves that each
/// ran exactly once.
///
/// It is not synchronised: a contender works on one thread.
@safe final class Tally: @unchecked Sendable {
  private let counts: UnsafeMutableBufferPointer<UInt8>

  init(objects: Int) {
    unsafe counts = .allocate(capacity: objects)
    unsafe counts.initialize(repeating: 0)
  }

  deinit { unsafe counts.deallocate() }

  /// Records that an object was cleaned.
  func mark(_ object: Int) { unsafe counts[object] &+= 1 }

  /// The first object that was not cleaned exactly once, with its count.
  var firstMistake: (object: Int, count: Int)? {
    guard let object = unsafe counts.firstIndex(where: { $0 != 1 }) else { return nil }
    return (object, unsafe Int(counts[object]))
  }

  func reset() { unsafe counts.update(repeating: 0) }
}
