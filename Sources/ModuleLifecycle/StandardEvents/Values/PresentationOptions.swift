/// How a notification is shown while the application is in the foreground.
///
/// UserNotifications: `UNNotificationPresentationOptions`, with the same raw values. In JSON, it is a list of words.
public struct PresentationOptions: NamedOptions {
  /// The options as bits.
  public let rawValue: UInt

  /// Creates a set of options from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Updates the number on the application's icon.
  public static let badge = Self(rawValue: 1 << 0)
  /// Plays the notification's sound.
  public static let sound = Self(rawValue: 1 << 1)
  /// Keeps the notification in the notification list.
  public static let list = Self(rawValue: 1 << 3)
  /// Shows the notification at the top of the screen.
  public static let banner = Self(rawValue: 1 << 4)

  /// The four options with their words.
  public static let words: [(word: String, option: Self)] = [
    ("banner", .banner), ("list", .list), ("sound", .sound), ("badge", .badge),
  ]
}
