import Foundation
import ModuleLifecycle
import RollcallMaps

/// An event whose votes are one of a few words.
struct DidFetch: LifecycleEvent {
  enum Result: String, Codable, CaseIterable, Sendable { case newData, noData, failed }

  static var policy: ResponsePolicy<Result, Result> { .highest([.newData, .failed, .noData], default: .noData) }
}

/// An event whose votes a map can't express.
struct WillDraw: LifecycleEvent {
  struct Canvas: Sendable {}

  static var policy: ResponsePolicy<Canvas, [Canvas]> { .collect }
}

final class Empty: Module {
  let owned = OwnedObjects()
  init() {}
}

/// Creates a registry with some empty types, two custom events, and resources that do nothing.
func registry() -> ModuleRegistry {
  var catalog = EventCatalog.standard
  catalog.add(DidFetch.self)
  catalog.add(WillDraw.self)
  var registry = ModuleRegistry(catalog: catalog)
  registry.register("Scene", summary: "Owns the window.") { _ in Empty() }
  registry.register("Session", summary: "Who is logged in.") { _ in Empty() }
  registry.register(
    "Requests", summary: "Loads pages.",
    settings: [
      .text("title", "Its title."), .flag("eager", "Whether it loads at launch."),
      .count("pages", "How many.", in: 1...9),
      .duration("every", "How often.", atLeast: .milliseconds(1)),
      .choice("lifetime", "How long it lives.", of: ["module", "event"]),
    ]
  ) { _ in Empty() }
  registry.registerResource("observer", summary: "Observes.") { resource, owned in
    owned.own(resource.name, as: resource.kind) {}
  }
  registry.registerResource(
    "timer", summary: "Fires.", settings: [.duration("every", "How often.", atLeast: .milliseconds(1))]
  ) { resource, owned in
    owned.own(resource.name, as: resource.kind) {}
  }
  return registry
}

/// Returns the reader's error for a wrong map.
func complaint(about text: String) -> String {
  do {
    return "It was accepted: \(try ModuleMap.parse(text, registry: registry()).modules.map(\.name))"
  } catch {
    return "\(error)"
  }
}

/// Returns the reader's error for a file in a new folder, without the folder's path.
func complaint(
  aboutFile name: String, prepare: (URL) throws -> Void
) throws -> String {
  let folder = FileManager.default.temporaryDirectory.appending(path: "map-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try prepare(folder)
  do {
    let path = folder.appending(path: name).path(percentEncoded: false)
    return "It was accepted: \(try ModuleMap.load(contentsOf: path, registry: registry()).modules.map(\.name))"
  } catch {
    return "\(error)".replacing("\(folder.path(percentEncoded: false))/", with: "")
  }
}
