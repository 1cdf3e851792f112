#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Something that the user was doing, and may go on with elsewhere.
///
/// Foundation: `NSUserActivity`, what of it is plain values.
public struct UserActivity: Sendable, Equatable {
  /// What kind of activity it is.
  public var type: String
  /// What it is called where the user can choose it.
  public var title: String?
  /// A page that shows the same in a browser.
  public var webpageURL: URL?
  /// What it takes to go on, by key.
  public var userInfo: [String: JSONValue]

  /// An activity; only its type is needed.
  public init(type: String, title: String? = nil, webpageURL: URL? = nil, userInfo: [String: JSONValue] = [:]) {
    self.type = type
    self.title = title
    self.webpageURL = webpageURL
    self.userInfo = userInfo
  }
}

extension UserActivity: Codable {
  private enum CodingKeys: String, CodingKey { case type, title, webpageURL, userInfo }

  /// Reads an object, or a text that is the type.
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

  /// Writes an object with what is there.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(webpageURL, forKey: .webpageURL)
    if !userInfo.isEmpty { try container.encode(userInfo, forKey: .userInfo) }
  }
}
