import ModuleLifecycle
import TerminalUI
import OrderedCollections

extension DashboardState {
  /// The selected module's row.
  var selected: Roster.Row? { selectedModule.flatMap { roster[$0] } }

  /// How many rows a key moves by; an end is as far as one can go.
  func movement(of key: Key) -> Int? {
    switch key {
    case .up, .character("k"): -1
    case .down, .character("j"): 1
    case .pageUp: -visibleRows
    case .pageDown: visibleRows
    case .home, .character("g"): .min
    case .end, .character("G"): .max
    default: nil
    }
  }

  /// A step that can be added without overflow.
  func clamped(_ step: Int) -> Int { min(max(step, -1_000_000_000), 1_000_000_000) }

  mutating func move(by step: Int) {
    if focus == .cleanup { moveInCleanup(by: clamped(step)) } else { moveInModules(by: clamped(step)) }
  }

  private mutating func moveInModules(by step: Int) {
    guard roster.count > 0 else { return }
    let current = selectedModule.flatMap { roster.index(of: $0) } ?? 0
    selectedModule = roster[min(max(0, current + step), roster.count - 1)].id
    keepSelectionVisible()
  }

  private mutating func moveInCleanup(by step: Int) {
    let last = ownership.rowCount - 1
    guard last >= 0 else { return }
    let row = min(max(0, (cleanup.row ?? last) + step), last)
    cleanup.row = row == last ? nil : row
    if let module = ownership.row(at: row)?.owner.module, roster[module] != nil {
      selectedModule = module
      keepSelectionVisible()
    }
  }

  /// Rows for modules in the panes.
  var visibleRows: Int { max(1, Layout(for: self).moduleRows) }

  /// Scrolls as little as needed.
  mutating func keepSelectionVisible() {
    guard let selectedModule, let index = roster.index(of: selectedModule) else { return moduleScroll = 0 }
    let rows = visibleRows
    moduleScroll = min(max(moduleScroll, index - rows + 1), index)
    moduleScroll = max(0, min(moduleScroll, roster.count - rows))
  }
}

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

  /// Within an owner: the heading, then what is open still, last acquired first, then what was cleaned, in order.
  private func row(at index: Int, of owner: Owner) -> Row? {
    guard index > 0 else { return index == 0 ? .heading(owner) : nil }
    let open = owner.isStillAlive ? owner.live.count : 0
    if index <= open { return .live(owner, owner.live.elements[open - index].value) }
    let cleaned = index - open - 1
    return cleaned < owner.cleaned.count ? .cleaned(owner, owner.cleaned[cleaned]) : nil
  }
}
