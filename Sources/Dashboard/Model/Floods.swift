#if CommandLine

/// Which of some items in a row begin a line of the screen: each of them, except that a flood of equal ones is one line.
struct Floods: Sendable, Equatable {
  /// So many equal items are a flood.
  static let fewest = 8

  /// The items that begin a line, ascending.
  private(set) var starts = SortedNumbers()
  /// Whether floods have a line for each item all the same.
  private let isUnfolded: Bool
  /// The equal items that came last: the first of them, and how many.
  private var run = (start: 0, length: 0)

  init(isUnfolded: Bool = false) { self.isUnfolded = isUnfolded }

  /// Adds an item behind the others.
  mutating func append(_ item: Int, isLikeLast: Bool) {
    run = isLikeLast ? (run.start, run.length + 1) : (item, 1)
    if isUnfolded || run.length < Self.fewest {
      starts.insert(item)
    } else if run.length == Self.fewest {
      starts.keep(Int.min..<(run.start + 1))
    }
  }

  /// Removes all items from one on. What is appended next is not like what is left.
  mutating func cut(from item: Int) { starts.keep(Int.min..<item) }

  /// Removes all items before one, which begins a line then.
  mutating func forget(before item: Int) {
    starts.keep(item..<Int.max)
    starts.insert(item)
    run.start = max(run.start, item)
  }

  /// The item that begins the line of another.
  func start(of item: Int) -> Int? {
    let place = starts.prefixCount(upTo: item)
    return place > 0 ? starts[place - 1] : nil
  }

  /// The item behind the line that begins with one; `nil` for the last line.
  func end(of start: Int) -> Int? {
    let place = starts.prefixCount(upTo: start)
    return place < starts.count ? starts[place] : nil
  }

  static func == (left: Self, right: Self) -> Bool {
    left.starts == right.starts && left.isUnfolded == right.isUnfolded
  }
}

/// How much of an owner is to be seen in the cleanup pane.
enum OwnerFold: Sendable, Equatable {
  /// Floods of equal objects are one line each.
  case floods
  /// Each object has a line.
  case none
  /// The heading alone.
  case all
}
#endif
