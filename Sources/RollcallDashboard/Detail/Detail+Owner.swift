#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections
import RollcallTerminalUI
import RollcallRecordings

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
        index == 0 ? "owns" : "", Self.line(for: object, state: state),
        style: owner.isOverdue(object) ? Style.bad : .plain)
    }
    if owner.live.count > Self.most { add("", "and \(Phrases.number(owner.live.count - Self.most)) older") }
    for (index, (kind, reasons)) in owner.cleanedCounts.elements.enumerated() {
      let counts = reasons.map { "\(Phrases.number($0.value)) \($0.key.word)" }.joined(separator: ", ")
      add(index == 0 ? "counts" : "", "\(kind): \(counts)")
    }
    for (index, object) in owner.cleaned.suffix(Self.most).enumerated() {
      let took = Phrases.time(object.released?.cleanupNanoseconds ?? 0)
      add(index == 0 ? "cleaned" : "", "\(object.number) \(object.title), \(object.word(of: owner)), \(took)")
    }
  }

  private static func line(for object: OwnedObjectHistory.Object, state: DashboardState) -> String {
    var parts = ["\(object.number) \(object.title)"]
    if let detail = object.owned?.detail, !object.name.isEmpty { parts.append(detail) }
    if let owned = object.owned { parts.append("since \(Clock(state).time(owned.atNanoseconds))") }
    if object.lifetime != OwnedLifetime.module.description { parts.append(Phrases.lifetime(object.lifetime)) }
    if let releasing = object.releasing {
      parts.append("releasing for \(Phrases.time(state.now.minus(releasing.atNanoseconds)))")
    }
    return parts.joined(separator: ", ")
  }
}

/// The detail of an owned object.
extension Detail {
  /// Creates the detail of an object or, without one, of its owner.
  init(_ object: OwnedObjectHistory.Object?, of owner: OwnedObjectHistory.Owner, state: DashboardState) {
    guard let object else {
      self.init(owner: owner, state: state)
      return
    }
    let (number, clock) = (object.number, Clock(state))
    let place = "object \(number) of \(max(number, owner.acquiredCount))"
    self.init(title: "\(Phrases.name(of: owner)) \u{00B7} \(place) \u{00B7} \(object.title)")
    if let owned = object.owned {
      // When it was acquired, and in which dispatch.
      let dispatch = owned.dispatch.map { " in \(state.application.history.title(of: $0))" }
      add("acquired", clock.preciseTime(owned.atNanoseconds) + (dispatch ?? ""))
    }
    if let released = object.released {
      add(released, of: owner, clock)
    } else {
      addWait(of: object, of: owner, state: state)
    }
    if let detail = object.owned?.detail { add("resource", detail) }
    if let owned = object.owned, let released = object.released {
      add("lived", Phrases.time(released.atNanoseconds.minus(owned.atNanoseconds)))
    }
    add("lifetime", Phrases.lifetime(object.lifetime))
    if owner.isOverdue(object) { addHints(about: owner, state: state) }
  }

  private mutating func add(_ released: ReleasedEntry, of owner: OwnedObjectHistory.Owner, _ clock: Clock) {
    let overdue = owner.removedAt.map { released.atNanoseconds.minus($0) }
    let late = released.isLateRelease ? ", \(overdue.map { Phrases.time($0) } ?? "") late" : ""
    let time = clock.preciseTime(released.atNanoseconds)
    add("cleaned", "\(time), because \(Phrases.because(released.reason))\(late)")
    if let after = released.aliveAfter, let before = released.deadAfter {
      add("", "it \(Phrases.died(OwnedObjectHistory.Window(after: after, before: before)))")
    }
    let thread = released.thread == "main" ? "the main thread" : "a background thread"
    add("took", "\(Phrases.time(released.cleanupNanoseconds)) on \(thread)")
  }

  /// Adds why an object is not cleaned yet.
  private mutating func addWait(
    of object: OwnedObjectHistory.Object, of owner: OwnedObjectHistory.Owner, state: DashboardState
  ) {
    let (name, clock) = (Phrases.name(of: owner), Clock(state))
    var since = object.releasing?.atNanoseconds
    if let releasing = object.releasing {
      let (time, reason) = (clock.preciseTime(releasing.atNanoseconds), Phrases.because(releasing.reason))
      add("cleaned", "not yet: its cleanup began at \(time), because \(reason)", style: Style.caution)
    } else if object.isLasting {
      add("cleaned", "not yet: it lives until the application ends, whatever happens to \(name)")
    } else if owner.isGone {
      let fate = owner.fate(clock) + (owner.isOverdue ? ": something holds it" : "")
      add("cleaned", "not yet: \(name), \(fate)", style: Style.bad)
      since = owner.removedAt
    } else {
      add("cleaned", "not yet: \(name) still owns it")
    }
    if let since { add("waiting", Phrases.time(state.now.minus(since))) }
  }
}

#endif
