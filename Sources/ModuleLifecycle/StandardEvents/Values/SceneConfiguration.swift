/// The purpose of a scene. Later versions may add roles.
public struct SceneRole: RawRepresentable, Hashable, Codable, Sendable {
  /// UIKit's name for the role, without the prefix.
  public let rawValue: String

  /// Creates a role from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A window of the application.
  public static let windowApplication = SceneRole(rawValue: "windowApplication")
  /// A window on an external display that the user can't interact with.
  public static let windowExternalDisplayNonInteractive = SceneRole(rawValue: "windowExternalDisplayNonInteractive")
}

/// How to create a scene.
///
/// UIKit: `UISceneConfiguration`.
public struct SceneConfiguration: Sendable, Equatable {
  /// The configuration's name in the application's list of configurations.
  public var name: String
  /// The Objective-C name of the class of the scene's delegate: `CompositeSceneDelegate`, or with its module, as in
  /// `Storefront.SceneDelegate`. The program ends if there is no such class. `nil` uses the class from the named
  /// configuration.
  public var delegateClass: String?
  /// The name of the initial storyboard. `nil` uses the storyboard from the named configuration.
  public var storyboard: String?

  /// Creates a configuration. The default name is that of the configuration in a new project.
  public init(name: String = "Default Configuration", delegateClass: String? = nil, storyboard: String? = nil) {
    self.name = name
    self.delegateClass = delegateClass
    self.storyboard = storyboard
  }
}

extension SceneConfiguration: Codable {
  private enum CodingKeys: String, CodingKey { case name, delegateClass, storyboard }

  /// Decodes an object, or a string that is the name.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self.init(name: name)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      delegateClass: try container.decodeIfPresent(String.self, forKey: .delegateClass),
      storyboard: try container.decodeIfPresent(String.self, forKey: .storyboard))
  }
}
