import DequeModule
import ModuleLifecycle
import OrderedCollections

extension OwnershipLog {
  /// One row of the cleanup pane.
  enum Row: Equatable {
    case heading(Owner)
    case live(Owner, OwnedEntry)
    case cleaned(Owner, Cleaned)

    var owner: Owner {
      switch self {
      case .heading(let owner), .live(let owner, _), .cleaned(let owner, _): owner
      }
    }

    var id: RowID {
      switch self {
      case .heading(let owner): .heading(owner.id)
      case .live(let owner, let object): .object(object.id, of: owner.id)
      case .cleaned(let owner, let object): .object(object.released.id, of: owner.id)
      }
    }
  }

  /// What a row is about; it stays the same when rows move.
  enum RowID: Hashable, Sendable {
    case heading(UInt64)
    case object(UInt64, of: UInt64)
  }

  /// The row at a place counted from the top; the newest is the last.
  func row(at index: Int) -> Row? {
    var rest = index
    for id in shown {
      guard let owner = owners[id] else { continue }
      if rest <= owner.rowCount { return row(at: rest, of: owner) }
      rest -= owner.rowCount + 1
    }
    return nil
  }

  /// The place of a row, if it is still there.
  func index(of row: RowID) -> Int? {
    var first = 0
    for id in shown {
      guard let owner = owners[id] else { continue }
      switch row {
      case .heading(id): return first
      case .object(let object, of: id): return place(of: object, in: owner).map { first + $0 }
      default: first += owner.rowCount + 1
      }
    }
    return nil
  }

  /// Within an owner: the heading, then what is open still, last acquired first, then what was cleaned, oldest first.
  private func row(at index: Int, of owner: Owner) -> Row? {
    guard index > 0 else { return index == 0 ? .heading(owner) : nil }
    let open = owner.openCount
    if index <= open { return .live(owner, owner.live.elements[open - index].value) }
    let cleaned = index - open - 1
    return cleaned < owner.cleaned.count ? .cleaned(owner, owner.cleaned[cleaned]) : nil
  }

  private func place(of object: UInt64, in owner: Owner) -> Int? {
    let open = owner.openCount
    if open > 0, let index = owner.live.index(forKey: object) { return open - index }
    return owner.cleaned.firstIndex { $0.released.id == object }.map { open + 1 + $0 }
  }
}
