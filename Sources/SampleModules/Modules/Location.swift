#if CommandLine
import Dispatch
import ModuleLifecycle
import ModuleRegistration

/// Follows where the user is, while the application can be seen.
///
/// Its location manager neither keeps its delegate alive nor forgets it, so the module owns its place in the manager's
/// slot as it owns any other resource: before its members die, the slot is empty. That holds on the main actor, where
/// the manager reads the slot, and where a composite lets go of its modules.
final class Location: Module, LocationManagerDelegate {
  nonisolated static let settings: [SettingKey] = [
    .duration("every", "The time between two positions.", atLeast: .milliseconds(1))
  ]

  private let owned = OwnedObjects()
  let manager: LocationManager
  private var updates: OwnedObject?
  private(set) var positions: [Position] = []

  init(_ context: ModuleContext) {
    manager = LocationManager(interval: context.settings.duration("every") ?? .seconds(1))
    unsafe manager.delegate = self
    owned.own(.delegate, "of the location manager", onMainActor: { [manager] in unsafe manager.delegate = nil })
  }

  static func handlers(_ handlers: inout Handlers<Location>) {
    handlers.answer(DidFinishLaunching.self) { location, _ in
      location.follow()
      return true
    }
    handlers.on(DidEnterBackground.self) { location, _ in location.updates?.cancel() }
    handlers.on(WillEnterForeground.self) { location, _ in location.follow() }
    handlers.on(DidReceiveMemoryWarning.self) { location, _ in location.positions = location.positions.suffix(1) }
  }

  func locationManager(_ manager: LocationManager, didUpdateTo position: Position) {
    positions = positions.suffix(999) + [position]
  }

  private func follow() {
    // Owned first and started then: the row of an earlier start goes now, and would stop what has just begun.
    updates = owned.own(.registration, "positions", onMainActor: { [manager] in manager.stopUpdatingLocation() })
    manager.startUpdatingLocation()
  }
}

/// Who is told of positions.
@MainActor protocol LocationManagerDelegate: AnyObject {
  func locationManager(_ manager: LocationManager, didUpdateTo position: Position)
}

/// A place on the globe, in degrees.
struct Position: Codable, Equatable {
  var latitude: Double
  var longitude: Double
}

/// What an older framework's location manager is without a satellite: it walks along a line and tells its delegate.
///
/// **Its delegate is not kept alive, and not forgotten when it dies**: the slot is `unowned(unsafe)`, which older
/// frameworks call `assign`. After the delegate's death the slot holds the old address, and the next position goes
/// wherever that leads. So whoever fills the slot must empty it again, before they die. While positions are coming the
/// manager lives, also when nothing holds it.
@MainActor final class LocationManager {
  unowned(unsafe) var delegate: (any LocationManagerDelegate)?
  private(set) var position = Position(latitude: 52.5, longitude: 13.4)
  private let interval: Duration
  private var source: (any DispatchSourceTimer)?

  init(interval: Duration) { self.interval = interval }

  var isUpdating: Bool { source != nil }

  func startUpdatingLocation() {
    guard source == nil else { return }
    let source = DispatchSource.makeTimerSource(queue: .main)
    let seconds = interval / .seconds(1)
    source.schedule(deadline: .now() + seconds, repeating: seconds)
    source.setEventHandler { @Sendable in
      MainActor.assumeIsolated { self.walk() }
    }
    source.activate()
    self.source = source
  }

  func stopUpdatingLocation() {
    source?.cancel()
    source = nil
  }

  private func walk() {
    // An event that is on its way when the updates are stopped comes here all the same.
    guard isUpdating else { return }
    position.latitude += 0.001
    position.longitude += 0.002
    unsafe delegate?.locationManager(self, didUpdateTo: position)
  }
}
#endif
