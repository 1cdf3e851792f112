#if CommandLine
import DequeModule
import ModuleLifecycle

/// Numbers in ascending order, each once. Either end costs nothing, and the middle little.
struct SortedNumbers: Sendable, Equatable {
  private var numbers: Deque<Int> = []

  init() {}

  /// - Parameter numbers: In any order, each once.
  init(_ numbers: some Sequence<Int>) { self.numbers = Deque(numbers.sorted()) }

  var count: Int { numbers.count }
  subscript(place: Int) -> Int { numbers[place] }

  /// Where a number stands, if it is there.
  func place(of number: Int) -> Int? {
    let place = insertionPlace(of: number)
    return place < numbers.count && numbers[place] == number ? place : nil
  }

  mutating func insert(_ number: Int) {
    guard let last = numbers.last, last >= number else { return numbers.append(number) }
    let place = insertionPlace(of: number)
    if numbers[place] != number { numbers.insert(number, at: place) }
  }

  mutating func remove(_ number: Int) {
    if let place = place(of: number) { numbers.remove(at: place) }
  }

  private func insertionPlace(of number: Int) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// What one owner owns now, by number; in the order of acquisition.
struct LiveObjects: Sendable, Equatable {
  private(set) var numbers = SortedNumbers()
  private var entries: [Int: OwnedEntry] = [:]

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }
  subscript(number: Int) -> OwnedEntry? { entries[number] }

  /// What was acquired last, first.
  var newestFirst: some Sequence<OwnedEntry> {
    (0..<numbers.count).reversed().lazy.compactMap { entries[numbers[$0]] }
  }

  /// The numbers of those that a test lets pass, which is asked in any order: that is quicker than one by one.
  func numbers(where isWanted: (OwnedEntry) -> Bool) -> SortedNumbers {
    SortedNumbers(entries.values.lazy.filter(isWanted).map(\.number))
  }

  mutating func add(_ entry: OwnedEntry) {
    numbers.insert(entry.number)
    entries[entry.number] = entry
  }

  mutating func remove(_ number: Int) -> OwnedEntry? {
    guard let entry = entries.removeValue(forKey: number) else { return nil }
    numbers.remove(number)
    return entry
  }
}

/// What one owner owns and is being cleaned asynchronously, by number; nearly always nothing.
struct ReleasingObjects: Sendable, Equatable {
  /// A cleanup that has begun.
  struct Begun: Sendable, Equatable {
    let entry: ReleasingEntry
    /// The position that its row will have among the cleaned ones: the cleanups stand in the order in which they began.
    var position: Int
    /// How many had begun before.
    let order: Int
  }

  private(set) var numbers = SortedNumbers()
  private var entries: [Int: Begun] = [:]
  private var begunCount = 0
  /// How many of them might have lived as long as the application.
  private(set) var lastingCount = 0

  var count: Int { entries.count }
  subscript(number: Int) -> ReleasingEntry? { entries[number]?.entry }

  /// - Parameter position: The position of the row that is cleaned next.
  mutating func add(_ entry: ReleasingEntry, at position: Int) {
    guard entries[entry.number] == nil else { return }
    numbers.insert(entry.number)
    entries[entry.number] = Begun(entry: entry, position: position, order: begunCount)
    begunCount += 1
    if entry.isLasting { lastingCount += 1 }
  }

  /// - Returns: The position of its row among the cleaned ones, if it was being cleaned.
  mutating func remove(_ number: Int) -> Int? {
    guard !entries.isEmpty, let begun = entries.removeValue(forKey: number) else { return nil }
    numbers.remove(number)
    if begun.entry.isLasting { lastingCount -= 1 }
    // In place: a loop over the values would copy all of them.
    for place in entries.values.indices where entries.values[place].order > begun.order {
      entries.values[place].position += 1
    }
    return begun.position
  }
}

/// What one owner has owned, in the order in which the cleanups began. The oldest may be forgotten; positions count those too, so
/// that they change only where the end of an asynchronous cleanup comes in between.
struct CleanedObjects: Sendable, Equatable {
  private var rows: Deque<OwnershipLog.Cleaned> = []
  private var positions: [Int: Int] = [:]
  private(set) var forgotten = 0

  var count: Int { rows.count }
  var isEmpty: Bool { rows.isEmpty }
  var last: OwnershipLog.Cleaned? { rows.last }
  var positionsKept: Range<Int> { forgotten..<(forgotten + rows.count) }

  /// The row at a position.
  subscript(position: Int) -> OwnershipLog.Cleaned { rows[position - forgotten] }

  /// The position of the object of that number, if it is kept.
  func position(of number: Int) -> Int? { positions[number] }

  /// The latest so many, oldest first.
  func suffix(_ count: Int) -> some Sequence<OwnershipLog.Cleaned> { rows.suffix(count) }

  mutating func append(_ row: OwnershipLog.Cleaned) {
    positions[row.released.number] = forgotten + rows.count
    rows.append(row)
  }

  /// Puts a row at a position, or at the first that is kept.
  ///
  /// - Returns: Its position; the rows from there on have others than before.
  mutating func insert(_ row: OwnershipLog.Cleaned, at position: Int) -> Int {
    let index = min(max(0, position - forgotten), rows.count)
    rows.insert(row, at: index)
    for place in index..<rows.count { positions[rows[place].released.number] = forgotten + place }
    return forgotten + index
  }

  mutating func forget(_ count: Int) {
    for (offset, row) in rows.prefix(count).enumerated() where positions[row.released.number] == forgotten + offset {
      positions[row.released.number] = nil
    }
    rows.removeFirst(count)
    forgotten += count
  }
}
#endif
