#if CommandLine
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
#endif
