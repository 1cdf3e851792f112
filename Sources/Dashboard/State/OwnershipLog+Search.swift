#if CommandLine
import ModuleLifecycle
import OrderedCollections

extension OwnershipLog {
  /// An object's row that fits a query.
  struct Match: Equatable {
    let row: RowID
    /// The how-manieth it is, from one.
    let place: Int
    let count: Int
  }

  /// The next object that fits a query below a row, or above it; after the last comes the first.
  ///
  /// It looks at every row, as setting a filter does, unless that is the filter already.
  func match(for query: String, from index: Int, by step: Int) -> Match? {
    var fitting = self
    if filter?.query != query { fitting.setFilter(query) }
    guard fitting.matchCount > 0 else { return nil }
    // The rows that fit stand in the same order as all rows.
    var (low, high) = (0, fitting.rowCount)
    while low < high {
      let middle = (low + high) / 2
      let place = fitting.row(at: middle).flatMap { self.index(of: $0.id) } ?? 0
      if step > 0 ? place <= index : place < index { low = middle + 1 } else { high = middle }
    }
    let found =
      step > 0
      ? fitting.object(from: low, by: 1) ?? fitting.object(from: 0, by: 1)
      : fitting.object(from: low - 1, by: -1) ?? fitting.object(from: fitting.rowCount - 1, by: -1)
    guard let found, let row = fitting.row(at: found) else { return nil }
    return Match(row: row.id, place: found + 1 - fitting.headingCount(upTo: found), count: fitting.matchCount)
  }

  /// The first row from one on that is no heading.
  private func object(from index: Int, by step: Int) -> Int? {
    var index = index
    while let row = row(at: index) {
      guard case .heading = row else { return index }
      index += step
    }
    return nil
  }

  private func headingCount(upTo index: Int) -> Int {
    zip(shown, starts).count { $1 <= index && (owners[$0]?.visibleCount ?? 0) > 0 }
  }
}
#endif
