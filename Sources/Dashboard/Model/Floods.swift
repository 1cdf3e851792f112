#if CommandLine

/// The items of a list that begin a line on the screen: every item, except that a flood of equal items shares one line.
struct Floods: Sendable, Equatable {
  /// The fewest equal items that form a flood.
  static let fewest = 8

  /// The items that begin a line, ascending.
  private(set) var starts = SortedNumbers()
  /// Whether floods get a line for each item anyway.
  private let isUnfolded: Bool
  /// The equal items at the end: the first of them, and their number.
  private var run = (start: 0, length: 0)

  init(isUnfolded: Bool = false) { self.isUnfolded = isUnfolded }

  mutating func append(_ item: Int, isLikeLast: Bool) {
    run = isLikeLast ? (run.start, run.length + 1) : (item, 1)
    if isUnfolded || run.length < Self.fewest {
      starts.insert(item)
    } else if run.length == Self.fewest {
      starts.keep(Int.min..<(run.start + 1))
    }
  }

  /// Removes all items from `item` on. The caller must append the next item as unlike the last.
  mutating func cut(from item: Int) { starts.keep(Int.min..<item) }

  /// Removes all items before `item`, which then begins a line.
  mutating func forget(before item: Int) {
    starts.keep(item..<Int.max)
    starts.insert(item)
    run.start = max(run.start, item)
  }

  /// The item that begins the line of `item`.
  func start(of item: Int) -> Int? {
    let place = starts.prefixCount(upTo: item)
    return place > 0 ? starts[place - 1] : nil
  }

  /// The first item after the line that begins with `start`; `nil` for the last line.
  func end(of start: Int) -> Int? {
    let place = starts.prefixCount(upTo: start)
    return place < starts.count ? starts[place] : nil
  }

  static func == (left: Self, right: Self) -> Bool {
    left.starts == right.starts && left.isUnfolded == right.isUnfolded
  }
}

/// How much of an owner the cleanup pane shows.
enum OwnerFold: Sendable, Equatable {
  /// Each flood of equal objects has one line.
  case floods
  /// Each object has a line.
  case none
  /// Only the heading is shown.
  case all
}
#endif
