/// How a notification is shown while the application is in the foreground.
///
/// UserNotifications: `UNNotificationPresentationOptions`, with the same raw values. As JSON it is a list of words.
public struct PresentationOptions: NamedOptions {
  /// The options as bits.
  public let rawValue: UInt

  /// The options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The number at the application's icon changes.
  public static let badge = Self(rawValue: 1 << 0)
  /// Its sound is played.
  public static let sound = Self(rawValue: 1 << 1)
  /// It is kept in the list of notifications.
  public static let list = Self(rawValue: 1 << 3)
  /// It is shown at the top of the screen.
  public static let banner = Self(rawValue: 1 << 4)

  /// The four options.
  public static let words: [(word: String, option: Self)] = [
    ("banner", .banner), ("list", .list), ("sound", .sound), ("badge", .badge),
  ]
}
