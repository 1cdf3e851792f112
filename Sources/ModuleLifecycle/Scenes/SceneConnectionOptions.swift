/// What a scene was created for.
///
/// UIKit: `UIScene.ConnectionOptions`. In an application that has adopted scenes, the links, activities and shortcuts of a
/// cold start come only here: the launch options are empty.
public struct SceneConnectionOptions: Sendable, Equatable {
  /// The URLs to open, with their options.
  public var urls: [URLContext] = []
  /// The type of an activity that starts elsewhere and whose data is still on its way.
  public var handoffActivityType: String?
  /// The activities to continue.
  public var activities: [UserActivityContent] = []
  /// The type of the Home Screen shortcut that the user chose.
  public var shortcutItem: String?
  /// The identifier of the notification that the user responded to. Only noted: the notification center's delegate gets
  /// the response, too.
  public var notificationResponse: String?
  /// Whether the user accepted a CloudKit share. Only noted: a handler finds the share in UIKit's own options, which come
  /// with the event.
  public var hasCloudKitShare = false
  /// The bundle identifier of the application that asked for the scene.
  public var sourceApplication: String?

  /// Creates options without content.
  public init() {}

  /// The type of an activity that is announced. An activity whose data is already here is only continued.
  package var announcedActivity: String? {
    handoffActivityType.flatMap { type in activities.contains { $0.type == type } ? nil : type }
  }

  /// The events that the options stand for, in a fixed order: links, then activities, then the shortcut.
  var events: [any LifecycleEvent] {
    var events: [any LifecycleEvent] = urls.map { OpenURL(url: $0.url, options: $0.options) }
    if let announcedActivity { events.append(WillContinueUserActivity(type: announcedActivity)) }
    events += activities.map { ContinueUserActivity(activity: $0) }
    if let shortcutItem { events.append(PerformActionForShortcutItem(item: shortcutItem)) }
    return events
  }
}

extension SceneConnectionOptions: Codable {
  private enum CodingKeys: String, CodingKey {
    case urls, handoffActivityType, activities, shortcutItem, notificationResponse, hasCloudKitShare, sourceApplication
  }

  /// Decodes an object. All members are optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    urls = try container.decodeIfPresent([URLContext].self, forKey: .urls) ?? []
    handoffActivityType = try container.decodeIfPresent(String.self, forKey: .handoffActivityType)
    activities = try container.decodeIfPresent([UserActivityContent].self, forKey: .activities) ?? []
    shortcutItem = try container.decodeIfPresent(String.self, forKey: .shortcutItem)
    notificationResponse = try container.decodeIfPresent(String.self, forKey: .notificationResponse)
    hasCloudKitShare = try container.decodeIfPresent(Bool.self, forKey: .hasCloudKitShare) ?? false
    sourceApplication = try container.decodeIfPresent(String.self, forKey: .sourceApplication)
  }

  /// Encodes an object without empty members.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !urls.isEmpty { try container.encode(urls, forKey: .urls) }
    try container.encodeIfPresent(handoffActivityType, forKey: .handoffActivityType)
    if !activities.isEmpty { try container.encode(activities, forKey: .activities) }
    try container.encodeIfPresent(shortcutItem, forKey: .shortcutItem)
    try container.encodeIfPresent(notificationResponse, forKey: .notificationResponse)
    if hasCloudKitShare { try container.encode(true, forKey: .hasCloudKitShare) }
    try container.encodeIfPresent(sourceApplication, forKey: .sourceApplication)
  }
}
