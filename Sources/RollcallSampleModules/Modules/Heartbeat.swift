#if CommandLine
import RollcallFoundation
import ModuleLifecycle
import RollcallMaps

/// Beats while the application is in the foreground.
final class Heartbeat: Module {
  nonisolated static let settings: [SettingKey] = [
    .duration("every", "The time between two beats.", atLeast: .milliseconds(10))
  ]

  private let owned = OwnedObjects()
  private let interval: Duration
  private var timer: OwnedObject?
  private(set) var beats = 0

  init(_ context: ModuleContext) { interval = context.settings.duration("every") ?? .seconds(1) }

  static func handlers(_ handlers: inout ModuleHandlers<Heartbeat>) {
    handlers.answer(DidFinishLaunching.self) { heartbeat, _ in
      heartbeat.start()
      return true
    }
    handlers.on(DidEnterBackground.self) { heartbeat, _ in heartbeat.timer?.cancel() }
    handlers.on(WillEnterForeground.self) { heartbeat, _ in heartbeat.start() }
  }

  private func start() {
    timer = owned.timer("heartbeat", every: interval, owner: self) { heartbeat in heartbeat.beats += 1 }
  }
}
#endif
