import EventArguments
public import ModuleLifecycle
import Recordings

/// Tells an inspector of a composite of this process, and has the composite do what the inspector asks for.
///
/// ```swift
/// let agent = InspectionAgent(composite) { semaphore.signal() }
/// for message in agent.receive(limit: 256) { print(message) }
/// ```
///
/// What is asked is carried out on the main actor, one after the other, and waits there while a handler is at work.
/// Nothing waits for the inspector: one that receives slowly is told how many entries it has missed, and how the
/// application stands after them.
public final class InspectionAgent: InspectionConnection {
  /// A prologue on its way.
  private struct Rejoining: Sendable {
    /// Whether the main actor has been asked for one.
    var isAskedFor = false
    /// The number of the entry that follows it; the reader waits there.
    var place: UInt64?
    /// `nil` until the main actor has answered.
    var prologue: Prologue?
    /// Whether the reader came too late for the last one: what lies before this one is passed over.
    var isUrgent = false
  }

  private struct State: Sendable {
    var catalog: EventCatalog
    var hasNewEvents = false
    var rejoining = Rejoining()
    /// Before when the main actor is not asked for a prologue once more, by the system's clock.
    var nextRejoining: UInt64 = 0
    /// What is told before the entries that are read next.
    var replies: [InspectionMessage] = []
    /// What is told once the reader has come to an entry.
    var ends: [(place: UInt64, message: InspectionMessage)] = []
    /// The handler that was told of last; `nil` where entries or an end may have said otherwise since.
    var told: RunningHandler?? = .some(nil)
  }

  /// What the composite was like when the agent was made.
  public let hello: Hello
  let inspected: InspectedComposite
  private let reader: JournalReader
  private let wake: @Sendable () -> Void
  let surroundings: AgentSurroundings
  private let state: Locked<State>
  let repetition = RepetitionSlot()

  /// How long the main actor is not asked for another prologue, in nanoseconds.
  private static let pause: UInt64 = 1_000_000_000

  /// An agent that tells everything that the composite's journal still has, and what comes.
  ///
  /// - Parameters:
  ///   - composite: Not kept alive.
  ///   - role: Whether the inspector may have it do something.
  ///   - wake: Called on any thread when there is something new to receive.
  @MainActor public convenience init(
    _ composite: CompositeDelegate, role: InspectionRole = .control, wake: @escaping @Sendable () -> Void
  ) {
    self.init(composite, role: role, surroundings: .real, wake: wake)
  }

  /// - Parameters:
  ///   - secondsFromUTC: What to add to UTC; `nil` for the time of day here.
  ///   - surroundings: Where the agent's work is done.
  @MainActor package convenience init(
    _ composite: CompositeDelegate, role: InspectionRole = .control, secondsFromUTC: Int? = nil,
    surroundings: AgentSurroundings = .real, wake: @escaping @Sendable () -> Void
  ) {
    let reader = composite.journal.reader(wake: wake)
    // An inspector that comes when entries have been forgotten begins as a recording does. Where the journal has them
    // all, they tell the rest, and it knows the modules as they are from the start.
    let hasForgotten = reader.next > 0
    let prologue =
      hasForgotten
      ? Prologue(of: composite.journal, at: reader)
      : Prologue(modules: composite.modules, state: composite.state, launchedNanoseconds: nil, entries: [])
    self.init(
      InspectedComposite(composite), role, reader, prologue,
      hasForgotten ? Rejoining(isAskedFor: true, place: reader.next, prologue: prologue) : Rejoining(),
      secondsFromUTC: secondsFromUTC, surroundings, wake)
  }

  /// An agent for an inspector that comes later, perhaps while the main actor hangs: it tells at once what the journal
  /// has and which handler runs, and how the application stands as soon as the main actor answers.
  convenience init(of inspected: InspectedComposite, role: InspectionRole, wake: @escaping @Sendable () -> Void) {
    let unknown = Prologue(modules: [], state: .notRunning, launchedNanoseconds: nil, entries: [])
    self.init(
      inspected, role, inspected.journal.reader(wake: wake), unknown, Rejoining(), secondsFromUTC: nil, .real, wake)
    rejoin()
  }

  /// - Parameter prologue: How the application stands before the first entry.
  private init(
    _ inspected: InspectedComposite, _ role: InspectionRole, _ reader: JournalReader, _ prologue: Prologue,
    _ rejoining: Rejoining, secondsFromUTC: Int?, _ surroundings: AgentSurroundings,
    _ wake: @escaping @Sendable () -> Void
  ) {
    (self.inspected, self.reader, self.surroundings, self.wake) = (inspected, reader, surroundings, wake)
    state = Locked(State(catalog: inspected.catalog, rejoining: rejoining))
    hello = Hello(
      application: inspected.name,
      startedNanoseconds: inspected.journal.header(application: inspected.name).startedNanoseconds,
      secondsFromUTC: secondsFromUTC ?? RecordingPrologue.secondsFromUTC, modules: prologue.modules,
      events: inspected.catalog.types.map(EventDescription.init), state: prologue.state, budgets: inspected.budgets,
      launchedNanoseconds: prologue.launchedNanoseconds, role: role)
  }

  var journal: Journal { inspected.journal }

  /// Nanoseconds since the journal's start.
  public var now: UInt64 { journal.now }

  /// What the journal has that has not been received.
  public var backlog: Backlog {
    let (kept, dropped) = reader.backlog
    return Backlog(kept: kept, dropped: dropped)
  }

  /// Fires no more what is being fired repeatedly; what else was asked is carried out.
  public func close() { repetition.stop() }

  // MARK: What it tells

  /// What there is to tell, at most so many entries at once; see `InspectionConnection`. Costs some locks, and what it takes
  /// to put the entries into words.
  public func receive(limit: Int) -> [InspectionMessage] {
    // What an inspector is told of a request at once, it takes in before the entries that come of it.
    var messages = state.withLock { state in
      defer { state.replies = [] }
      return state.replies
    }
    if limit > 0 { read(limit, into: &messages) }
    let next = limit > 0 ? reader.next : .max
    state.withLock { state in
      // What was told meanwhile comes before the ends that follow it.
      messages += state.replies
      state.replies = []
      let ended = state.ends.prefix { $0.place <= next }
      messages += ended.map(\.message)
      state.ends.removeFirst(ended.count)
      if !ended.isEmpty { state.told = nil }
      if state.hasNewEvents {
        messages.append(.events(state.catalog.types.map(EventDescription.init)))
        state.hasNewEvents = false
      }
      if limit > 0, case let running = inspected.running.current, state.told != .some(running) {
        messages.append(.running(running))
        state.told = .some(running)
      }
    }
    return messages
  }

  private func read(_ limit: Int, into messages: inout [InspectionMessage]) {
    let rejoining = state.withLock(\.rejoining)
    if rejoining.isUrgent, rejoining.prologue != nil, let place = rejoining.place, place > reader.next {
      messages.append(.entries([.gap(GapEntry(dropped: reader.skip(to: place)))]))
    }
    let place = rejoining.place
    let bound = min(limit, place.map { Int(clamping: $0.minus(reader.next)) } ?? limit)
    let entries = bound > 0 ? reader.read(limit: bound) : []
    if !entries.isEmpty {
      messages.append(.entries(entries))
      state.withLock { $0.told = nil }
    }
    if entries.contains(where: \.bringsHandlers) { refreshEvents() }
    if case .gap = entries.first {
      rejoin()
      // There is more to read, and the reader has not said so.
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
    // What was said before the entries that were read is out of date.
    if isStale {
      rejoin()
      wake()
    }
    return prologue
  }

  /// Has the main actor say how the application stands, unless it has been asked already; at most once a second, since an
  /// inspector that is too slow once will be again.
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
      let prologue = Prologue(of: journal, at: end)
      state.withLock { $0.rejoining.prologue = prologue }
      wake()
    }
  }

  /// A new module may handle events that the inspector was not told of.
  private func refreshEvents() {
    surroundings.onMain(0) { [weak self] in
      guard let self, let catalog = inspected.composite?.catalog else { return }
      let isNew = state.withLock { state in
        guard state.catalog.names != catalog.names else { return false }
        (state.catalog, state.hasNewEvents) = (catalog, true)
        return true
      }
      if isNew { wake() }
    }
  }

  // MARK: What it is asked

  /// Has a request carried out in its turn, or answers it at once; see `InspectionConnection`.
  public func send(_ request: InspectionRequest) {
    let catalog = state.withLock(\.catalog)
    switch request.kind {
    case .perform(let command):
      do throws(Refusal) {
        guard hello.role == .control else { throw Refusal(reason: "This inspector may look, and change nothing.") }
        try perform(command, Report(id: request.id, agent: self), catalog)
      } catch {
        tell(Reply(id: request.id, answer: .refused(error.reason)))
      }
    case .check(let command):
      let problems = command.firing.map { catalog.problems(with: $0.arguments, of: $0.event) }
      tell(Reply(id: request.id, answer: .problems(problems ?? [])))
    }
  }

  /// Tells how far a request is; of its end, when everything was told that happened before.
  func tell(_ reply: Reply) {
    state.withLock { state in
      switch reply.answer {
      case .repeated, .finished: state.ends.append((reader.end, .reply(reply)))
      default: state.replies.append(.reply(reply))
      }
    }
    switch reply.answer {
    case .refused, .accepted, .problems: break
    default: wake()
    }
  }
}

extension Prologue {
  /// How the application stood before the entry that a reader reads next.
  @MainActor fileprivate init(of journal: Journal, at reader: JournalReader) {
    let beginning = RecordingPrologue(of: journal, from: reader, allowing: AllowedWarnings())
    self.init(
      modules: beginning.header.modules ?? [], state: beginning.header.state ?? .notRunning,
      launchedNanoseconds: beginning.header.launchedNanoseconds, entries: beginning.prologue)
  }
}

extension JournalEntry {
  fileprivate var bringsHandlers: Bool {
    guard case .module(let entry) = self else { return false }
    return [.registered, .broughtBack, .switchedOn].contains(entry.change)
  }
}
