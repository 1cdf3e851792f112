import Inspection
import TerminalUI

@testable import Dashboard
@testable import ModuleLifecycle
@testable import TerminalDashboard

/// Presses keys on a dashboard over a recording. The clock stands still unless the test moves it. Background work runs
/// when the test says so.
@MainActor final class ReplayDriver {
  /// Deferred background work and wake-ups.
  private final class Later: Sendable {
    let now = Locked<UInt64>(5_000_000_000)
    let work = Locked<[@Sendable () -> Void]>([])
    let alarms = Locked<[UInt64]>([])
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
    _ store: MemoryEntryStore, size: Size = Size(width: 120, height: 40), options: ReplayOptions = ReplayOptions(),
    damage: String? = nil, isPlaying: Bool = false
  ) {
    self.store = store
    let playback = Playback(
      file: "storefront.rollcall", count: store.count, startNanoseconds: store.start, endNanoseconds: store.end,
      speed: options.speed, longestPauseNanoseconds: options.longestPause.map { UInt64(nanoseconds: $0) },
      unreadLines: damage == nil ? 0 : 3, damage: damage)
    source = ReplaySource(
      store, hello: Self.hello(events: store.events), playback: playback,
      .init(
        clock: { [later] in later.now.withLock { $0 } },
        work: { [later] work in later.work.withLock { $0.append(work) } },
        later: { [later] delay, _ in later.alarms.withLock { $0.append(delay) } },
        wake: {}))
    runtime = DashboardRuntime(
      DashboardSubject(connection: source, player: source), size: size,
      pace: .init(batch: 32, patience: .seconds(3_600)), wake: {})
    runtime.front = front
    front.runtime = runtime
    if isPlaying { _ = source.control(.play) }
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

  /// Lets time pass.
  @discardableResult
  func wait(_ duration: Duration) -> ReplayDriver {
    later.now.withLock { $0 += UInt64(nanoseconds: duration) }
    act(.tick)
    pull()
    return self
  }

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

  /// The requested delays of the screen's wake-ups, in nanoseconds and in order.
  var alarms: [UInt64] { later.alarms.withLock { $0 } }

  // MARK: The screen

  /// The application's model, without the user's filter.
  var model: ApplicationModel {
    var model = state.application
    model.ownership.setFilter("")
    return model
  }

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
