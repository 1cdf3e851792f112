import ModuleLifecycle
import RollcallLaunches

/// Holds events that were sent within others until the outermost entry arrives. A child's entry precedes its parent's.
struct DispatchTrees {
  private var held: [DispatchID: [DispatchEntry]] = [:]
  private(set) var heldCount = 0

  /// The limit: events may send others without end. Beyond it they are written as they arrived.
  private static let mostHeld = 4_096

  /// Whether the held dispatches must be written although their outermost event has not arrived.
  var isFull: Bool { heldCount >= Self.mostHeld }

  /// Holds a dispatch until its parent arrives.
  mutating func hold(_ dispatch: DispatchEntry, until parent: DispatchID) {
    held[parent, default: []].append(dispatch)
    heldCount += 1
  }

  /// Removes and returns the events sent within a dispatch, in the order of their arrival.
  mutating func takeChildren(of parent: DispatchID) -> [DispatchEntry] {
    let children = held.removeValue(forKey: parent) ?? []
    heldCount -= children.count
    return children
  }

  /// Removes and returns the children of the first dispatch whose entry has not arrived; `nil` if there are none.
  mutating func takeOrphans() -> [DispatchEntry]? { held.keys.min().map { takeChildren(of: $0) } }
}

extension DispatchEntry {
  /// The index of the row whose call sent an event; `nil` if that is unknown.
  ///
  /// - Parameter calls: See `callTimes`.
  func row(thatSent child: DispatchEntry, _ calls: [UInt64]) -> Int? {
    handlers.indices.last { index in
      let span = handlers[index]
      let start = atNanoseconds.plus(span.startNanoseconds)
      return span.sent(child) && span.wasCalled && start <= child.atNanoseconds
        && child.atNanoseconds - start <= calls[index]
    }
  }
}
