import ModuleLifecycle

/// Events that were sent within others, until the entry of the outermost one comes: a child's entry precedes its parent's.
struct DispatchTrees {
  private var held: [UInt64: [DispatchEntry]] = [:]
  private(set) var heldCount = 0

  /// An event may send others without end; then they are written as they came.
  private static let mostHeld = 4_096

  /// Whether so many are held that they have to be written, though their outermost event has not come.
  var isFull: Bool { heldCount >= Self.mostHeld }

  /// Keeps a dispatch until its parent comes.
  mutating func hold(_ dispatch: DispatchEntry, until parent: UInt64) {
    held[parent, default: []].append(dispatch)
    heldCount += 1
  }

  /// Hands out what was sent within a dispatch, in the order in which it came.
  mutating func takeChildren(of parent: UInt64) -> [DispatchEntry] {
    let children = held.removeValue(forKey: parent) ?? []
    heldCount -= children.count
    return children
  }

  /// Hands out the children of the first dispatch whose entry has not come; `nil` where there are none.
  mutating func takeOrphans() -> [DispatchEntry]? { held.keys.min().map { takeChildren(of: $0) } }
}

extension DispatchEntry {
  /// The place of the row whose call sent an event; `nil` where it can't be told which one it was.
  ///
  /// - Parameter calls: See `callTimes`.
  func row(thatSent child: DispatchEntry, _ calls: [UInt64]) -> Int? {
    handlers.indices.last { index in
      let span = handlers[index]
      let start = atNanoseconds.plus(span.startNanoseconds)
      return span.sent(child) && span.outcome != .skipped && start <= child.atNanoseconds
        && child.atNanoseconds - start <= calls[index]
    }
  }
}
