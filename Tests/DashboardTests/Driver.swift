import Exports
import Inspection
import ModuleLifecycleTesting
import OrderedCollections
import Recordings
import TerminalUI
import Testing
import TextFormatting

@testable import Dashboard
@testable import DelegateLab
@testable import ModuleLifecycle
@testable import TerminalDashboard

/// Presses keys on a dashboard over a real composite, whose clock stands still unless a handler moves it. What keys want
/// done is done at once.
@MainActor final class Driver {
  let clock = ManualClock()
  let composite: CompositeDelegate
  let connection: NumberedConnection
  private let services: TestServices
  private let front = TestFront()
  private let queue: Queue
  private let runtime: DashboardRuntime

  /// Where what was asked for is done: at once, apart from the slices of an event that is fired repeatedly.
  @MainActor private final class Queue {
    var slices: [AgentSurroundings.Turn] = []
    /// Whether something was done, so that there may be news.
    var hasNews = false
  }

  var state: DashboardState { runtime.state }
  var hasQuit: Bool { front.hasQuit }
  var effectCount: Int { front.effectCount }
  var copied: String? { front.copied }
  var said: [String] { front.said }
  var complaints: [String] { front.complaints }
  var experimentsRun: [String] { front.experimentsRun }
  var entries: [JournalEntry] { front.entries }

  static let experiments = [
    Experiment(
      "release-timeline", title: "The release, step by step", question: "What happens when the last reference goes?"
    ) { _, _ in },
    Experiment(
      "unowned", title: "An unowned delegate",
      question: "What does an unowned reference give when its delegate did not outlive it?"
    ) { _, _ in },
    Experiment(
      "strong-until-invalidated", title: "Strong until invalidated", question: "In which order do things happen?"
    ) { _, _ in },
  ]

  init(
    size: Size = Size(width: 120, height: 40), name: String = "Storefront", capacity: Int = 8 << 20,
    budgets: Budgets = .standard, sleeper: Sleeper? = nil, settings: DashboardSettings = DashboardSettings(),
    allowed: AllowedWarnings = AllowedWarnings(),
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
    try build(composite, clock)
    let queue = Queue()
    let agent = InspectionAgent(
      composite, secondsFromUTC: 0,
      surroundings: AgentSurroundings(
        onMain: { _, turn in
          MainActor.assumeIsolated {
            turn()
            queue.hasNews = true
          }
        },
        slice: { turn in MainActor.assumeIsolated { queue.slices.append(turn) } })
    ) {}
    self.queue = queue
    connection = NumberedConnection(agent)
    services = TestServices(
      offers: Offers(experiments: Self.experiments, exports: ExportFormat.allCases, records: true))
    runtime = DashboardRuntime(
      DashboardSubject(connection: connection, services: services, settings: settings, allowed: allowed), size: size,
      pace: .init(batch: .max, patience: .seconds(3_600)),
      wake: { MainActor.assumeIsolated { queue.hasNews = true } })
    runtime.front = front
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

  /// Sorts by what the menu has under a word.
  @discardableResult
  func sort(by word: String, reversed: Bool = false) -> Driver {
    press(.character("s"), .home)
    guard case .sort(let menu) = state.overlay, let place = menu.keys.firstIndex(where: { $0.word == word }) else {
      return self
    }
    for _ in 0..<place { press(.down) }
    if reversed != menu.isReversed { press(.character("r")) }
    return press(.enter)
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
    connection.hanging.withLock { $0 = nil }
    act(.running(composite.running.current))
    return self
  }

  /// A handler of a module that is registered.
  func handler(
    module: String, event: String, sinceNanoseconds since: UInt64, dispatch: RunningDispatch? = nil
  ) -> RunningHandler {
    let id = state.application.modules.rows.first { $0.name == module }?.id
    return RunningHandler(module: module, moduleID: id, event: event, sinceNanoseconds: since, dispatch: dispatch)
  }

  /// Lets time pass in which a handler does not return.
  func hang(_ duration: Duration, in handler: RunningHandler) -> Driver {
    clock.advance(by: duration)
    connection.hanging.withLock { $0 = handler }
    act(.running(handler))
    return self
  }

  func act(_ action: Action) {
    runtime.update(action)
    takeNews()
  }

  /// Takes in what has come of what the user did.
  private func takeNews() {
    while queue.hasNews {
      queue.hasNews = false
      runtime.readNews()
    }
  }

  /// Takes in what the journal has; while the view is frozen, how much that is.
  func pull() {
    runtime.readNews()
    takeNews()
  }

  func screen(_ glyphs: GlyphSet = .unicode) -> Canvas {
    var canvas = Canvas(size: state.size, glyphs: glyphs)
    runtime.draw(on: &canvas)
    return canvas
  }

  var lines: [String] { screen().lines() }

  /// The first line that contains a text, without the spaces around it. How many spaces there are between two words does not
  /// matter: golden screens tell of columns.
  func line(with text: String) -> String? {
    func words(_ text: String) -> String {
      let words = text.split(separator: " ").joined(separator: " ")
      return (text.first == " " ? " " : "") + words + (text.last == " " ? " " : "")
    }
    let wanted = words(text)
    return lines.first { $0.contains(text) || words($0).contains(wanted) }.map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// Has the application carry a command out that no key was pressed for.
  func perform(_ command: Command) {
    connection.send(InspectionRequest(id: 0, kind: .perform(command)))
  }

  /// Has an experiment say something.
  @discardableResult
  func say(_ id: String, _ lines: LabLine..., finish: Bool = false) -> Driver {
    for line in lines { act(.experiment(id: id, line: line)) }
    if finish { act(.experiment(id: id, line: nil)) }
    return self
  }

  /// Gives the main actor its next turn.
  @discardableResult
  func turn(_ count: Int = 1) -> Driver {
    for _ in 0..<count where !queue.slices.isEmpty {
      queue.slices.removeFirst()()
      pull()
    }
    return self
  }

  /// What the main actor is to do in its next turns.
  var turns: [AgentSurroundings.Turn] { queue.slices }

  /// How many dispatches were sent out of state.
  var dispatchesOutOfState: Int { state.application.history.dispatches.count(where: \.isOutOfState) }

  /// Gives the main actor turns until it has nothing to do.
  @discardableResult
  func finishTurns() -> Driver {
    while !queue.slices.isEmpty { turn() }
    return self
  }

  /// The recording ends.
  func endRecording(entries: UInt64 = 1_234, bytes: UInt64 = 345_678, dropped: UInt64 = 0, problem: String? = nil) {
    services.endRecording(entries: entries, bytes: bytes, dropped: dropped, problem: problem)
    pull()
  }
}
