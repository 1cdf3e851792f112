import EventArguments
import ModuleLifecycleTesting
import OrderedCollections
import Recordings
import TerminalUI
import Testing
import TextFormatting

@testable import Dashboard
@testable import ModuleLifecycle
@testable import TerminalDashboard

/// Presses keys on the model, over a real composite whose clock stands still unless a handler moves it.
///
/// Dispatches are renumbered from 117, because their real numbers depend on what other tests run beside this one.
@MainActor final class Driver {
  let clock = ManualClock()
  let composite: CompositeDelegate
  private let reader: JournalReader
  private(set) var state: DashboardState
  private(set) var hasQuit = false
  /// How many effects keys and clicks have had, apart from questions.
  private(set) var effectCount = 0
  /// What went to the clipboard last.
  private(set) var copied: String?
  /// What was said to lines that were typed, where there is no screen.
  private(set) var said: [String] = []
  private(set) var complaints: [String] = []
  /// The experiments that were to be run, in order.
  private(set) var experimentsRun: [String] = []
  /// All that the journal has said, as it was taken in.
  private(set) var entries: [JournalEntry] = []
  private var numbers: [UInt64: UInt64] = [:]

  static let experiments = [
    ExperimentDescription(
      id: "release-timeline", title: "The release, step by step", question: "What happens when the last reference goes?"
    ),
    ExperimentDescription(
      id: "unowned", title: "An unowned delegate",
      question: "What does an unowned reference give when its delegate did not outlive it?"),
    ExperimentDescription(
      id: "strong-until-invalidated", title: "Strong until invalidated", question: "In which order do things happen?"),
  ]

  init(
    size: Size = Size(width: 120, height: 40), name: String = "Storefront", capacity: Int = 8 << 20,
    budgets: Budgets = .standard, sleeper: Sleeper? = nil, allowed: AllowedWarnings = AllowedWarnings(),
    build: @MainActor (CompositeDelegate, ManualClock) throws -> Void = Storefront.build
  ) rethrows {
    let journal = Journal(capacity: capacity, clock: clock.monotonic)
    // Nothing comes overdue by itself: no test waits for time to pass. With a sleeper the test says when it has.
    composite = CompositeDelegate(
      name: name, journal: journal, budgets: budgets,
      sleep: { duration in
        guard let sleeper else { throw CancellationError() }
        try await sleeper.sleep(duration)
      })
    reader = journal.reader()
    try build(composite, clock)
    let source = SourceDescription(
      application: name, startedNanoseconds: 81_600 * 1_000_000_000, modules: composite.modules,
      events: composite.catalog.types.map(EventDescription.init), state: composite.state,
      experiments: Self.experiments, exports: ExportBench.descriptions, budgets: composite.budgets)
    state = DashboardState(source: source, size: size, allowed: allowed)
    pull()
  }

  /// Presses keys one after the other; what they want done is done before the next.
  @discardableResult
  func press(_ keys: Key...) -> Driver {
    for key in keys { act(.key(key)) }
    return self
  }

  /// Clicks on the first place where a text stands, twice if asked.
  @discardableResult
  func click(on text: String, twice: Bool = false, _ glyphs: GlyphSet = .unicode) -> Driver {
    for (y, line) in screen(glyphs).lines().enumerated() {
      guard let range = line.ranges(of: text).first else { continue }
      return click(x: line[..<range.lowerBound].columnWidth, y: y, twice: twice, glyphs)
    }
    return self
  }

  @discardableResult
  func click(x: Int, y: Int, twice: Bool = false, _ glyphs: GlyphSet = .unicode) -> Driver {
    act(.mouse(MouseEvent(.press, at: Point(x: x, y: y)), glyphs))
    if twice { act(.mouse(MouseEvent(.doubleClick, at: Point(x: x, y: y)), glyphs)) }
    return self
  }

  /// Turns the wheel towards the user, or away for a negative number.
  @discardableResult
  func wheel(_ notches: Int, x: Int, y: Int) -> Driver {
    for _ in 0..<abs(notches) {
      act(.mouse(MouseEvent(notches > 0 ? .scrollDown : .scrollUp, at: Point(x: x, y: y)), .unicode))
    }
    return self
  }

  @discardableResult
  func pressAll(_ keys: [Key]) -> Driver {
    for key in keys { press(key) }
    return self
  }

  /// Has the journal say that a removed module is overdue, as it does after a while.
  func noteOverdue(_ name: String) {
    guard let owner = state.application.ownership.owners.values.last(where: { $0.name == name }),
      let module = owner.module
    else {
      return
    }
    act(
      .entries([
        .overdue(
          OverdueEntry(
            id: module, name: name, owner: owner.id, atNanoseconds: state.now, afterNanoseconds: 1_000_000_000))
      ]))
  }

  /// Types a text, letter by letter.
  @discardableResult
  func type(_ text: String) -> Driver {
    for character in text { press(.character(character)) }
    return self
  }

  @discardableResult
  func resize(_ width: Int, _ height: Int) -> Driver {
    act(.resize(Size(width: width, height: height)))
    return self
  }

  /// Lets time pass.
  @discardableResult
  func wait(_ duration: Duration) -> Driver {
    clock.advance(by: duration)
    act(.tick(running: composite.running.current))
    return self
  }

  /// Lets time pass in which a handler does not return.
  func hang(_ duration: Duration, in handler: RunningHandler) -> Driver {
    clock.advance(by: duration)
    act(.tick(running: handler))
    return self
  }

  func act(_ action: Action) {
    let wasFrozen = state.isFrozen
    if case .entries(let new) = action { entries += new }
    perform(state.update(action, now: composite.journal.now))
    if wasFrozen != state.isFrozen { pull() }
  }

  /// Takes in what the journal has; while the view is frozen, how much that is.
  func pull() {
    guard state.isFrozen else { return act(.entries(reader.read().map(renumbered))) }
    let (kept, dropped) = reader.backlog
    act(.backlog(Backlog(kept: kept, dropped: dropped)))
  }

  func screen(_ glyphs: GlyphSet = .unicode) -> Canvas {
    var canvas = Canvas(size: state.size, glyphs: glyphs)
    state.draw(on: &canvas)
    return canvas
  }

  var lines: [String] { screen().lines() }

  /// The first line that contains a text, without the spaces around it.
  func line(with text: String) -> String? {
    lines.first { $0.contains(text) }.map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
  }

  private func perform(_ effects: [Effect]) {
    effectCount += effects.count { if case .check = $0 { false } else { true } }
    for effect in effects {
      switch effect {
      case .quit: hasQuit = true
      case .say(let lines): said += lines
      case .complain(let problem): complaints.append(problem)
      case .perform(let command): perform(command)
      case .copy(let text): copied = text
      case .playback, .locate: Issue.record("a live application is not played")
      case .check(let command): act(.checked(command, problems(with: command)))
      case .run(let experiment): experimentsRun.append(experiment)
      }
    }
  }

  /// Has an experiment say something.
  @discardableResult
  func say(_ id: String, _ lines: ExperimentLine..., finish: Bool = false) -> Driver {
    for line in lines { act(.experiment(id: id, .line(line))) }
    if finish { act(.experiment(id: id, .finished)) }
    return self
  }

  private func problems(with command: Command) -> [EventArgumentProblem] {
    command.firing.map { composite.catalog.problems(with: $0.arguments, of: $0.event) } ?? []
  }

  /// What the main actor is to do in its next turns: slices of an event that is fired repeatedly.
  private(set) var turns: [@MainActor @Sendable () -> Void] = []
  private let repetition = RepetitionSlot()

  /// Gives the main actor its next turn.
  @discardableResult
  func turn(_ count: Int = 1) -> Driver {
    for _ in 0..<count where !turns.isEmpty {
      turns.removeFirst()()
      pull()
    }
    return self
  }

  /// How many dispatches were sent out of state.
  var dispatchesOutOfState: Int { state.application.history.dispatches.count(where: \.isOutOfState) }

  /// Gives the main actor turns until it has nothing to do.
  @discardableResult
  func finishTurns() -> Driver {
    while !turns.isEmpty { turn() }
    return self
  }

  private func begin(_ command: Command, _ event: any LifecycleEvent) {
    guard case .fireRepeatedly(let name, _, let times, let relaunching) = command else { return }
    guard repetition.begin(name) else {
      return act(.refused(command, problem: repetition.refusal))
    }
    act(.sent(command))
    act(.progress(.started))
    func open<Event: LifecycleEvent>(_ event: Event) {
      let surroundings = Repeater<Event>.Surroundings(
        now: { [unowned self] in composite.journal.now },
        later: { [unowned self] in turns.append($0) },
        isStopped: { [unowned self] in repetition.isStopped },
        progress: { [unowned self] in act(.progress(.repeating(done: $0))) },
        end: { [unowned self] outcome in
          repetition.end()
          pull()
          act(.progress(.repeated(outcome.summary)))
          act(.progress(.finished(problem: outcome.problem)))
        })
      Repeater(event, times: times, relaunching: relaunching, on: composite, surroundings).begin()
    }
    open(event)
    pull()
  }

  private func perform(_ command: Command) {
    do throws(EventCatalogError) {
      let event = try CompositeSource.event(of: command, in: composite.catalog)
      if case .fireRepeatedly = command, let event { return begin(command, event) }
      if case .stopRepeating = command { repetition.stop() }
      act(.sent(command))
      act(.progress(.started))
      if note(recording: command) { return act(.progress(.finished(problem: nil))) }
      var problem: String?
      do {
        try CompositeSource.carryOut(command, event: event, on: composite)
      } catch {
        problem = "\(error)"
      }
      pull()
      act(.progress(.finished(problem: problem)))
    } catch {
      act(.refused(command, problem: error.description))
    }
  }

  /// Stands for a source that records: nothing is written.
  private func note(recording command: Command) -> Bool {
    switch command {
    case .record(let path): act(.recording(RecordingStatus(path: path ?? "Storefront-20261121-160000.rollcall")))
    case .stopRecording: endRecording()
    default: return false
    }
    return true
  }

  /// The recording ends.
  func endRecording(entries: UInt64 = 1_234, bytes: UInt64 = 345_678, dropped: UInt64 = 0, problem: String? = nil) {
    guard var status = state.recording else { return }
    (status.isRunning, status.entries, status.bytes) = (false, entries, bytes)
    (status.dropped, status.problem) = (dropped, problem)
    act(.recording(status))
  }

  private func renumbered(_ entry: JournalEntry) -> JournalEntry {
    func number(_ id: UInt64) -> UInt64 {
      if id == 0 { return 0 }
      if let number = numbers[id] { return number }
      numbers[id] = UInt64(117 + numbers.count)
      return numbers[id] ?? 0
    }
    switch entry {
    case .dispatch(var dispatch):
      dispatch.parent = dispatch.parent.map(number)
      dispatch.id = number(dispatch.id)
      return .dispatch(dispatch)
    case .owned(var owned):
      owned.dispatch = owned.dispatch.map(number)
      return .owned(owned)
    case .released(var released):
      released.aliveAfter = released.aliveAfter.map(number)
      released.deadAfter = released.deadAfter.map(number)
      return .released(released)
    case .owner(var owner):
      owner.aliveAfter = owner.aliveAfter.map(number)
      owner.deadAfter = owner.deadAfter.map(number)
      return .owner(owner)
    case .running(var running):
      running.dispatch = running.dispatch.map(number)
      return .running(running)
    case .warning(var warning):
      warning.dispatch = warning.dispatch.map(number)
      return .warning(warning)
    default:
      return entry
    }
  }
}
