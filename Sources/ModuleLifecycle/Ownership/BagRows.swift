/// The rows of one bag, in the order of acquisition.
///
/// An object that is taken from the middle leaves its row vacant. Vacant rows are removed when they outnumber the others.
/// An object is found by its id in a binary search, and by kind and name in a linear search, or in a dictionary if the bag
/// is large.
struct BagRows: Sendable {
  fileprivate struct Key: Hashable {
    /// Computed once: a dictionary that grows hashes its keys again.
    let hash: Int
    let owner: OwnerID
    let kind: OwnedKind
    let name: String

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  /// The most rows that are searched one by one.
  private static let few = 16

  private var rows: [OwnedRow] = []
  /// The ids of named objects. Some of them may have gone. `nil` until the first search in a large bag.
  private var named: [Key: UInt64]?
  private(set) var count = 0

  /// The hash value of a kind and an owner.
  static func hash(of kind: OwnedKind, _ owner: OwnerID) -> Int {
    var hasher = Hasher()
    hasher.combine(owner)
    hasher.combine(kind)
    return hasher.finalize()
  }

  /// The live objects, in the order of acquisition.
  var live: [OwnedRow] { rows.filter(\.isLive) }

  /// The first live object that a condition selects.
  func first(where condition: (OwnedRow) -> Bool) -> OwnedRow? { rows.first { $0.isLive && condition($0) } }

  /// Whether a condition is true of the newest live object. Copies none.
  func isLast(_ condition: (borrowing OwnedRow) -> Bool) -> Bool {
    var place = rows.count - 1
    while place >= 0, !rows[place].isLive { place -= 1 }
    return place >= 0 && condition(rows[place])
  }

  /// Adds an object. Its id must be the highest so far. Before a named one, call `reserve`.
  mutating func add(_ row: consuming OwnedRow) {
    if rows.isEmpty { rows.reserveCapacity(4) }
    rows.append(row)
    count += 1
  }

  /// The live object with this id.
  subscript(id: UInt64) -> OwnedRow? { place(of: id).map { rows[$0] } }

  /// The object to which its owner gave this kind and name. Otherwise the first one that has them anyway.
  mutating func find(_ kind: OwnedKind, _ name: String, of owner: Owner) -> OwnedRow? {
    if name.isEmpty { return nil }
    if let id = twin(kind, name, of: owner) { return self[id] }
    return rows.first { $0.isLive && !$0.isNamed && $0.name == name && $0.kind == kind && $0.owner === owner }
  }

  /// The id of the object to which its owner gave this kind and name.
  mutating func twin(_ kind: OwnedKind, _ name: String, of owner: Owner) -> UInt64? {
    if name.isEmpty { return nil }
    guard isLarge else { return twinAmongFew(kind, name, of: owner) }
    return named?[Key(name, kind, owner)].flatMap { place(of: $0) == nil ? nil : $0 }
  }

  /// Gives a kind and name to the object with an id, which is added next.
  ///
  /// - Parameter hash: The hash value of kind and owner, if the bag is large.
  /// - Returns: The id of the object that has them.
  mutating func reserve(_ kind: OwnedKind, _ name: String, of owner: Owner, hash: Int, for id: UInt64) -> UInt64? {
    guard isLarge else { return twinAmongFew(kind, name, of: owner) }
    let twin = named?.updateValue(id, forKey: Key(name, kind, owner, hash: hash))
    return twin.flatMap { place(of: $0) == nil ? nil : $0 }
  }

  private func twinAmongFew(_ kind: OwnedKind, _ name: String, of owner: Owner) -> UInt64? {
    rows.first { $0.isNamed && $0.name == name && $0.isLive && $0.kind == kind && $0.owner === owner }?.id
  }

  /// Whether objects are found in the dictionary, which is then up to date.
  var isLarge: Bool {
    mutating get {
      // A bag that was large stays so for a while, because the dictionary is costly to make.
      guard rows.count > (named == nil ? Self.few : Self.few / 2) else {
        named = nil
        return false
      }
      if named.map({ $0.count > 2 * rows.count + Self.few }) ?? true {
        var found: [Key: UInt64] = [:]
        for row in rows where row.isNamed && row.isLive { found[Key(row.name, row.kind, row.owner)] = row.id }
        named = found
      }
      return true
    }
  }

  /// Takes an object out, if it is still there.
  mutating func take(_ id: UInt64) -> OwnedRow? {
    guard let place = place(of: id) else { return nil }
    count -= 1
    if place == rows.count - 1 { return rows.removeLast() }
    let row = rows[place]
    rows[place].cleanup = nil
    if rows.count > 2 * Self.few, count < rows.count / 2 { rows.removeAll { !$0.isLive } }
    return row
  }

  /// Takes out the newest object.
  mutating func takeLast() -> OwnedRow? {
    while let row = rows.popLast() {
      if row.isLive {
        count -= 1
        return row
      }
    }
    return nil
  }

  private func place(of id: UInt64) -> Int? {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].id == id && rows[low].isLive ? low : nil
  }
}

extension BagRows.Key {
  fileprivate init(_ name: String, _ kind: OwnedKind, _ owner: Owner, hash: Int? = nil) {
    let group = hash ?? BagRows.hash(of: kind, owner.id)
    self.init(hash: group ^ name.hashValue, owner: owner.id, kind: kind, name: name)
  }
}
