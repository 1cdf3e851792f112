import ModuleLifecycle
import Services

/// Counts what happens. The last module, it counts what has succeeded.
final class Statistics: Module {
  static func handlers(_ handlers: inout ModuleHandlers<Statistics>) {
    handlers.on(WillFinishLaunching.self) { _, event in Analytics.shared.start(options: event.options) }
    handlers.on(DidFinishLaunching.self) { _, _ in Analytics.shared.track("launch") }
    handlers.on(DidBecomeActive.self) { _, _ in Analytics.shared.track("active") }
    handlers.on(DidEnterBackground.self) { _, _ in Analytics.shared.flush() }
    handlers.on(WillTerminate.self) { _, _ in Analytics.shared.flush() }
  }
}
