#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import TextFormatting

/// What there is to say about one owned object.
extension Detail {
  /// One that is open although its owner is gone, or should be.
  init(open object: OwnedEntry, owner: OwnershipLog.Owner, state: DashboardState) {
    title = Self.title(Words.object(object), number: object.number, owner: owner)
    addAcquisition(of: object, owner: owner, state: state)
    if let releasing = owner.releasing[object.number] {
      let time = Clock(state).preciseTime(releasing.atNanoseconds)
      let verb = "began \(time), because \(Words.because(releasing.reason)), and has not ended"
      add("cleaned", "not yet: its cleanup \(verb)", style: Palette.caution)
      let age = state.now - min(releasing.atNanoseconds, state.now)
      add("waiting", DurationText.format(nanoseconds: age))
    } else if object.isLasting {
      add("cleaned", "not yet: it lives until the application ends, whatever becomes of \(Words.name(of: owner))")
    } else if !owner.isGone {
      add("cleaned", "not yet: \(Words.name(of: owner)) has it")
    } else {
      addWaiting(owner: owner, state: state)
    }
    if let detail = object.detail { add("resource", detail) }
    add("lifetime", Words.lifetime(object.lifetime))
    if owner.isOverdue(object) { addHints(about: owner, state: state) }
  }

  private mutating func addWaiting(owner: OwnershipLog.Owner, state: DashboardState) {
    let name = Words.name(of: owner)
    let verb = owner.module == nil ? "was expected to go" : "was removed"
    let holding =
      owner.isOverdue ? "somebody still holds it" : owner.isFreed ? "it is freed" : "it is not freed yet"
    add("cleaned", "not yet: \(name) \(verb), and \(holding)", style: Palette.bad)
    guard let since = owner.removedAt else { return }
    add("waiting", DurationText.format(nanoseconds: state.now - min(since, state.now)))
  }

  /// One that was cleaned.
  init(cleaned row: OwnershipLog.Cleaned, owner: OwnershipLog.Owner, state: DashboardState) {
    let released = row.released
    title = Self.title(Words.object(row), number: released.number, owner: owner)
    if let owned = row.owned { addAcquisition(of: owned, owner: owner, state: state) }
    let overdue = owner.removedAt.map { released.atNanoseconds - min($0, released.atNanoseconds) }
    let late = released.isLateRelease ? ", \(overdue.map { DurationText.format(nanoseconds: $0) } ?? "") late" : ""
    let time = Clock(state).preciseTime(released.atNanoseconds)
    add("cleaned", "\(time), because \(Words.because(released.reason))\(late)")
    if let after = released.aliveAfter, let before = released.deadAfter {
      add("", "it \(Words.died(OwnershipLog.Window(after: after, before: before)))")
    }
    addCleanup(of: row, owner: owner)
    if let detail = row.owned?.detail { add("resource", detail) }
    if let owned = row.owned {
      let lived = released.atNanoseconds - min(owned.atNanoseconds, released.atNanoseconds)
      add("lived", DurationText.format(nanoseconds: lived))
    }
    add("lifetime", Words.lifetime(released.lifetime))
  }

  private mutating func addCleanup(of row: OwnershipLog.Cleaned, owner: OwnershipLog.Owner) {
    let took = DurationText.format(nanoseconds: row.released.cleanupNanoseconds)
    let thread = row.released.thread == "main" ? "the main thread" : "a background thread"
    let position = owner.cleaned.position(of: row.released.number)
    let before = position.flatMap { $0 > owner.cleaned.positionsKept.lowerBound ? owner.cleaned[$0 - 1] : nil }
    let order = before.map { ", after \(Words.object($0))" } ?? (position == 0 ? ", the first of its owner to go" : "")
    add("took", "\(took) on \(thread)\(order)")
  }

  private static func title(_ name: String, number: Int, owner: OwnershipLog.Owner) -> String {
    "\(Words.name(of: owner)) \u{00B7} object \(number) of \(max(number, owner.acquiredCount)) \u{00B7} \(name)"
  }

  /// When, in which dispatch, and after which object of the same owner.
  private mutating func addAcquisition(of object: OwnedEntry, owner: OwnershipLog.Owner, state: DashboardState) {
    var text = Clock(state).preciseTime(object.atNanoseconds)
    if let dispatch = object.dispatch {
      let event = state.history.dispatches.last { $0.id == dispatch }?.event
      text += " in \(event.map { "\($0) " } ?? "")#\(dispatch)"
    }
    let number = object.number &- 1
    if number == 0 {
      text += ", the first"
    } else if let other = owner.live[number] {
      text += ", after \(Words.object(other))"
    } else if let position = owner.cleaned.position(of: number) {
      text += ", after \(Words.object(owner.cleaned[position]))"
    }
    add("acquired", text)
  }
}
#endif
