#if CommandLine
import Dispatch
public import Foundation
import FoundationAdapters
import ModuleLifecycle
public import ModuleRegistration
extension ModuleRegistry {
  /// The sample modules: what the map at the top of the repository is made of, and examples to copy from.
  ///
  /// Everything that they own is real: files, timers, sessions, a server on the loopback address.
  public static var samples: ModuleRegistry { samples(center: .default) }

  /// The sample modules, talking to each other through a notification center of one's own.
  public static func samples(center: NotificationCenter) -> ModuleRegistry {
    var registry = ModuleRegistry()
    registry.register("ThirdParties", summary: "Sets up crash reports and analytics.") { _ in ThirdParties() }
    registry.register("Appearance", summary: "Mixes the colours.") { _ in Appearance() }
    registry.register("Scene", summary: "Owns the window.") { _ in Scene() }
    registry.register("Session", summary: "Knows who is logged in.") { _ in Session(center: center) }
    registry.register("Network", summary: "Watches whether the network can be reached.") { _ in
      Network(center: center)
    }
    registry.register("Requests", summary: "Loads pages from a server.", settings: Requests.settings) { context in
      try Requests(context, center: center)
    }
    registry.register("Push", summary: "Registers for push notifications.") { _ in Push() }
    registry.register("Shortcuts", summary: "Sends the links that shortcuts stand for.") { Shortcuts($0) }
    registry.register("Store", summary: "Keeps a ledger in an open file.") { _ in try Store() }
    registry.register("Dialogs", summary: "Shows dialogs, which go with it.") { _ in Dialogs() }
    registry.register("Heartbeat", summary: "Beats in the foreground.", settings: Heartbeat.settings) { context in
      Heartbeat(context)
    }
    registry.register("Location", summary: "Follows where the user is.", settings: Location.settings) { Location($0) }
    registry.registerLeaks(center: center)
    registry.registerSampleResources(center: center)
    return registry
  }
}

extension ModuleRegistry {
  /// Modules that live on when they are removed, each by another mistake.
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
  /// What scripted modules can own.
  mutating func registerSampleResources(center: NotificationCenter) {
    registerResource(.observer, summary: "Observes the notifications of its name.") { resource, owned in
      owned.observe(Notification.Name(resource.name), center: center) {}
    }
    registerResource(
      .timer, summary: "Fires again and again.",
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
      owned.own(OwnedKind("connection"), resource.name, closing: duration) { try? await Task.sleep(for: $0) }
    }
    registerResource(.file, summary: "An open file for temporary data.") { resource, owned in
      owned.own(file: try ScratchFile.open("scripted"), named: resource.name)
    }
  }
}
#endif
