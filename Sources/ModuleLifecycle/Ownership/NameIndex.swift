/// Finds objects by the hash of their kind and name: a table of hashes and places with open addressing.
///
/// An object that goes is not taken out of the table: its entry then points at a place that is vacant, or has another
/// one, and is passed over. So cleaning costs the index nothing. A table that gets crowded is made anew. As long as the
/// bag is small, there is none.
struct NameIndex: Sendable {
  /// A hash above a place counted from one; zero is free.
  private var table: [UInt64] = []
  private var used = 0
  /// Where the last search ended in vain, which is where an object of that hash would be entered.
  private var end: (hash: UInt32, slot: Int)?

  /// Throws the table away, because places have changed; the next look-up makes it anew.
  mutating func forget() {
    if !table.isEmpty { self = NameIndex() }
  }

  /// Enters an object.
  mutating func add(_ hash: UInt32, at place: Int, of rows: borrowing RowStack) {
    guard !table.isEmpty else { return }
    if used >= table.count / 2 {
      if rows.count >= used / 4 * 3 { double() } else { return rebuild(rows) }
    }
    enter(hash, place)
  }

  /// The place of the object of that name and kind.
  mutating func find(_ name: String, tally: UInt32, hash: UInt32, in rows: borrowing RowStack) -> Int? {
    if table.isEmpty { rebuild(rows) }
    let mask = table.count - 1
    var slot = Int(hash) & mask
    while table[slot] != 0 {
      let entry = table[slot]
      let place = Int(entry & 0xFFFF_FFFF) - 1
      if entry >> 32 == UInt64(hash), place < rows.count,
        rows.bears(name, tally: tally, hash: hash, at: place)
      {
        return place
      }
      slot = (slot + 1) & mask
    }
    end = (hash, slot)
    return nil
  }

  private mutating func rebuild(_ rows: borrowing RowStack) {
    var capacity = 64
    while capacity < rows.count * 3 { capacity *= 2 }
    table = [UInt64](repeating: 0, count: capacity)
    used = 0
    end = nil
    for place in 0..<rows.count where rows.hash(at: place) != 0 { enter(rows.hash(at: place), place) }
  }

  /// Makes room, mostly in the order of memory: what stood together stands in two places then.
  private mutating func double() {
    let entries = table
    table = [UInt64](repeating: 0, count: entries.count * 2)
    used = 0
    end = nil
    for entry in entries where entry != 0 {
      enter(UInt32(truncatingIfNeeded: entry >> 32), Int(entry & 0xFFFF_FFFF) - 1)
    }
  }

  private mutating func enter(_ hash: UInt32, _ place: Int) {
    let mask = table.count - 1
    var slot = Int(hash) & mask
    if let end, end.hash == hash { slot = end.slot }
    while table[slot] != 0 { slot = (slot + 1) & mask }
    table[slot] = UInt64(hash) << 32 | UInt64(place + 1)
    used += 1
  }
}
