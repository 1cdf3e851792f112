/// How well names match a query. Case does not matter. The cost depends on the name, not on the query.
package struct NameMatch {
  private let query: String
  private let count: Int

  package init(_ query: String) {
    self.query = query.lowercased()
    count = self.query.count
  }

  /// Returns 0 if the name has the query as a prefix, 1 if it contains it, 2 if it has its letters in order; `nil` if
  /// none.
  package func score(_ name: String) -> Int? {
    let name = name.lowercased()
    guard count <= name.count else { return nil }
    if name.hasPrefix(query) { return 0 }
    if name.contains(query) { return 1 }
    var rest = query[...]
    for letter in name where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty ? 2 : nil
  }
}
