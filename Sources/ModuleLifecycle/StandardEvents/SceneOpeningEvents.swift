#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Somebody asks a scene to open URLs.
///
/// UIKit: `scene(_:openURLContexts:)`. Modules that only know `OpenURL` are served too: the event stands for one of
/// them per URL.
public struct SceneOpenURLContexts: LifecycleEvent {
  /// The scene's identifier.
  public var scene: String
  /// What to open.
  public var contexts: [URLContext]

  /// The event for URLs that one scene is to open.
  public init(scene: String, contexts: [URLContext]) {
    self.scene = scene
    self.contexts = contexts
  }

  /// One `OpenURL` for each URL, in order.
  public var bridged: [any LifecycleEvent] { contexts.map { OpenURL(url: $0.url, options: $0.options) } }
  /// A payment link for the main scene.
  public static var example: Self {
    Self(scene: "main", contexts: [URLContext(url: OpenURL.example.url)])
  }
}

/// A URL to open, and who asks.
public struct URLContext: Sendable, Equatable {
  /// What to open.
  public var url: URL
  /// Who asks, and how, by key.
  public var options: [String: String]

  /// A URL, by default without options.
  public init(url: URL, options: [String: String] = [:]) {
    self.url = url
    self.options = options
  }
}

extension URLContext: Codable {
  private enum CodingKeys: String, CodingKey { case url, options }

  /// Reads an object, or a text that is the URL.
  public init(from decoder: any Decoder) throws {
    if let url = try? decoder.singleValueContainer().decode(URL.self) {
      self.init(url: url)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      url: try container.decode(URL.self, forKey: .url),
      options: try container.decodeIfPresent([String: String].self, forKey: .options) ?? [:])
  }

  /// Writes an object; without options, if there are none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(url, forKey: .url)
    if !options.isEmpty { try container.encode(options, forKey: .options) }
  }
}
