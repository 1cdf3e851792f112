import RollcallInspection
import RollcallTerminalUI

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// Presses keys on a dashboard over a recording. Background work runs when the test says so.
@MainActor final class ReplayDriver {
  /// Deferred background work.
  private final class Later: Sendable {
    let work = Locked<[@Sendable () -> Void]>([])
  }

  let store: MemoryEntryStore
  let source: ReplaySource
  private let front = TestFront()
  private let runtime: DashboardRuntime
  private let later = Later()

  var state: DashboardState { runtime.state }
  var hasQuit: Bool { front.hasQuit }
  var copied: String? { front.copied }

  static func hello(events: [String] = []) -> Hello {
    Hello(
      application: "Storefront", startedNanoseconds: 81_600 * 1_000_000_000,
      events: events.map { EventDescription(name: $0, rule: "no if one says no, otherwise yes") },
      budgets: .standard, role: .view)
  }

  init(
    _ store: MemoryEntryStore, size: Size = Size(width: 120, height: 40), damage: String? = nil,
    byteLimit: Int = 128 << 20
  ) {
    self.store = store
    let playback = Playback(
      file: "storefront.rollcall", count: store.count, startNanoseconds: store.start, endNanoseconds: store.end,
      unreadLines: damage == nil ? 0 : 3, damage: damage)
    source = ReplaySource(
      store, hello: Self.hello(events: store.events), playback: playback,
      byteLimit: byteLimit, work: { [later] work in later.work.withLock { $0.append(work) } }, wake: {})
    runtime = DashboardRuntime(
      DashboardSubject(connection: source, player: source), size: size,
      pace: .init(batch: 32, patience: .seconds(3_600)), wake: {})
    runtime.front = front
    front.runtime = runtime
    pull()
  }

  // MARK: The user

  @discardableResult
  func press(_ keys: Key...) -> ReplayDriver { pressAll(keys) }

  @discardableResult
  func pressAll(_ keys: [Key]) -> ReplayDriver {
    for key in keys { act(.key(key)) }
    return self
  }

  @discardableResult
  func type(_ text: String) -> ReplayDriver { pressAll(text.map(Key.character)) }

  @discardableResult
  func click(x: Int, y: Int) -> ReplayDriver {
    act(.mouse(MouseEvent(.press, at: Point(x: x, y: y)), .unicode))
    return self
  }

  /// Goes to a position, and runs the background work for it.
  @discardableResult
  func go(_ place: PlaybackPlace) -> ReplayDriver {
    if source.control(.go(place)) == nil { pull() }
    return finishWork()
  }

  // MARK: The surroundings

  /// Runs some of the background work.
  @discardableResult
  func work(_ count: Int = 1) -> ReplayDriver {
    for _ in 0..<count {
      guard let next = later.work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { break }
      next()
    }
    pull()
    return self
  }

  /// Runs all background work.
  @discardableResult
  func finishWork() -> ReplayDriver {
    while later.work.withLock({ !$0.isEmpty }) { work() }
    return self
  }

  // MARK: The screen

  var model: ApplicationModel { state.application }

  func screen(_ glyphs: GlyphSet = .unicode) -> Canvas {
    var canvas = Canvas(size: state.size, glyphs: glyphs)
    state.draw(on: &canvas)
    return canvas
  }

  var lines: [String] { screen().lines() }

  /// The line with the seek bar.
  var playbackLine: String { lines[state.size.height - 3] }

  func line(with text: String) -> String? { lines.first { $0.contains(text) } }

  func act(_ action: Action) { runtime.update(action) }

  /// Reads the news, as the program does when it wakes up.
  func pull() { runtime.readNews() }
}
