#if CommandLine
import Dispatch
import ModuleLifecycle
import RollcallMaps

/// Follows the user's position while the application is visible.
///
/// Its location manager neither retains its delegate nor clears it. Therefore, the module owns its registration in the
/// manager's delegate slot like any other resource: the slot is emptied before the module's members are released. This
/// holds on the main actor, where the manager reads the slot and a composite releases its modules.
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
    owned.own("of the location manager", as: .delegate, onMainActor: { [manager] in unsafe manager.delegate = nil })
  }

  static func handlers(_ handlers: inout ModuleHandlers<Location>) {
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
    // Own first, then start: owning cleans up an earlier registration, which would stop updates that have just begun.
    updates = owned.own("positions", as: .registration, onMainActor: { [manager] in manager.stopUpdatingLocation() })
    manager.startUpdatingLocation()
  }
}

/// Receives positions.
@MainActor protocol LocationManagerDelegate: AnyObject {
  func locationManager(_ manager: LocationManager, didUpdateTo position: Position)
}

/// A place on the globe, in degrees.
struct Position: Codable, Equatable {
  var latitude: Double
  var longitude: Double
}

/// Imitates an older framework's location manager without a satellite: it walks along a line and notifies its delegate.
///
/// **Its delegate is neither retained nor cleared when it dies**: the slot is `unowned(unsafe)`, which older frameworks
/// call `assign`. After the delegate's death, the slot holds a dangling address, and the next position is sent there.
/// Therefore, a delegate must empty the slot before it dies. While it sends positions, the manager stays alive even if
/// nothing else holds it.
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
    // An event that is pending when the updates stop still arrives here.
    guard isUpdating else { return }
    position.latitude += 0.001
    position.longitude += 0.002
    unsafe delegate?.locationManager(self, didUpdateTo: position)
  }
}
#endif
