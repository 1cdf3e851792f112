/// Finds rows by the hash of their kind and name: a table of places with open addressing.
///
/// A row that goes is not taken out of the table: its entry then points at a place that is vacant, or has another row,
/// and is passed over. So cleaning a row costs the index nothing. A table with too many such entries is made anew.
struct NameIndex: Sendable {
  /// Places counted from one; zero is free.
  private var table: [UInt32] = []
  private var used = 0
  /// How many rows from the first on have been entered.
  private var entered = 0

  /// Throws the table away, because places have changed; the next use makes it anew.
  mutating func forget() { self = NameIndex() }

  /// Enters the last row.
  mutating func add(_ rows: [OwnedRow]) {
    guard entered > 0, used < table.count / 4 * 3 else { return rebuild(rows) }
    entered = rows.count
    enter(UInt32(rows.count), rows[rows.count - 1].hash)
  }

  /// The place of the row with that hash that fits.
  mutating func place(of hash: UInt32, in rows: [OwnedRow], where fits: (OwnedRow) -> Bool) -> Int? {
    if entered == 0 { rebuild(rows) }
    let mask = table.count - 1
    var slot = Int(hash) & mask
    while table[slot] != 0 {
      let place = Int(table[slot]) - 1
      if place < rows.count, fits(rows[place]) { return place }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private mutating func rebuild(_ rows: [OwnedRow]) {
    var capacity = 64
    while capacity < rows.count * 2 { capacity *= 2 }
    table = [UInt32](repeating: 0, count: capacity)
    used = 0
    for (index, row) in rows.enumerated() where row.cleanup != nil { enter(UInt32(index + 1), row.hash) }
    entered = rows.count
  }

  private mutating func enter(_ place: UInt32, _ hash: UInt32) {
    let mask = table.count - 1
    var slot = Int(hash) & mask
    while table[slot] != 0 { slot = (slot + 1) & mask }
    table[slot] = place
    used += 1
  }
}
