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
