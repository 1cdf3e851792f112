import ArgumentParser
import Foundation
import ModuleLifecycle
import ModuleRegistration
import SampleModules

/// Which map to read, and reading it.
enum MapArgument {
  static let defaultPath = "Modules.map"
  static let registry = ModuleRegistry.samples

  /// Reads the map.
  ///
  /// - Throws: `Failure` with the map's one clear message.
  static func load(_ path: String?) throws -> ModuleMap {
    let path = path ?? defaultPath
    do {
      return try ModuleMap.load(contentsOf: path, registry: registry)
    } catch {
      let isMissing = !FileManager.default.fileExists(atPath: path)
      throw Failure(error.description, code: isMissing ? .noInput : .dataError)
    }
  }

  /// Creates the modules that the map declares.
  @MainActor static func makeComposite(_ map: ModuleMap) throws -> CompositeDelegate {
    do {
      return try registry.makeComposite(from: map)
    } catch {
      throw Failure(error.description, code: .dataError)
    }
  }
}
