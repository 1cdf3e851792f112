/// A notification came while the application is in the foreground: how should it be shown?
///
/// UserNotifications: `userNotificationCenter(_:willPresent:withCompletionHandler:)`.
public struct UserNotificationWillPresent: LifecycleEvent {
  /// The identifier of the request that led to the notification.
  public var identifier: String
  /// Its title, as the user would read it.
  public var title: String
  /// What it carries, by key.
  public var userInfo: [String: JSONValue]

  /// The event for one notification.
  public init(identifier: String, title: String = "", userInfo: [String: JSONValue] = [:]) {
    self.identifier = identifier
    self.title = title
    self.userInfo = userInfo
  }

  /// In every way that any module asks for; not at all when nobody does.
  public static var policy: ResponsePolicy<PresentationOptions, PresentationOptions> { .union }
  /// A parcel is on its way.
  public static var example: Self { Self(identifier: "parcel", title: "Your parcel is on its way") }
}

/// The user acted on a notification.
///
/// UserNotifications: `userNotificationCenter(_:didReceive:withCompletionHandler:)`. It is completed when every module
/// that handles it has.
public struct UserNotificationDidReceive: AsyncLifecycleEvent {
  /// The identifier of the request that led to the notification.
  public var identifier: String
  /// What the user chose: an action's identifier, `open` or `dismiss`.
  public var action: String
  /// What the user typed, for an action that asks for text.
  public var text: String?
  /// What the notification carries, by key.
  public var userInfo: [String: JSONValue]

  /// The event for one choice, by default to open the notification.
  public init(
    identifier: String, action: String = "open", text: String? = nil, userInfo: [String: JSONValue] = [:]
  ) {
    self.identifier = identifier
    self.action = action
    self.text = text
    self.userInfo = userInfo
  }
  /// The user opened the notification of a parcel.
  public static var example: Self { Self(identifier: "parcel") }
}
