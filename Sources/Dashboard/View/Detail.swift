import DequeModule
import ModuleLifecycle
import OrderedCollections
import TerminalUI

/// What there is to say about the selected thing: a title, and lines of label and text.
struct Detail: Equatable {
  struct Line: Equatable {
    var label = ""
    var text: String
    var style = Style.plain
  }

  var title: String
  var lines: [Line] = []

  mutating func add(_ label: String, _ text: String, style: Style = .plain) {
    lines.append(Line(label: label, text: text, style: style))
  }
}

extension Detail {
  /// The detail of whatever is selected where the focus is.
  init?(of state: DashboardState) {
    if state.focus == .cleanup, state.ownership.rowCount > 0 {
      switch state.ownership.row(at: state.cleanupRow) {
      case .cleaned(let owner, let object): self.init(cleaned: object, owner: owner, state: state)
      case .live(let owner, let object): self.init(live: object, owner: owner, state: state)
      case .heading(let owner): self.init(owner: owner, state: state)
      case nil: return nil
      }
      return
    }
    guard let row = state.selected else { return nil }
    self.init(module: row, state: state)
  }
}

extension Detail {
  private init(module row: Roster.Row, state: DashboardState) {
    let clock = Clock(state)
    let role = row.isMain ? " \u{00B7} main" : ""
    title = "\(row.name) \u{00B7} place \(row.order) of \(state.roster.count)\(role)"
    let owner = state.ownership.owners[row.owner]
    if let removedAt = owner?.removedAt, !row.isPresent {
      let fate = owner?.freedAfter.map { "freed \(DurationText.format(nanoseconds: $0)) later" }
      let waiting = owner?.isOverdue == true ? "and somebody still holds it" : "not freed yet"
      add("removed", "\(clock.preciseTime(removedAt)), \(fate ?? waiting)")
    }
    if let createdAt = row.createdAt {
      let took = row.creationTook.map { ", in \(DurationText.format(nanoseconds: $0))" } ?? ""
      add("created", clock.preciseTime(createdAt) + took)
    }
    addSpan(of: row, state: state)
    add("handles", row.handles.isEmpty ? "no events" : row.handles.joined(separator: ", "))
    for warning in state.warnings.latest.suffix(200).filter({ $0.module == row.name }).suffix(3) {
      add("warning", warning.message, style: Palette.caution)
    }
    addOutput(of: row, state: state)
    addOwned(owner, state: state)
  }

  private mutating func addSpan(of row: Roster.Row, state: DashboardState) {
    guard let dispatch = state.history.latest else { return }
    let head = "#\(dispatch.id) \(dispatch.event)"
    if let createdAt = row.createdAt, createdAt > dispatch.atNanoseconds {
      return add("latest", "\(head): before this instance was created")
    }
    guard let span = dispatch.handlers.first(where: { $0.moduleID == row.id }) else {
      return add("latest", "\(head): not called\(row.isPresent ? ", it has no handler" : "")")
    }
    let own = DurationText.format(nanoseconds: span.selfNanoseconds)
    let nested = span.totalNanoseconds - min(span.selfNanoseconds, span.totalNanoseconds)
    let inside = nested > 0 ? ", and \(DurationText.format(nanoseconds: nested)) in events that it sent" : ""
    let share = ShareText.format(span.selfNanoseconds, of: dispatch.totalNanoseconds)
    add("latest", "\(head): \(Self.outcome(of: span)), \(own) (\(share))\(inside)")
    if let error = span.error { add("error", "\"\(error)\". The other modules went on.", style: Palette.bad) }
    let sent = state.history.children(of: dispatch.id).filter { $0.parentModule == row.name }
    for child in sent.prefix(4) {
      add("sent", "#\(child.id) \(child.title), \(DurationText.format(nanoseconds: child.totalNanoseconds))")
    }
  }

  private static func outcome(of span: HandlerSpan) -> String {
    switch span.outcome {
    case .returned: "told"
    case .answered: "answered \(span.value.words)"
    case .abstained: "abstained"
    case .threw: "threw"
    case .skipped: "skipped, it was removed meanwhile"
    }
  }

  private mutating func addOutput(of row: Roster.Row, state: DashboardState) {
    for line in state.output.latest.suffix(200).filter({ $0.module == row.name }).suffix(3) {
      add("printed", line.line)
    }
  }

  private mutating func addOwned(_ owner: OwnershipLog.Owner?, state: DashboardState) {
    guard let owner else { return add("owns", "nothing") }
    if owner.live.isEmpty { add("owns", owner.cleaned.isEmpty ? "nothing" : "nothing any more") }
    for (index, object) in owner.live.values.reversed().prefix(200).enumerated() {
      let since = Clock(state).time(object.atNanoseconds)
      let style = owner.isOverdue ? Palette.bad : Style.plain
      add(
        index == 0 ? "owns" : "", "\(object.number) \(object.kind) \(object.name), since \(since)", style: style)
    }
    for (index, object) in owner.cleaned.suffix(200).enumerated() {
      let released = object.released
      let took = DurationText.format(nanoseconds: released.cleanupNanoseconds)
      add(
        index == 0 ? "cleaned" : "",
        "\(released.number) \(released.kind) \(released.name), \(released.reason.word), \(took)")
    }
  }
}

extension Detail {
  private init(owner: OwnershipLog.Owner, state: DashboardState) {
    if let row = owner.module.flatMap({ state.roster[$0] }), row.owner == owner.id {
      self.init(module: row, state: state)
    } else {
      self.init(title: owner.name.isEmpty ? "(no name)" : owner.name)
      if let removedAt = owner.removedAt {
        let fate = owner.freedAfter.map { "freed \(DurationText.format(nanoseconds: $0)) later" }
        let waiting = owner.isOverdue ? "and somebody still holds it" : "not freed yet"
        add("removed", "\(Clock(state).preciseTime(removedAt)), \(fate ?? waiting)")
      }
      addOwned(owner, state: state)
    }
  }

  private init(live object: OwnedEntry, owner: OwnershipLog.Owner, state: DashboardState) {
    title = "\(owner.name) \u{00B7} object \(object.number) \u{00B7} \(object.kind) \(object.name)"
    add("acquired", Self.acquisition(object, state: state))
    let holding = owner.isOverdue ? "somebody still holds it" : "it is not freed yet"
    add("cleaned", "not yet: \(owner.name) was removed, and \(holding)", style: Palette.bad)
    if let removedAt = owner.removedAt {
      add("waiting", DurationText.format(nanoseconds: state.now - min(removedAt, state.now)))
    }
    add("lifetime", object.lifetime)
  }

  private init(cleaned object: OwnershipLog.Cleaned, owner: OwnershipLog.Owner, state: DashboardState) {
    let released = object.released
    title = "\(owner.name) \u{00B7} object \(released.number) \u{00B7} \(released.kind) \(released.name)"
    if let owned = object.owned { add("acquired", Self.acquisition(owned, state: state)) }
    add("cleaned", "\(Clock(state).preciseTime(released.atNanoseconds)), because \(Words.because(released.reason))")
    let place = owner.cleaned.firstIndex { $0.released.id == released.id } ?? 0
    let after = place > 0 ? owner.cleaned[place - 1].released : nil
    let took = DurationText.format(nanoseconds: released.cleanupNanoseconds)
    let thread = released.thread == "main" ? "the main thread" : "a background thread"
    add("took", "\(took) on \(thread)\(after.map { ", after \($0.kind) \($0.name)" } ?? ", the first to go")")
    if let owned = object.owned {
      let lived = released.atNanoseconds - min(owned.atNanoseconds, released.atNanoseconds)
      add("lived", DurationText.format(nanoseconds: lived))
    }
    add("lifetime", released.lifetime)
  }

  private static func acquisition(_ object: OwnedEntry, state: DashboardState) -> String {
    let time = Clock(state).preciseTime(object.atNanoseconds)
    guard let dispatch = object.dispatch else { return time }
    let event = state.history.dispatches.last { $0.id == dispatch }?.event
    return "\(time), in \(event.map { "\($0) " } ?? "")#\(dispatch)"
  }
}
