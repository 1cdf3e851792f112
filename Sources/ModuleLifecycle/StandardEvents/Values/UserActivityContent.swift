#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Something that the user was doing and can continue elsewhere.
///
/// Foundation: the parts of `NSUserActivity` that are plain values.
public struct UserActivityContent: Sendable, Equatable {
  /// The kind of activity.
  public var type: String
  /// The title that the user sees when choosing the activity.
  public var title: String?
  /// A web page that shows the same content in a browser.
  public var webpageURL: URL?
  /// The data needed to continue the activity, by key.
  public var userInfo: [String: EventValue]

  /// Creates an activity. Only its type is required.
  public init(type: String, title: String? = nil, webpageURL: URL? = nil, userInfo: [String: EventValue] = [:]) {
    self.type = type
    self.title = title
    self.webpageURL = webpageURL
    self.userInfo = userInfo
  }
}

extension UserActivityContent: Codable {
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
      userInfo: try container.decodeIfPresent([String: EventValue].self, forKey: .userInfo) ?? [:])
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

/// Whether an activity is continued, and the objects that were restored for it.
///
/// A handler that restores nothing can answer `true` or `false`.
public struct UserActivityContinuation: Sendable, Equatable, ExpressibleByBooleanLiteral {
  /// Whether the activity is continued.
  public var isContinued: Bool
  /// The names of the objects that continue the activity, such as a document or a window.
  public var restored: [String]

  /// Creates a continuation, by default without restored objects.
  public init(_ isContinued: Bool, restored: [String] = []) {
    self.isContinued = isContinued
    self.restored = restored
  }

  /// Creates a continuation without restored objects.
  public init(booleanLiteral isContinued: Bool) { self.init(isContinued) }
}

extension UserActivityContinuation: Codable {
  private enum CodingKeys: String, CodingKey {
    case isContinued = "continued"
    case restored
  }

  /// Decodes an object, or a Boolean that says whether the activity is continued.
  public init(from decoder: any Decoder) throws {
    if let isContinued = try? decoder.singleValueContainer().decode(Bool.self) {
      self.init(isContinued)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Bool.self, forKey: .isContinued),
      restored: try container.decodeIfPresent([String].self, forKey: .restored) ?? [])
  }
}

extension ResponsePolicy where Vote == UserActivityContinuation, Response == UserActivityContinuation {
  /// Continued if one module says so, with all restored objects, in the order of the calls.
  package static var anyContinues: Self {
    Self(name: "any", rule: "yes if one says yes, otherwise no, and all restored objects in order") { ballots in
      Verdict(
        UserActivityContinuation(
          ballots.contains(where: \.vote.isContinued), restored: ballots.flatMap(\.vote.restored)))
    }
  }
}
