/// A queue in a ring of memory that only grows. Adding and removing elements at the same rate allocates nothing.
///
/// The capacity is a power of two. `count` positions contain an element: those from `head` on, wrapping around the end.
/// All others are uninitialised.
@safe struct RingQueue<Element: Sendable>: ~Copyable, @unchecked Sendable {
  private var places: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  private var head = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// - Parameter capacity: The initial room for elements; a power of two.
  init(capacity: Int) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "The capacity must be a power of two.")
    unsafe places = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit {
    for offset in 0..<count { unsafe (places + place(offset)).deinitialize(count: 1) }
    unsafe places.deallocate()
  }

  /// The element at an offset from the first.
  subscript(offset: Int) -> Element {
    precondition(offset >= 0 && offset < count, "There is no such element.")
    return unsafe places[place(offset)]
  }

  @inline(__always) mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe (places + place(count)).initialize(to: element)
    count += 1
  }

  /// Removes and returns the first element.
  mutating func removeFirst() -> Element {
    precondition(count > 0, "There is no element.")
    let first = unsafe (places + head).move()
    head = place(1)
    count -= 1
    return first
  }

  private func place(_ offset: Int) -> Int { (head + offset) & (capacity - 1) }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    for offset in 0..<count {
      unsafe (larger + offset).moveInitialize(from: places + place(offset), count: 1)
    }
    unsafe places.deallocate()
    unsafe places = larger
    capacity *= 2
    head = 0
  }
}
