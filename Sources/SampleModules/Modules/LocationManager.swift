#if CommandLine
import Dispatch
import Foundation

/// Who is told of positions.
@MainActor protocol LocationManagerDelegate: AnyObject {
  func locationManager(_ manager: LocationManager, didUpdateTo position: Position)
}

/// Where somebody is, in degrees.
struct Position: Codable, Equatable {
  var latitude: Double
  var longitude: Double
}

/// What an older framework's location manager is without a satellite: it walks along a line and tells its delegate.
///
/// **Its delegate is not kept alive, and not forgotten when it dies**: the slot is `unowned(unsafe)`, which older
/// frameworks call `assign`. After the delegate's death the slot holds the old address, and the next position goes
/// wherever that leads. So whoever fills the slot must empty it again, before they die. While positions are coming the
/// manager lives, whether anybody holds it or not.
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
