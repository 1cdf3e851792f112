#if CommandLine
import Dispatch
import Foundation
import FoundationAdapters
import ModuleLifecycle
import ModuleRegistration

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
