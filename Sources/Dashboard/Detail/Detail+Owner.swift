#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import Recordings

/// The detail of an owner.
extension Detail {
  /// The most objects in the list of open objects, and in that of cleaned ones.
  private static let most = 200

  init(owner: OwnedObjectHistory.Owner, state: DashboardState) {
    title = Phrases.name(of: owner)
    if let row = owner.module.flatMap({ state.application.modules[$0] }) {
      title += row.owner == owner.id ? " \u{00B7} place \(Phrases.number(row.order))" : " \u{00B7} an earlier instance"
    }
    addEnd(of: owner, state: state)
    addOwned(by: owner, state: state)
  }

  /// Adds when the owner was removed, the result, and what may hold it.
  mutating func addEnd(of owner: OwnedObjectHistory.Owner, state: DashboardState) {
    if let died = owner.died { add("died", "\(Phrases.died(died).dropFirst(5)); without a bag, the time is inexact") }
    if let since = owner.removedAt {
      let age = owner.isStillAlive ? ", \(Phrases.time(state.now.minus(since))) ago" : ""
      let time = Clock(state).preciseTime(since)
      add(owner.module == nil ? "expected" : "removed", "\(time)\(age), \(owner.end)")
    }
    if owner.isOverdue { addHints(about: owner, state: state) }
  }

  /// Adds all hints, and how far to trust each.
  mutating func addHints(about owner: OwnedObjectHistory.Owner, state: DashboardState) {
    if let other = owner.mutedBy { add("because", "of \(other), which is itself overdue", style: Style.caution) }
    for (index, hint) in owner.hints.enumerated() {
      let label = index > 0 ? "" : owner.hints.count == 1 ? "hint" : "hints"
      let isRefuted = state.application.ownership.isRefuted(hint)
      let text = isRefuted ? "\(hint.clause) (it was cleaned, which did not help)" : "\(hint.word): \(hint.clause)"
      add(label, text, style: isRefuted ? Style.label : Style.caution)
    }
    if owner.hints.isEmpty, owner.mutedBy == nil {
      add("hint", "none: no owned object or reference is known to hold it", style: Style.caution)
    }
  }

  /// Adds the objects that it owns now, then the counts of the cleaned objects, then these.
  mutating func addOwned(by owner: OwnedObjectHistory.Owner, state: DashboardState) {
    if owner.live.isEmpty { add("owns", owner.acquiredCount == 0 ? "nothing" : "nothing any more") }
    for (index, object) in owner.newestFirst.prefix(Self.most).enumerated() {
      add(
        index == 0 ? "owns" : "", Self.line(for: object, of: owner, state: state),
        style: owner.isOverdue(object) ? Style.bad : .plain)
    }
    if owner.live.count > Self.most { add("", "and \(Phrases.number(owner.live.count - Self.most)) older") }
    for (index, (kind, reasons)) in owner.cleanedCounts.elements.enumerated() {
      let counts = reasons.map { "\(Phrases.number($0.value)) \($0.key.word)" }.joined(separator: ", ")
      add(index == 0 ? "counts" : "", "\(kind): \(counts)")
    }
    for (index, row) in owner.cleaned.suffix(Self.most).enumerated() {
      let took = Phrases.time(row.released.cleanupNanoseconds)
      add(
        index == 0 ? "cleaned" : "",
        "\(row.released.number) \(Phrases.object(row)), \(OwnedObjectHistory.word(for: row.released)), \(took)")
    }
  }

  private static func line(for object: OwnedEntry, of owner: OwnedObjectHistory.Owner, state: DashboardState) -> String
  {
    var parts = ["\(object.number) \(Phrases.object(object))"]
    if let detail = object.detail, !object.name.isEmpty { parts.append(detail) }
    parts.append("since \(Clock(state).time(object.atNanoseconds))")
    if object.lifetime != OwnedLifetime.module.description { parts.append(Phrases.lifetime(object.lifetime)) }
    if let releasing = owner.releasing[object.number] {
      let age = state.now.minus(releasing.atNanoseconds)
      parts.append("releasing for \(Phrases.time(age))")
    }
    return parts.joined(separator: ", ")
  }
}

/// The detail of an owned object.
extension Detail {
  init(open object: OwnedEntry, owner: OwnedObjectHistory.Owner, state: DashboardState) {
    title = Self.title(Phrases.object(object), number: object.number, owner: owner)
    addAcquisition(of: object, state: state)
    let (name, releasing) = (Phrases.name(of: owner), owner.releasing[object.number])
    if let releasing {
      let time = Clock(state).preciseTime(releasing.atNanoseconds)
      add(
        "cleaned", "not yet: its cleanup began at \(time), because \(Phrases.because(releasing.reason))",
        style: Style.caution)
    } else if object.isLasting {
      add("cleaned", "not yet: it lives until the application ends, whatever happens to \(name)")
    } else if owner.isGone {
      let fate = owner.fate(Clock(state)) + (owner.isOverdue ? ": something holds it" : "")
      add("cleaned", "not yet: \(name), \(fate)", style: Style.bad)
    } else {
      add("cleaned", "not yet: \(name) still owns it")
    }
    let expected = owner.isGone && !object.isLasting ? owner.removedAt : nil
    if let since = releasing?.atNanoseconds ?? expected { add("waiting", Phrases.time(state.now.minus(since))) }
    if let detail = object.detail { add("resource", detail) }
    add("lifetime", Phrases.lifetime(object.lifetime))
    if owner.isOverdue(object) { addHints(about: owner, state: state) }
  }

  init(cleaned row: OwnedObjectHistory.Cleaned, owner: OwnedObjectHistory.Owner, state: DashboardState) {
    let released = row.released
    title = Self.title(Phrases.object(row), number: released.number, owner: owner)
    if let owned = row.owned { addAcquisition(of: owned, state: state) }
    let overdue = owner.removedAt.map { released.atNanoseconds.minus($0) }
    let late = released.isLateRelease ? ", \(overdue.map { Phrases.time($0) } ?? "") late" : ""
    let time = Clock(state).preciseTime(released.atNanoseconds)
    add("cleaned", "\(time), because \(Phrases.because(released.reason))\(late)")
    if let after = released.aliveAfter, let before = released.deadAfter {
      add("", "it \(Phrases.died(OwnedObjectHistory.Window(after: after, before: before)))")
    }
    let thread = released.thread == "main" ? "the main thread" : "a background thread"
    add("took", "\(Phrases.time(released.cleanupNanoseconds)) on \(thread)")
    if let detail = row.owned?.detail { add("resource", detail) }
    if let owned = row.owned { add("lived", Phrases.time(released.atNanoseconds.minus(owned.atNanoseconds))) }
    add("lifetime", Phrases.lifetime(released.lifetime))
  }

  private static func title(_ name: String, number: Int, owner: OwnedObjectHistory.Owner) -> String {
    "\(Phrases.name(of: owner)) \u{00B7} object \(number) of \(max(number, owner.acquiredCount)) \u{00B7} \(name)"
  }

  /// Adds when the object was acquired, and in which dispatch.
  private mutating func addAcquisition(of object: OwnedEntry, state: DashboardState) {
    let event = state.application.history.dispatches.last { $0.id == object.dispatch }?.event
    let dispatch = object.dispatch.map { " in \(event.map { "\($0) " } ?? "")#\($0)" } ?? ""
    add("acquired", Clock(state).preciseTime(object.atNanoseconds) + dispatch)
  }
}
#endif
