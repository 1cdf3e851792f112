/// An option set that is encoded as a list of words: `["banner","sound"]`.
///
/// Use it for votes and arguments that a person reads and types:
///
/// ```swift
/// struct Meals: NamedOptions {
///   let rawValue: UInt
///   static let lunch = Meals(rawValue: 1)
///   static let dinner = Meals(rawValue: 2)
///   static let words = [(word: "lunch", option: lunch), (word: "dinner", option: dinner)]
/// }
/// ```
public protocol NamedOptions: OptionSet, Codable, Sendable, CustomStringConvertible where RawValue == UInt {
  /// Every single option with its word, in the order in which they are encoded. Bits without a word are not encoded.
  static var words: [(word: String, option: Self)] { get }
}

extension NamedOptions where Element == Self {
  /// The words of the options in the set.
  public var words: [String] { Self.words.filter { contains($0.option) }.map(\.word) }

  /// The words, separated by commas, or `none`.
  public var description: String { isEmpty ? "none" : words.joined(separator: ", ") }

  /// Decodes a list of words, or a string of words separated by commas or spaces. `none` and an empty string are the
  /// empty set.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let given: [String] =
      if let text = try? container.decode(String.self) {
        text == "none" ? [] : text.split { $0 == "," || $0 == " " }.map(String.init)
      } else {
        try container.decode([String].self)
      }
    self = try given.reduce(into: []) { options, word in
      guard let known = Self.words.first(where: { $0.word == word }) else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "'\(word)' is not one of \(Self.words.map(\.word).joined(separator: ", ")).")
      }
      options.formUnion(known.option)
    }
  }

  /// Encodes the list of words.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(words)
  }
}

/// The interface orientations in which something can be shown.
///
/// UIKit: `UIInterfaceOrientationMask`, with the same raw values. In JSON, it is a list of words.
public struct InterfaceOrientationMask: NamedOptions {
  /// The orientations as bits.
  public let rawValue: UInt

  /// Creates a mask from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Portrait, upright.
  public static let portrait = Self(rawValue: 1 << 1)
  /// Portrait, upside down.
  public static let portraitUpsideDown = Self(rawValue: 1 << 2)
  /// Landscape, with the home button on the right.
  public static let landscapeRight = Self(rawValue: 1 << 3)
  /// Landscape, with the home button on the left.
  public static let landscapeLeft = Self(rawValue: 1 << 4)
  /// Both landscape orientations.
  public static let landscape: Self = [.landscapeLeft, .landscapeRight]
  /// All orientations except upside down, as is usual on phones.
  public static let allButUpsideDown: Self = [.portrait, .landscapeLeft, .landscapeRight]
  /// All four orientations.
  public static let all: Self = [.portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight]

  /// The four orientations with their words.
  public static let words: [(word: String, option: Self)] = [
    ("portrait", .portrait), ("portraitUpsideDown", .portraitUpsideDown), ("landscapeLeft", .landscapeLeft),
    ("landscapeRight", .landscapeRight),
  ]
}

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
