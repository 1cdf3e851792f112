#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A scene is asked to open URLs.
///
/// UIKit: `scene(_:openURLContexts:)`. Modules that handle only `OpenURL` are called too: the event stands for one
/// `OpenURL` per URL.
public struct SceneOpenURLContexts: LifecycleEvent {
  /// The scene's identifier.
  public var scene: String
  /// The URLs to open, with their options.
  public var contexts: [URLContext]

  /// Creates the event for a scene and the URLs that it should open.
  public init(scene: String, contexts: [URLContext]) {
    self.scene = scene
    self.contexts = contexts
  }

  /// One `OpenURL` for each URL, in order.
  public var bridged: [any LifecycleEvent] { contexts.map { OpenURL(url: $0.url, options: $0.options) } }
  /// A sample payment link for the main scene.
  public static var example: Self {
    Self(scene: "main", contexts: [URLContext(url: OpenURL.example.url)])
  }
}

/// A URL to open, with the options of the request.
public struct URLContext: Sendable, Equatable {
  /// The URL to open.
  public var url: URL
  /// The options of the request by key, such as the sender.
  public var options: [String: String]

  /// Creates a context for a URL, by default without options.
  public init(url: URL, options: [String: String] = [:]) {
    self.url = url
    self.options = options
  }
}

extension URLContext: Codable {
  private enum CodingKeys: String, CodingKey { case url, options }

  /// Decodes an object, or a string that is the URL.
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

  /// Encodes an object, without `options` if there are none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(url, forKey: .url)
    if !options.isEmpty { try container.encode(options, forKey: .options) }
  }
}
