#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Something that the user was doing and can continue elsewhere.
///
/// Foundation: the parts of `NSUserActivity` that are plain values.
public struct UserActivity: Sendable, Equatable {
  /// The kind of activity.
  public var type: String
  /// The title that the user sees when choosing the activity.
  public var title: String?
  /// A web page that shows the same content in a browser.
  public var webpageURL: URL?
  /// The data needed to continue the activity, by key.
  public var userInfo: [String: JSONValue]

  /// Creates an activity. Only its type is required.
  public init(type: String, title: String? = nil, webpageURL: URL? = nil, userInfo: [String: JSONValue] = [:]) {
    self.type = type
    self.title = title
    self.webpageURL = webpageURL
    self.userInfo = userInfo
  }
}

extension UserActivity: Codable {
  private enum CodingKeys: String, CodingKey { case type, title, webpageURL, userInfo }

  /// Decodes an object, or a string that is the type.
  public init(from decoder: any Decoder) throws {
    if let type = try? decoder.singleValueContainer().decode(String.self) {
      self.init(type: type)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      type: try container.decode(String.self, forKey: .type),
      title: try container.decodeIfPresent(String.self, forKey: .title),
      webpageURL: try container.decodeIfPresent(URL.self, forKey: .webpageURL),
      userInfo: try container.decodeIfPresent([String: JSONValue].self, forKey: .userInfo) ?? [:])
  }

  /// Encodes an object, without `nil` members and without an empty `userInfo`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(webpageURL, forKey: .webpageURL)
    if !userInfo.isEmpty { try container.encode(userInfo, forKey: .userInfo) }
  }
}
