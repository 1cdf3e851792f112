import ModuleLifecycleTesting
import TerminalUI

@testable import Dashboard
@testable import ModuleLifecycle

/// Presses keys on the model, over a real composite whose clock stands still unless a handler moves it.
///
/// Dispatches are renumbered from 117, because their real numbers depend on what other tests run beside this one.
@MainActor final class Driver {
  let clock = ManualClock()
  let composite: CompositeDelegate
  private let reader: JournalReader
  private(set) var state: DashboardState
  private(set) var hasQuit = false
  private var numbers: [UInt64: UInt64] = [:]

  init(
    size: Size = Size(width: 120, height: 40), name: String = "Storefront",
    build: @MainActor (CompositeDelegate, ManualClock) throws -> Void = Storefront.build
  ) rethrows {
    let journal = Journal(clock: clock.monotonic)
    // Nothing comes overdue by itself: no test waits for time to pass.
    composite = CompositeDelegate(name: name, journal: journal, sleep: { _ in throw CancellationError() })
    reader = journal.reader()
    try build(composite, clock)
    let source = SourceDescription(
      application: name, startedNanoseconds: 81_600 * 1_000_000_000, modules: composite.modules,
      events: composite.catalog.types.map(EventDescription.init), state: composite.state)
    state = DashboardState(source: source, size: size)
    pull()
  }

  /// Presses keys one after the other; what they want done is done before the next.
  @discardableResult
  func press(_ keys: Key...) -> Driver {
    for key in keys { perform(state.update(.key(key), now: composite.journal.now)) }
    return self
  }

  /// Types a text, letter by letter.
  @discardableResult
  func type(_ text: String) -> Driver {
    for character in text { press(.character(character)) }
    return self
  }

  @discardableResult
  func resize(_ width: Int, _ height: Int) -> Driver {
    _ = state.update(.resize(Size(width: width, height: height)), now: composite.journal.now)
    return self
  }

  /// Lets time pass.
  @discardableResult
  func wait(_ duration: Duration) -> Driver {
    clock.advance(by: duration)
    act(.tick(running: composite.running.current))
    return self
  }

  func act(_ action: Action) { perform(state.update(action, now: composite.journal.now)) }

  /// Takes in what the journal has.
  func pull() { act(.entries(reader.read().map(renumbered))) }

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
    for effect in effects {
      switch effect {
      case .quit: hasQuit = true
      case .perform(let command): perform(command)
      }
    }
  }

  private func perform(_ command: Command) {
    do {
      let event = try event(of: command)
      act(.sent(command))
      do {
        switch command {
        case .fire: if let event { composite.send(any: event) }
        case .remove(let id): try composite.remove(id)
        case .bringBack(let id): try composite.bringBack(id)
        case .relaunch:
          try composite.rebuild()
          composite.send(DidFinishLaunching())
        }
        pull()
        act(.finished(problem: nil))
      } catch {
        pull()
        act(.finished(problem: "\(error)"))
      }
    } catch {
      act(.refused(command, problem: "\(error)"))
    }
  }

  private func event(of command: Command) throws -> (any LifecycleEvent)? {
    guard case .fire(let name, let arguments) = command else { return nil }
    return try composite.catalog.event(named: name, arguments: arguments)
  }

  private func renumbered(_ entry: JournalEntry) -> JournalEntry {
    func number(_ id: UInt64) -> UInt64 {
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
    case .warning(var warning):
      warning.dispatch = warning.dispatch.map(number)
      return .warning(warning)
    default:
      return entry
    }
  }
}
