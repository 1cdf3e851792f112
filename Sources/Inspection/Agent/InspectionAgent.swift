import EventArguments
import Foundation
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
    /// What the inspector may do.
    var role: InspectionRole
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
    /// How many commands were accepted and are not finished.
    var openCommands = 0
    /// When the main actor answered last, in nanoseconds since the journal's start.
    var answeredAt: UInt64 = 0
    /// Whether it has been asked for a sign of life, and has not given one.
    var isAskedForSign = false
    /// Whether it has given one after a silence, and that was not told.
    var isBack = false
  }

  /// What the composite was like when the agent was made.
  public let hello: Hello
  let inspected: InspectedComposite
  private let reader: JournalReader
  private let wake: @Sendable () -> Void
  let surroundings: AgentSurroundings
  private let state: Locked<State>
  /// Who inspects from another process; `nil` for a dashboard in this one, whose requests are not written down.
  private let asker: Asker?

  /// How long the main actor is not asked for another prologue, in nanoseconds.
  private static let pause: UInt64 = 1_000_000_000
  /// The most commands of one inspector that wait for their turn.
  static let mostOpenCommands = 64

  /// An agent that tells everything that the composite's journal still has, and what comes.
  ///
  /// - Parameters:
  ///   - composite: Not kept alive.
  ///   - role: Whether the inspector may have it do something.
  ///   - wake: Called on any thread when there is something new to receive.
  @MainActor public convenience init(
    _ composite: CompositeDelegate, role: InspectionRole = .control, wake: @escaping @Sendable () -> Void
  ) {
    self.init(composite, of: nil, role: role, wake: wake)
  }

  /// - Parameters:
  ///   - inspected: What is known of the composite already.
  ///   - asker: The inspector in another process, for which it is made in the main actor's turn.
  ///   - isProbe: Whether that wants to know what the application is, and nothing else.
  ///   - secondsFromUTC: What to add to UTC; `nil` for the time of day here.
  ///   - surroundings: Where the agent's work is done.
  @MainActor package convenience init(
    _ composite: CompositeDelegate, of inspected: InspectedComposite? = nil, role: InspectionRole = .control,
    asker: Asker? = nil, isProbe: Bool = false, secondsFromUTC: Int? = nil, surroundings: AgentSurroundings = .real,
    wake: @escaping @Sendable () -> Void
  ) {
    let reader = composite.journal.reader(wake: wake)
    // An inspector that comes when entries have been forgotten begins as a recording does. Where the journal has them
    // all, they tell the rest, and it knows the modules as they are from the start.
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

  /// An agent for an inspector that the main actor can't wait for, because it hangs, or need not, because the inspector
  /// knows how the application stands. It tells at once what the journal has and which handler runs.
  ///
  /// - Parameter entry: The first entry that the inspector does not have; `nil`, and it is told how the application stands
  ///   as soon as the main actor answers.
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

  /// - Parameter prologue: How the application stands before the first entry.
  private init(
    _ inspected: InspectedComposite, _ role: InspectionRole, _ asker: Asker?, _ reader: JournalReader,
    _ prologue: Prologue, _ rejoining: Rejoining, secondsFromUTC: Int?, isPending: Bool = false,
    isResumed: Bool = false, _ surroundings: AgentSurroundings, _ wake: @escaping @Sendable () -> Void
  ) {
    (self.inspected, self.asker, self.reader) = (inspected, asker, reader)
    (self.surroundings, self.wake) = (surroundings, wake)
    state = Locked(
      State(catalog: inspected.catalog, role: role, rejoining: rejoining, answeredAt: inspected.journal.now))
    var hello = Hello(
      application: inspected.name, startedNanoseconds: inspected.journal.startedNanoseconds,
      secondsFromUTC: secondsFromUTC ?? RecordingPrologue.secondsFromUTC, modules: prologue.modules,
      state: prologue.state, budgets: inspected.budgets, launchedNanoseconds: prologue.launchedNanoseconds, role: role)
    hello.describe(inspected.catalog.types)
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

  /// Nanoseconds since the journal's start.
  public var now: UInt64 { journal.now }

  /// What the journal has that has not been received.
  public var backlog: Backlog {
    let (kept, dropped) = reader.backlog
    return Backlog(kept: kept, dropped: dropped)
  }

  /// Fires no more what is being fired repeatedly; what else was asked is carried out.
  public func close() { repetition.stop(for: ObjectIdentifier(self)) }

  var repetition: RepetitionSlot { inspected.repetition }

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
      let first = reader.next
      messages.append(.entries([.gap(GapEntry(dropped: reader.skip(to: place)))], from: first))
    }
    let place = rejoining.place
    let bound = min(limit, place.map { Int(clamping: $0.minus(reader.next)) } ?? limit)
    let first = reader.next
    let entries = bound > 0 ? reader.read(limit: bound, bytes: Self.mostBytes) : []
    if !entries.isEmpty {
      messages.append(.entries(entries, from: first))
      state.withLock { $0.told = nil }
    }
    if entries.contains(where: \.bringsHandlers) { refreshEvents() }
    if entries.contains(where: \.endsSilence) { rejoin() }
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
      state.withLock { state in
        state.rejoining.prologue = prologue
        state.answeredAt = journal.now
      }
      wake()
    }
  }

  /// The most bytes of entries that are read at once, as the journal estimates them.
  private static let mostBytes = 256 << 10

  /// When the main actor answered last, in nanoseconds since the journal's start; asks it once more.
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

  /// Whether the main actor has answered after a silence that inspectors were told of; asked once.
  func takeIsBack() -> Bool {
    state.withLock { state in
      defer { state.isBack = false }
      return state.isBack
    }
  }

  /// How long the main actor may say nothing before an inspector takes it to hang, in nanoseconds: more than between two
  /// signs of life.
  static let silence: UInt64 = 3_000_000_000

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
  public func send(_ request: InspectionRequest) { _ = isAccepted(request) }

  /// The same.
  ///
  /// - Returns: Whether the request was not refused.
  func isAccepted(_ request: InspectionRequest) -> Bool {
    let (catalog, role) = state.withLock { ($0.catalog, $0.role) }
    switch request.kind {
    case .perform(let command):
      do throws(Refusal) {
        guard role.allows(command) else { throw Refusal(reason: role.refusal) }
        guard state.withLock({ $0.openCommands < Self.mostOpenCommands }) else {
          throw Refusal(reason: "\(Self.mostOpenCommands) commands wait already; this one was left out.")
        }
        // What comes of it comes after it.
        try perform(command, Report(request: request.id, command: command, agent: self), catalog)
      } catch {
        note(command, .refused, error.reason)
        tell(Reply(id: request.id, answer: .refused(error.reason)))
        return false
      }
    case .check(let command):
      // To look at arguments is to run the events' own code on them.
      guard asker == nil || role.allows(command) else {
        tell(Reply(id: request.id, answer: .refused(role.refusal)))
        return false
      }
      let problems = command.firing.map { catalog.problems(with: $0.arguments, of: $0.event) }
      tell(Reply(id: request.id, answer: .problems(problems ?? [])))
    }
    return true
  }

  /// Gives the inspector another role, as far as it may have it.
  func setRole(_ asked: InspectionRole, atMost most: InspectionRole) {
    let role = asked.limited(to: most)
    state.withLock { state in
      state.role = role
      state.replies.append(.role(role))
    }
    if asked != .view, let asker {
      let refusal = role == .view ? "Inspectors may look, and change nothing." : nil
      journal.note(asker.entry(about: "role", refusal == nil ? .accepted : .refused, refusal))
    }
    wake()
  }

  /// What the inspector may do.
  var role: InspectionRole { state.withLock(\.role) }

  /// Whether all that the journal has was told.
  var isUpToDate: Bool { !reader.isBehind(by: 0) }

  /// The number of the entry that is read next.
  var nextEntry: UInt64 { reader.next }

  /// Writes down what came of a request from another process.
  func note(_ command: Command, _ outcome: RequestEntry.Outcome, _ reason: String? = nil) {
    if let asker { journal.note(asker.entry(about: command, outcome, reason)) }
  }

  /// Tells how far a request is; of its end, when everything was told that happened before.
  func tell(_ reply: Reply) {
    state.withLock { state in
      if case .accepted = reply.answer { state.openCommands += 1 }
      if case .finished = reply.answer { state.openCommands -= 1 }
      switch reply.answer {
      case .repeated, .finished: state.ends.append((reader.end, .reply(reply)))
      case .repeating:
        // However slowly they are taken.
        state.replies.removeAll { $0.isProgress(of: reply.id) }
        state.replies.append(.reply(reply))
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
      launchedNanoseconds: beginning.header.launchedNanoseconds, entries: beginning.prologue, nextEntry: reader.next)
  }
}

extension JournalEntry {
  /// What came before it was not written down.
  fileprivate var endsSilence: Bool { if case .journal(let entry) = self { entry.isOn } else { false } }

  fileprivate var bringsHandlers: Bool {
    guard case .module(let entry) = self else { return false }
    return [.registered, .broughtBack, .switchedOn].contains(entry.change)
  }
}
