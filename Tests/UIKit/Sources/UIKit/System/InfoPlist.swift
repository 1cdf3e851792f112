public import Foundation

/// The part of an app's `Info.plist` that UIKit reads at launch.
public struct InfoPlist {
  struct SceneConfiguration {
    let name: String?
    let delegateClass: String?
  }

  let dictionary: [String: Any]

  /// The property list of an app without scenes.
  public static var withoutScenes: InfoPlist { InfoPlist(dictionary: [:]) }

  private init(dictionary: [String: Any]) { self.dictionary = dictionary }

  /// Reads a property list, as XML or in binary form.
  public init(data: Data) throws {
    let list = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
    self.init(dictionary: list as? [String: Any] ?? [:])
  }

  /// Reads a file.
  public init(contentsOf file: URL) throws { try self.init(data: Data(contentsOf: file)) }

  private var configurations: [String: [[String: Any]]] {
    let manifest = dictionary["UIApplicationSceneManifest"] as? [String: Any]
    return manifest?["UISceneConfigurations"] as? [String: [[String: Any]]] ?? [:]
  }

  /// Rule: `adoption`.
  var configuresScenes: Bool { configurations.values.contains { !$0.isEmpty } }

  /// The configurations for a role, in the order of the list.
  @MainActor func configurations(for role: UISceneSession.Role) -> [SceneConfiguration] {
    (configurations[role.rawValue] ?? []).map {
      SceneConfiguration(
        name: $0["UISceneConfigurationName"] as? String, delegateClass: $0["UISceneDelegateClassName"] as? String)
    }
  }
}
