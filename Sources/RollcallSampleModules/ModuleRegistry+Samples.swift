#if CommandLine
import Dispatch
public import Foundation
import RollcallFoundation
import ModuleLifecycle
public import RollcallMaps
extension ModuleRegistry {
  /// A registry of the sample modules, which the map at the top of the repository uses. They are also examples to copy.
  ///
  /// Everything that they own is real: files, timers, sessions, a server on the loopback address. They use the default
  /// notification center.
  public static var samples: ModuleRegistry { samples(center: .default) }

  /// Returns a registry of the sample modules, which communicate through the given notification center.
  public static func samples(center: NotificationCenter) -> ModuleRegistry {
    var registry = ModuleRegistry()
    registry.register("ThirdParties", summary: "Sets up crash reports and analytics.") { _ in ThirdParties() }
    registry.register("Appearance", summary: "Mixes the colours.") { _ in Appearance() }
    registry.register("Scene", summary: "Owns the window.") { _ in Scene() }
    registry.register("Session", summary: "Knows which user is logged in.") { _ in Session(center: center) }
    registry.register("Network", summary: "Watches whether the network can be reached.") { _ in
      Network(center: center)
    }
    registry.register("Requests", summary: "Loads pages from a server.", settings: Requests.settings) { context in
      try Requests(context, center: center)
    }
    registry.register("Push", summary: "Registers for push notifications.") { _ in Push() }
    registry.register("Shortcuts", summary: "Sends the links that shortcuts stand for.") { Shortcuts($0) }
    registry.register("Store", summary: "Keeps a ledger in an open file.") { _ in try Store() }
    registry.register("Dialogs", summary: "Shows dialogs, and dismisses them when it goes.") { _ in Dialogs() }
    registry.register("Heartbeat", summary: "Beats in the foreground.", settings: Heartbeat.settings) { context in
      Heartbeat(context)
    }
    registry.register("Location", summary: "Follows the user's position.", settings: Location.settings) { Location($0) }
    registry.registerLeaks(center: center)
    registry.registerSampleResources(center: center)
    return registry
  }
}

extension ModuleRegistry {
  /// Registers modules that stay alive when they are removed, each because of a different mistake.
  mutating func registerLeaks(center: NotificationCenter) {
    register("LeakyObserver", summary: "Leaks: the closure of its observation holds it.") { _ in
      try LeakyObserver(center: center)
    }
    register("LeakyClient", summary: "Leaks: it is its own session's delegate.") { _ in
      LeakyClient(center: center)
    }
    register("LeakyLoop", summary: "Leaks: its task holds it while it loops.") { _ in try LeakyLoop() }
    register("LeakyPair", summary: "Leaks: it and its player hold each other.") { _ in LeakyPair() }
  }
}

extension ModuleRegistry {
  /// Registers the kinds of objects that scripted modules can own.
  mutating func registerSampleResources(center: NotificationCenter) {
    registerResource(.observer, summary: "Observes the notifications of its name.") { resource, owned in
      owned.observe(Notification.Name(resource.name), center: center) {}
    }
    registerResource(
      .timer, summary: "Fires repeatedly.",
      settings: [.duration("every", "The time between two calls.", atLeast: .milliseconds(1))]
    ) { resource, owned in
      let interval = resource.settings.duration("every") ?? .seconds(1)
      owned.timer(resource.name, every: interval, on: .global(qos: .utility)) {}
    }
    registerResource(.task, summary: "Runs until it is cancelled.") { resource, owned in
      owned.task(resource.name) {
        while (try? await Task.sleep(for: .seconds(60))) != nil {}
      }
    }
    registerResource(
      OwnedKind("connection"), summary: "A connection that is closed asynchronously.",
      settings: [.duration("closes", "How long closing it takes.")]
    ) { resource, owned in
      let duration = resource.settings.duration("closes") ?? .milliseconds(10)
      owned.own(closing: duration, resource.name, as: OwnedKind("connection")) { try? await Task.sleep(for: $0) }
    }
    registerResource(.file, summary: "An open file for temporary data.") { resource, owned in
      owned.own(file: try ScratchFile.open("scripted"), named: resource.name)
    }
  }
}
#endif
