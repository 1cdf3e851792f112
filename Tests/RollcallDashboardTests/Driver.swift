import ModuleLifecycleTesting
import OrderedCollections
import RollcallExperiments
import RollcallInspection
import RollcallRecordings
import RollcallReports
import RollcallTerminalUI
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallDelegateLab
@testable import RollcallTerminalDashboard

/// Presses keys on a dashboard over a real composite. The clock stands still unless a handler advances it. Effects of
/// keys run at once.
@MainActor final class Driver {
  let clock = ManualClock()
  let composite: CompositeDelegate
  let connection: NumberedConnection
  private let services: TestServices
  private let front = TestFront()
  private let queue: Queue
  private let runtime: DashboardRuntime

  /// Runs effects at once, except for the slices of an event that is fired repeatedly.
  @MainActor private final class Queue {
    var slices: [AgentSurroundings.Turn] = []
    /// Whether an effect has run since the journal was last read.
    var hasNews = false
  }

  var state: DashboardState { runtime.state }
  var hasQuit: Bool { front.hasQuit }
  var effectCount: Int { front.effectCount }
  var copied: String? { front.copied }
  var copiesBy: Clipboard? {
    get { front.copiesBy }
    set { front.copiesBy = newValue }
  }
  var said: [String] { front.said }
  var complaints: [String] { front.complaints }
  var experimentsRun: [String] { front.experimentsRun }
  var entries: [AnyEntry] { front.entries }

  static let experiments = [
    Experiment(
      "release-timeline", title: "The release, step by step", question: "What happens when the last reference goes?"
    ) { _, _ in },
    Experiment(
      "unowned", title: "An unowned delegate",
      question: "What does an unowned reference do when its delegate dies first?"
    ) { _, _ in },
    Experiment(
      "strong-until-invalidated", title: "Strong until invalidated", question: "In which order do things happen?"
    ) { _, _ in },
  ]

  init(
    size: Size = Size(width: 120, height: 40), name: String = "Storefront", capacity: Int = 8 << 20,
    budgets: EventBudgets = .standard, experiments: Experiments = .none, sleeper: Sleeper? = nil,
    settings: DashboardSettings = DashboardSettings(),
    allowed: AllowedWarnings = AllowedWarnings(),
    build: @MainActor (CompositeDelegate, ManualClock) throws -> Void = Storefront.build
  ) rethrows {
    let journal = Journal(capacity: capacity, clock: clock.monotonic)
    // Without a sleeper, no owner becomes overdue: no test waits for real time. With one, the test wakes the sleepers.
    composite = CompositeDelegate(
      name: name, journal: journal, budgets: budgets,
      sleep: { duration in
        guard let sleeper else { throw CancellationError() }
        try await sleeper.sleep(duration)
      })
    composite.conduct(experiments)
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
      capabilities: Capabilities(experiments: Self.experiments, exports: ExportFormat.allCases, records: true))
    runtime = DashboardRuntime(
      DashboardSubject(connection: connection, services: services, settings: settings, allowed: allowed), size: size,
      pace: .init(batch: .max, patience: .seconds(3_600)),
      wake: { MainActor.assumeIsolated { queue.hasNews = true } })
    runtime.front = front
    front.runtime = runtime
    pull()
  }

  /// Presses keys one after the other. The effects of each key run before the next key.
  @discardableResult
  func press(_ keys: Key...) -> Driver {
    for key in keys { act(.key(key)) }
    return self
  }

  /// Clicks, or double-clicks, on the first occurrence of a text.
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

  /// Turns the wheel towards the user; away from the user for a negative number.
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

  /// Writes to the journal that a removed module is overdue, as happens after the grace period.
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

  /// Sorts by the menu item with this word.
  @discardableResult
  func sort(by word: String, reversed: Bool = false) -> Driver {
    press(.character("s"), .home)
    guard let menu = state[SortMenu.self], let place = menu.keys.firstIndex(where: { $0.word == word }) else {
      return self
    }
    for _ in 0..<place { press(.down) }
    if reversed != menu.isReversed { press(.character("r")) }
    return press(.enter)
  }

  /// Types a text letter by letter.
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
    act(.running(composite.runningHandler))
    return self
  }

  /// A handler of a registered module.
  func handler(
    module: String, event: String, sinceNanoseconds since: UInt64, dispatch: RunningDispatch? = nil
  ) -> RunningHandler {
    let id = state.application.modules.rows.first { $0.name == module }?.id
    return RunningHandler(module: module, moduleID: id, event: event, sinceNanoseconds: since, dispatch: dispatch)
  }

  /// Lets time pass while a handler does not return.
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

  /// Reads the results of the user's actions.
  private func takeNews() {
    while queue.hasNews {
      queue.hasNews = false
      runtime.readNews()
    }
  }

  /// Reads the journal. While the view is frozen, only counts the entries.
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

  /// The first line that contains a text, trimmed. The number of spaces between two words does not matter: golden
  /// screens check the columns.
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

  /// Runs a command in the application without a key.
  func perform(_ command: Command) {
    connection.send(InspectionRequest(id: 0, kind: .perform(command)))
  }

  /// Adds lines to an experiment's output.
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

  /// The main actor's pending turns.
  var turns: [AgentSurroundings.Turn] { queue.slices }

  /// The number of dispatches that were sent out of state.
  var dispatchesOutOfState: Int { state.application.history.dispatches.count(where: \.isOutOfState) }

  /// Gives the main actor turns until none are pending.
  @discardableResult
  func finishTurns() -> Driver {
    while !queue.slices.isEmpty { turn() }
    return self
  }

  /// Ends the recording.
  func endRecording(entries: UInt64 = 1_234, bytes: UInt64 = 345_678, dropped: UInt64 = 0, problem: String? = nil) {
    services.endRecording(entries: entries, bytes: bytes, dropped: dropped, problem: problem)
    pull()
  }
}
