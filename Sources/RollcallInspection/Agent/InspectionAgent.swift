import Foundation
package import ModuleLifecycle
import RollcallEventArguments
import RollcallRecordings

/// Reports on a composite of this process to an inspector, and carries out the inspector's commands.
///
/// ```swift
/// let agent = InspectionAgent(composite) { semaphore.signal() }
/// for message in agent.receive(limit: 256) { print(message) }
/// ```
///
/// Commands run on the main actor, one after the other, and wait while a handler is running. Nothing waits for the
/// inspector: if it receives too slowly, it gets a gap with the number of missed entries, and a prologue with the state
/// after them.
package final class InspectionAgent: InspectionConnection {
  /// A prologue that was requested or is ready.
  private struct Rejoining: Sendable {
    /// Whether the main actor has been asked for a prologue.
    var isAskedFor = false
    /// The number of the entry that follows the prologue. The reader stops there.
    var place: UInt64?
    /// The prologue; `nil` until the main actor has responded.
    var prologue: Prologue?
    /// Whether the reader was already past the previous prologue. Entries before this one are then skipped.
    var isUrgent = false
  }

  private struct State: Sendable {
    var catalog: EventCatalog
    var role: InspectionRole
    var hasNewEvents = false
    var rejoining = Rejoining()
    /// The earliest time for another prologue, by the system's clock.
    var nextRejoining: UInt64 = 0
    /// Messages to deliver before the entries that are read next.
    var replies: [InspectionMessage] = []
    /// Messages to deliver once the reader has reached an entry.
    var ends: [(place: UInt64, message: InspectionMessage)] = []
    /// The handler that was reported last; `nil` if entries or final replies may have changed it since.
    var told: RunningHandler?? = .some(nil)
    /// The number of commands that were accepted and are not finished.
    var openCommands = 0
    /// The number of checks without an answer.
    var openChecks = 0
    /// When the main actor last responded, in nanoseconds since the journal's start.
    var answeredAt: UInt64 = 0
    /// Whether the main actor has been asked for a sign of life and has not responded.
    var isAskedForSign = false
    /// Whether the main actor has responded after a silence, and this was not reported yet.
    var isBack = false
  }

  /// The composite's description when the agent was created.
  package let hello: Hello
  let inspected: InspectedComposite
  private let reader: JournalReader
  private let wake: @Sendable () -> Void
  let surroundings: AgentSurroundings
  private let state: Locked<State>
  /// The inspector's identity if it is in another process; `nil` for a dashboard in this process, whose requests are
  /// not recorded.
  private let asker: Asker?

  /// The minimum time between two prologues, in nanoseconds.
  private static let pause: UInt64 = 1_000_000_000
  /// The maximum number of waiting commands of one inspector, and of waiting checks.
  static let mostOpenCommands = 64

  /// Creates an agent that reports all entries in the composite's journal, and all new ones.
  ///
  /// - Parameters:
  ///   - composite: The composite to inspect. Not kept alive.
  ///   - role: What the inspector is allowed to do.
  ///   - wake: Called on any thread when there is something new to receive.
  @MainActor package convenience init(
    _ composite: CompositeDelegate, role: InspectionRole = .control, wake: @escaping @Sendable () -> Void
  ) {
    self.init(composite, of: nil, role: role, wake: wake)
  }

  /// - Parameters:
  ///   - inspected: The parts of the composite, if they were already read.
  ///   - asker: The identity of an inspector in another process.
  ///   - isProbe: Whether the inspector only wants the application's description.
  ///   - secondsFromUTC: The seconds to add to UTC; `nil` for the local time zone.
  ///   - surroundings: Where the agent schedules its work.
  @MainActor package convenience init(
    _ composite: CompositeDelegate, of inspected: InspectedComposite? = nil, role: InspectionRole = .control,
    asker: Asker? = nil, isProbe: Bool = false, secondsFromUTC: Int? = nil, surroundings: AgentSurroundings = .real,
    wake: @escaping @Sendable () -> Void
  ) {
    let reader = composite.journal.reader(wake: wake)
    // If the journal has forgotten entries, the inspector gets a prologue first, as in a recording. Otherwise the
    // entries tell the whole story, and the hello contains the current modules.
    let hasForgotten = reader.next > 0 && !isProbe
    let prologue =
      hasForgotten
      ? Prologue(of: composite.journal, at: reader)
      : Prologue(modules: composite.modules, state: composite.state, launchedNanoseconds: nil, entries: [])
    self.init(
      inspected ?? InspectedComposite(composite), role, asker, reader, prologue,
      hasForgotten ? Rejoining(isAskedFor: true, place: reader.next, prologue: prologue) : Rejoining(),
      secondsFromUTC: secondsFromUTC, surroundings, wake)
  }

  /// Creates an agent without waiting for the main actor, which hangs or is not needed because the inspector knows the
  /// application's state. Reports the journal's entries and the running handler at once.
  ///
  /// - Parameter entry: The first entry that the inspector does not have. With `nil`, it gets a prologue as soon as the
  ///   main actor responds.
  convenience init(
    of inspected: InspectedComposite, role: InspectionRole, asker: Asker, resumingAt entry: UInt64?,
    wake: @escaping @Sendable () -> Void
  ) {
    let unknown = Prologue(modules: [], state: .notRunning, launchedNanoseconds: nil, entries: [])
    let journal = inspected.journal
    self.init(
      inspected, role, asker, entry.map { journal.reader(from: $0, wake: wake) } ?? journal.reader(wake: wake), unknown,
      Rejoining(), secondsFromUTC: nil, isPending: entry == nil, isResumed: entry != nil, .real, wake)
    if entry == nil { rejoin() }
  }

  /// - Parameter prologue: The application's state before the first entry.
  private init(
    _ inspected: InspectedComposite, _ role: InspectionRole, _ asker: Asker?, _ reader: JournalReader,
    _ prologue: Prologue, _ rejoining: Rejoining, secondsFromUTC: Int?, isPending: Bool = false,
    isResumed: Bool = false, _ surroundings: AgentSurroundings, _ wake: @escaping @Sendable () -> Void
  ) {
    (self.inspected, self.asker, self.reader) = (inspected, asker, reader)
    (self.surroundings, self.wake) = (surroundings, wake)
    state = Locked(
      State(catalog: inspected.catalog, role: role, rejoining: rejoining, answeredAt: inspected.journal.now), .session)
    var hello = Hello(
      application: inspected.name, startedNanoseconds: inspected.journal.startedNanoseconds,
      secondsFromUTC: secondsFromUTC ?? Machine.secondsFromUTC, modules: prologue.modules,
      state: prologue.state, budgets: inspected.budgets, launchedNanoseconds: prologue.launchedNanoseconds, role: role)
    hello.describe(inspected.catalog.types)
    hello.processStart = inspected.journal.process
    if asker != nil {
      let header = inspected.journal.header(application: inspected.name)
      hello.process = ApplicationProcess(
        id: Int(getpid()), executable: Bundle.main.executablePath,
        version: header.applicationVersion)
      hello.session = header.session
    }
    (hello.nextEntry, hello.isPending, hello.isResumed) = (reader.next, isPending, isResumed)
    self.hello = hello
  }

  var journal: Journal { inspected.journal }

  /// The current time in nanoseconds since the journal's start.
  package var now: UInt64 { journal.now }

  /// The journal's entries that have not been received.
  package var backlog: Backlog {
    let (kept, dropped) = reader.backlog
    return Backlog(kept: kept, dropped: dropped)
  }

  /// Closes the connection. Stops an event that is being fired repeatedly for it; other accepted commands are still
  /// carried out.
  package func close() { repetition.stop(for: ObjectIdentifier(self)) }

  var repetition: RepetitionSlot { inspected.repetition }

  // MARK: Reporting

  /// Returns what there is to report, with at most `limit` entries; see `InspectionConnection`. Costs a few locks, and
  /// the time to format the entries.
  package func receive(limit: Int) -> [InspectionMessage] {
    // Replies that are known at once come before the entries that the request causes.
    var messages = state.withLock { state in
      defer { state.replies = [] }
      return state.replies
    }
    if limit > 0 { read(limit, into: &messages) }
    let next = limit > 0 ? reader.next : .max
    let (newEvents, running) = state.withLock { state -> (EventCatalog?, RunningHandler??) in
      // Replies that were added meanwhile come before the ends that follow them.
      messages += state.replies
      state.replies = []
      let ended = state.ends.prefix { $0.place <= next }
      messages += ended.map(\.message)
      state.ends.removeFirst(ended.count)
      if !ended.isEmpty { state.told = nil }
      defer { state.hasNewEvents = false }
      let newEvents = state.hasNewEvents ? state.catalog : nil
      guard limit > 0, case let running = inspected.running.current, state.told != .some(running) else {
        return (newEvents, nil)
      }
      state.told = .some(running)
      return (newEvents, .some(running))
    }
    // Describing an event runs code of the application.
    if let newEvents { messages.append(.events(newEvents.types.map(EventDescription.init))) }
    if let running { messages.append(.running(running)) }
    return messages
  }

  private func read(_ limit: Int, into messages: inout [InspectionMessage]) {
    let rejoining = state.withLock(\.rejoining)
    if rejoining.isUrgent, rejoining.prologue != nil, let place = rejoining.place, place > reader.next {
      let first = reader.next
      messages.append(.entries([.gap(GapEntry(dropped: reader.skip(to: place)))], from: first))
    }
    let place = rejoining.place
    let bound = min(limit, place.map { Int(clamping: $0.minus(reader.next)) } ?? limit)
    let first = reader.next
    let entries = bound > 0 ? reader.readAny(limit: bound, bytes: Self.mostBytes) : []
    if !entries.isEmpty {
      messages.append(.entries(entries, from: first))
      state.withLock { $0.told = nil }
    }
    if entries.contains(where: \.bringsHandlers) { refreshEvents() }
    if entries.contains(where: \.endsSilence) { rejoin() }
    if case .gap = entries.first {
      rejoin()
      // There is more to read, but the reader does not wake the owner for it.
      if bound < limit { wake() }
    }
    if let prologue = takePrologue() { messages.append(.prologue(prologue)) }
  }

  private func takePrologue() -> Prologue? {
    let (prologue, isStale) = state.withLock { state -> (Prologue?, Bool) in
      guard let prologue = state.rejoining.prologue, let place = state.rejoining.place, place <= reader.next else {
        return (nil, false)
      }
      state.rejoining = Rejoining(isUrgent: place < reader.next)
      return place == reader.next ? (prologue, false) : (nil, true)
    }
    // The prologue describes a time before entries that were already read.
    if isStale {
      rejoin()
      wake()
    }
    return prologue
  }

  /// Asks the main actor for a prologue, unless one is pending. At most once a second: an inspector that is too slow
  /// once will be again.
  func rejoin() {
    let now = MonotonicClock.system.now
    let delay = state.withLock { state -> UInt64? in
      if state.rejoining.isAskedFor { return nil }
      state.rejoining.isAskedFor = true
      defer { state.nextRejoining = max(now, state.nextRejoining).plus(Self.pause) }
      return state.nextRejoining.minus(now)
    }
    guard let delay else { return }
    surroundings.onMain(delay) { [weak self] in
      guard let self else { return }
      let end = journal.reader(from: .next)
      state.withLock { $0.rejoining.place = end.next }
      let (prologue, now) = (Prologue(of: journal, at: end), journal.now)
      state.withLock { ($0.rejoining.prologue, $0.answeredAt) = (prologue, now) }
      wake()
    }
  }

  /// The maximum size of entries that are read at once, in bytes as estimated by the journal.
  private static let mostBytes = 256 << 10

  /// Returns when the main actor last responded, in nanoseconds since the journal's start, and asks it for another sign
  /// of life.
  func askForSignOfLife() -> UInt64 {
    let (answeredAt, isAsked) = state.withLock { state in
      defer { state.isAskedForSign = true }
      return (state.answeredAt, state.isAskedForSign)
    }
    if isAsked { return answeredAt }
    surroundings.onMain(0) { [weak self] in
      guard let self else { return }
      let now = journal.now
      let wasSilent = state.withLock { state in
        defer { (state.answeredAt, state.isAskedForSign) = (now, false) }
        state.isBack = now.minus(state.answeredAt) > Self.silence
        return state.isBack
      }
      if wasSilent { wake() }
    }
    return answeredAt
  }

  /// Returns whether the main actor has responded after a silence that was reported to inspectors, and resets this.
  func takeIsBack() -> Bool {
    state.withLock { state in
      defer { state.isBack = false }
      return state.isBack
    }
  }

  /// How long the main actor can be silent before an inspector considers it hung, in nanoseconds. Longer than the time
  /// between two signs of life.
  static let silence: UInt64 = 3_000_000_000

  /// Updates the events: a new module may handle some that were not reported yet.
  private func refreshEvents() {
    surroundings.onMain(0) { [weak self] in
      guard let self, let catalog = inspected.composite?.catalog else { return }
      // The names are the application's code. Only the main actor changes the catalog.
      guard state.withLock(\.catalog).names != catalog.names else { return }
      state.withLock { ($0.catalog, $0.hasNewEvents) = (catalog, true) }
      wake()
    }
  }

  // MARK: Requests

  /// Schedules a request, or answers it at once; see `InspectionConnection`.
  package func send(_ request: InspectionRequest) { _ = isAccepted(request) }

  /// - Returns: Whether the request was accepted.
  func isAccepted(_ request: InspectionRequest) -> Bool {
    let (catalog, role) = state.withLock { ($0.catalog, $0.role) }
    switch request.kind {
    case .perform(let command):
      do throws(Refusal) {
        guard role.allows(command) else { throw Refusal(reason: role.refusal) }
        guard state.withLock({ $0.openCommands < Self.mostOpenCommands }) else {
          throw Refusal(reason: "\(Self.mostOpenCommands) commands are already waiting; this one was refused.")
        }
        // Accepted first: the results come after it.
        try perform(command, Report(request: request.id, command: command, agent: self), catalog)
      } catch {
        note(command, .refused, error.reason)
        tell(Reply(id: request.id, answer: .refused(error.reason)))
        return false
      }
    case .check(let command):
      // Checking arguments runs the events' own code on them.
      guard asker == nil || role.allows(command) else {
        tell(Reply(id: request.id, answer: .refused(role.refusal)))
        return false
      }
      let hasRoom = state.withLock { state in
        let hasRoom = state.openChecks < Self.mostOpenCommands
        if hasRoom { state.openChecks += 1 }
        return hasRoom
      }
      guard hasRoom else {
        let reason = "\(Self.mostOpenCommands) checks are already waiting; this one was refused."
        tell(Reply(id: request.id, answer: .refused(reason)))
        return false
      }
      // It can take long, so it runs where events run, not on the thread that draws.
      surroundings.onMain(0) { [self] in
        let problems = command.firing.map { catalog.problems(with: $0.arguments, of: $0.event) }
        tell(Reply(id: request.id, answer: .problems(problems ?? [])))
      }
    }
    return true
  }

  /// Changes the inspector's role, up to a maximum.
  ///
  /// - Returns: Whether the inspector gets any part of what it asked for.
  func setRole(_ asked: InspectionRole, atMost most: InspectionRole) -> Bool {
    let role = asked.limited(to: most)
    state.withLock { state in
      state.role = role
      state.replies.append(.role(role))
    }
    let refusal: String? =
      switch role {
      case .view where asked != .view: "Inspectors may look, and change nothing."
      case .firing(let events) where events.isEmpty: role.refusal
      default: nil
      }
    if asked != .view, let asker {
      journal.note(asker.entry(about: "role", refusal == nil ? .accepted : .refused, refusal))
    }
    wake()
    return refusal == nil
  }

  var role: InspectionRole { state.withLock(\.role) }

  /// Whether all of the journal's entries were read.
  var isUpToDate: Bool { !reader.isBehind(by: 0) }

  var nextEntry: UInt64 { reader.next }

  /// Records the outcome of a request from another process.
  func note(_ command: Command, _ outcome: RequestEntry.Outcome, _ reason: String? = nil) {
    if let asker { journal.note(asker.entry(about: command, outcome, reason)) }
  }

  /// Reports an answer to a request. A final answer is delivered after all entries that were recorded before it.
  func tell(_ reply: Reply) {
    state.withLock { state in
      if case .accepted = reply.answer { state.openCommands += 1 }
      switch reply.answer {
      case .finished: state.openCommands -= 1
      case .problems: state.openChecks -= 1
      default: break
      }
      switch reply.answer {
      case .repeated, .finished: state.ends.append((reader.end, .reply(reply)))
      case .repeating:
        // Keeps only the latest, however slowly they are received.
        state.replies.removeAll { $0.isSuperseded(by: reply) }
        state.replies.append(.reply(reply))
      default: state.replies.append(.reply(reply))
      }
    }
    switch reply.answer {
    case .refused, .accepted: break
    default: wake()
    }
  }
}

extension Prologue {
  /// Creates a prologue for the entry that a reader reads next.
  @MainActor fileprivate init(of journal: Journal, at reader: JournalReader) {
    let beginning = RecordingPrologue(of: journal, from: reader, allowing: AllowedWarnings())
    self.init(
      modules: beginning.header.modules ?? [], state: beginning.header.state ?? .notRunning,
      launchedNanoseconds: beginning.header.launchedNanoseconds, entries: beginning.prologue, nextEntry: reader.next)
  }
}

extension AnyEntry {
  /// Whether recording was switched on: earlier events were not recorded.
  fileprivate var endsSilence: Bool { if case .journal(let entry) = self { entry.isOn } else { false } }

  fileprivate var bringsHandlers: Bool {
    guard case .module(let entry) = self else { return false }
    return [.registered, .broughtBack, .switchedOn].contains(entry.change)
  }
}
