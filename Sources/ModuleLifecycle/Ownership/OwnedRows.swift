/// One object in a bag.
struct OwnedRow: Sendable {
  /// How to give the resource back, and where that may run.
  enum Cleanup: Sendable {
    case anywhere(@Sendable () -> Void)
    case onMainActor(@MainActor @Sendable () -> Void)
  }

  let id: UInt64
  /// The owner's count when it was acquired.
  let number: Int
  let kind: OwnedKind
  let name: String
  let cleanup: Cleanup
}

/// The objects of one bag in the order of their acquisition.
///
/// Taking one from the middle leaves a vacancy, so that the numbers stay sorted and a row is found by its number in
/// logarithmic time, and by kind and name in constant time. Vacancies are swept when they outnumber the rows.
struct OwnedRows: Sendable {
  private struct Key: Hashable, Sendable {
    let kind: OwnedKind
    let name: String
  }

  private var rows: [OwnedRow?] = []
  /// The number of each row, present or vacant, ascending.
  private var numbers: [Int] = []
  private var byName: [Key: Int] = [:]
  private var isClosed = false
  private(set) var count = 0

  /// What came of adding a row.
  enum Addition: Sendable {
    case added
    /// Another row of the same kind and name had to go first; it was taken out, and the new one was not added.
    case blocked(by: OwnedRow)
    /// A closed bag takes nothing any more.
    case closed
  }

  /// Adds a row at the end, unless its kind and name are in use.
  mutating func add(_ row: OwnedRow) -> Addition {
    guard !isClosed else { return .closed }
    if let other = take(kind: row.kind, name: row.name) { return .blocked(by: other) }
    // Two threads may come here in another order than they were numbered in.
    let index = (numbers.last ?? 0) < row.number ? numbers.count : place(of: row.number)
    rows.insert(row, at: index)
    numbers.insert(row.number, at: index)
    byName[Key(kind: row.kind, name: row.name)] = row.number
    count += 1
    return .added
  }

  mutating func close() { isClosed = true }

  func contains(number: Int) -> Bool { index(of: number) != nil }

  private mutating func take(kind: OwnedKind, name: String) -> OwnedRow? {
    byName[Key(kind: kind, name: name)].flatMap { take(number: $0) }
  }

  mutating func take(number: Int) -> OwnedRow? {
    guard let index = index(of: number), let row = rows[index] else { return nil }
    rows[index] = nil
    forget(row)
    dropVacantEnd()
    if rows.count > 32, count < rows.count / 2 { dropVacancies() }
    return row
  }

  /// Takes the row that was acquired last.
  mutating func takeLast() -> OwnedRow? {
    dropVacantEnd()
    guard let last = rows.popLast(), let row = last else { return nil }
    numbers.removeLast()
    forget(row)
    return row
  }

  private func place(of number: Int) -> Int {
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func index(of number: Int) -> Int? {
    let place = place(of: number)
    return place < numbers.count && numbers[place] == number && rows[place] != nil ? place : nil
  }

  private mutating func forget(_ row: OwnedRow) {
    count -= 1
    let key = Key(kind: row.kind, name: row.name)
    if byName[key] == row.number { byName[key] = nil }
  }

  private mutating func dropVacantEnd() {
    while let last = rows.last, last == nil {
      rows.removeLast()
      numbers.removeLast()
    }
  }

  private mutating func dropVacancies() {
    rows = rows.filter { $0 != nil }
    numbers = rows.compactMap { $0?.number }
  }
}
