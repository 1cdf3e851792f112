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
      let time = Clock(state).preciseTime(since)
      add(owner.module == nil ? "expected" : "removed", "\(time), \(Self.fate(of: owner, state: state))")
    }
    if owner.isOverdue { addHints(about: owner, state: state) }
  }

  private static func fate(of owner: OwnedObjectHistory.Owner, state: DashboardState) -> String {
    if let freedAfter = owner.freedAfter {
      let took = Phrases.time(freedAfter)
      return owner.isLateRelease ? "late release, \(took) later" : "freed \(took) later"
    }
    if owner.wentUnseen { return "gone since, while entries were dropped" }
    guard owner.isOverdue else { return "not freed yet" }
    let age = Phrases.time(state.now.minus(owner.removedAt ?? 0))
    return "and something still holds it \(age) later"
  }

  /// Adds all hints, and how far to trust each.
  mutating func addHints(about owner: OwnedObjectHistory.Owner, state: DashboardState) {
    if let other = owner.mutedBy { add("because", "of \(other), which is itself overdue", style: Style.caution) }
    for (index, hint) in owner.hints.enumerated() {
      let label = index > 0 ? "" : owner.hints.count == 1 ? "hint" : "hints"
      let isRefuted = state.application.ownership.isRefuted(hint)
      let trust = isRefuted ? "it was cleaned, which did not help" : Phrases.trust(hint.trust)
      add(label, "\(hint.clause) (\(trust))", style: isRefuted ? Style.label : Style.caution)
    }
    if owner.hints.isEmpty, owner.mutedBy == nil {
      add("hint", "none: no owned object or reference is known to hold it", style: Style.caution)
    }
  }

  /// Adds the objects that it owns now, then the counts, then the cleaned objects.
  mutating func addOwned(by owner: OwnedObjectHistory.Owner, state: DashboardState) {
    if owner.live.isEmpty { add("owns", owner.acquiredCount == 0 ? "nothing" : "nothing any more") }
    for (index, object) in owner.newestFirst.prefix(Self.most).enumerated() {
      add(
        index == 0 ? "owns" : "", Self.line(for: object, of: owner, state: state),
        style: owner.isOverdue(object) ? Style.bad : .plain)
    }
    if owner.live.count > Self.most { add("", "and \(Phrases.number(owner.live.count - Self.most)) older") }
    // While all its objects are listed above, the counts add nothing.
    if !owner.cleaned.isEmpty || owner.live.count > 5 {
      for (index, count) in owner.counts.elements.enumerated() {
        add(index == 0 ? "counts" : "", Self.line(for: count.value, of: count.key))
      }
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

  private static func line(for count: OwnedObjectHistory.KindCount, of kind: String) -> String {
    let cleaned = count.released.values.reduce(0, +)
    let reasons = count.released.map { "\(Phrases.number($0.value)) \($0.key.word)" }.joined(separator: ", ")
    let live = count.live > 0 ? "\(Phrases.number(count.live)) live" : ""
    let total = count.released.count == 1 ? "\(reasons)" : "\(Phrases.number(cleaned)) cleaned: \(reasons)"
    return "\(kind): " + [live, cleaned > 0 ? total : ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// The detail of an owned object.
extension Detail {
  init(open object: OwnedEntry, owner: OwnedObjectHistory.Owner, state: DashboardState) {
    title = Self.title(Phrases.object(object), number: object.number, owner: owner)
    addAcquisition(of: object, owner: owner, state: state)
    let (name, releasing) = (Phrases.name(of: owner), owner.releasing[object.number])
    let isExpected = !object.isLasting && owner.isGone
    var reason = "\(name) still owns it"
    if let releasing {
      let time = Clock(state).preciseTime(releasing.atNanoseconds)
      reason = "its cleanup began at \(time), because \(Phrases.because(releasing.reason)), and has not ended"
    } else if object.isLasting {
      reason = "it lives until the application ends, whatever happens to \(name)"
    } else if owner.isGone {
      let holding =
        owner.isOverdue ? "something still holds it" : owner.isFreed ? "it is freed" : "it is not freed yet"
      reason = "\(name) \(owner.module == nil ? "was expected to go" : "was removed"), and \(holding)"
    }
    add(
      "cleaned", "not yet: \(reason)", style: releasing != nil ? Style.caution : isExpected ? Style.bad : .plain)
    if let since = releasing?.atNanoseconds ?? (isExpected ? owner.removedAt : nil) {
      add("waiting", Phrases.time(state.now.minus(since)))
    }
    if let detail = object.detail { add("resource", detail) }
    add("lifetime", Phrases.lifetime(object.lifetime))
    if owner.isOverdue(object) { addHints(about: owner, state: state) }
  }

  init(cleaned row: OwnedObjectHistory.Cleaned, owner: OwnedObjectHistory.Owner, state: DashboardState) {
    let released = row.released
    title = Self.title(Phrases.object(row), number: released.number, owner: owner)
    if let owned = row.owned { addAcquisition(of: owned, owner: owner, state: state) }
    let overdue = owner.removedAt.map { released.atNanoseconds.minus($0) }
    let late = released.isLateRelease ? ", \(overdue.map { Phrases.time($0) } ?? "") late" : ""
    let time = Clock(state).preciseTime(released.atNanoseconds)
    add("cleaned", "\(time), because \(Phrases.because(released.reason))\(late)")
    if let after = released.aliveAfter, let before = released.deadAfter {
      add("", "it \(Phrases.died(OwnedObjectHistory.Window(after: after, before: before)))")
    }
    addCleanup(of: row, owner: owner)
    if let detail = row.owned?.detail { add("resource", detail) }
    if let owned = row.owned {
      let lived = released.atNanoseconds.minus(owned.atNanoseconds)
      add("lived", Phrases.time(lived))
    }
    add("lifetime", Phrases.lifetime(released.lifetime))
  }

  private mutating func addCleanup(of row: OwnedObjectHistory.Cleaned, owner: OwnedObjectHistory.Owner) {
    let took = Phrases.time(row.released.cleanupNanoseconds)
    let thread = row.released.thread == "main" ? "the main thread" : "a background thread"
    let place = owner.place(ofCleaned: row.released.number)
    let before = place.flatMap { $0 > 0 ? owner.cleaned[$0 - 1] : nil }
    let isFirst = place == 0 && owner.forgottenCount == 0
    let order = before.map { ", after \(Phrases.object($0))" } ?? (isFirst ? ", the first of its owner's objects" : "")
    add("took", "\(took) on \(thread)\(order)")
  }

  private static func title(_ name: String, number: Int, owner: OwnedObjectHistory.Owner) -> String {
    "\(Phrases.name(of: owner)) \u{00B7} object \(number) of \(max(number, owner.acquiredCount)) \u{00B7} \(name)"
  }

  /// Adds when the object was acquired, in which dispatch, and after which object of the same owner.
  private mutating func addAcquisition(of object: OwnedEntry, owner: OwnedObjectHistory.Owner, state: DashboardState) {
    var text = Clock(state).preciseTime(object.atNanoseconds)
    if let dispatch = object.dispatch {
      let event = state.application.history.dispatches.last { $0.id == dispatch }?.event
      text += " in \(event.map { "\($0) " } ?? "")#\(dispatch)"
    }
    let number = object.number &- 1
    if number == 0 {
      text += ", the first"
    } else if let other = owner.live[number] {
      text += ", after \(Phrases.object(other))"
    } else if let place = owner.place(ofCleaned: number) {
      text += ", after \(Phrases.object(owner.cleaned[place]))"
    }
    add("acquired", text)
  }
}
#endif
