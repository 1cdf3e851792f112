/// Finds objects by the hash of their kind and name: a table of hashes and places with open addressing.
///
/// An object that goes is not taken out of the table: its entry then points at a place that is vacant, or has another
/// one, and is passed over. So cleaning costs the index nothing. A table that gets crowded is made anew. As long as the
/// bag is small, there is none.
struct NameIndex: Sendable {
  /// A hash above a place counted from one; zero is free.
  private var table: [UInt64] = []
  private var used = 0

  /// Throws the table away, because places have changed; the next look-up makes it anew.
  mutating func forget() {
    if !table.isEmpty { self = NameIndex() }
  }

  /// Enters an object.
  mutating func add(_ hash: UInt32, at place: Int, of items: ContiguousArray<OwnedItem?>) {
    guard !table.isEmpty else { return }
    if used >= table.count / 2 { rebuild(items) } else { enter(hash, place) }
  }

  /// The object with that hash that fits.
  mutating func find(
    _ hash: UInt32, in items: ContiguousArray<OwnedItem?>, where fits: (OwnedItem) -> Bool
  ) -> OwnedItem? {
    if table.isEmpty { rebuild(items) }
    let mask = table.count - 1
    var slot = Int(hash) & mask
    while table[slot] != 0 {
      let entry = table[slot]
      let place = Int(entry & 0xFFFF_FFFF) - 1
      if entry >> 32 == UInt64(hash), place < items.count, let item = items[place], fits(item) { return item }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private mutating func rebuild(_ items: ContiguousArray<OwnedItem?>) {
    var capacity = 64
    while capacity < items.count * 3 { capacity *= 2 }
    table = [UInt64](repeating: 0, count: capacity)
    used = 0
    for (place, item) in items.enumerated() {
      if let hash = unsafe item?.hash, hash != 0 { enter(hash, place) }
    }
  }

  private mutating func enter(_ hash: UInt32, _ place: Int) {
    let mask = table.count - 1
    var slot = Int(hash) & mask
    while table[slot] != 0 { slot = (slot + 1) & mask }
    table[slot] = UInt64(hash) << 32 | UInt64(place + 1)
    used += 1
  }
}
