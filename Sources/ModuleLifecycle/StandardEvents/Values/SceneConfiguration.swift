/// What a scene is for. Later versions may know more.
public struct SceneRole: RawRepresentable, Hashable, Codable, Sendable {
  /// The role in UIKit's words, without the prefix.
  public let rawValue: String

  /// The role of that name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A window of the application.
  public static let windowApplication = SceneRole(rawValue: "windowApplication")
  /// A window on another screen, with which nobody interacts.
  public static let windowExternalDisplayNonInteractive = SceneRole(rawValue: "windowExternalDisplayNonInteractive")
}

/// How a scene is to be made.
///
/// UIKit: `UISceneConfiguration`.
public struct SceneConfiguration: Sendable, Equatable {
  /// Its name in the application's list of configurations.
  public var name: String
  /// The name of the class of the scene's delegate; `nil` for the configuration's own.
  public var delegateClass: String?
  /// The name of the storyboard to begin with; `nil` for the configuration's own.
  public var storyboard: String?

  /// A configuration, by default the one that new projects begin with.
  public init(name: String = "Default Configuration", delegateClass: String? = nil, storyboard: String? = nil) {
    self.name = name
    self.delegateClass = delegateClass
    self.storyboard = storyboard
  }
}

extension SceneConfiguration: Codable {
  private enum CodingKeys: String, CodingKey { case name, delegateClass, storyboard }

  /// Reads an object, or a text that is the name.
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
