/// The orientations in which something can be shown.
///
/// UIKit: `UIInterfaceOrientationMask`, with the same raw values. As JSON it is a list of words.
public struct InterfaceOrientationMask: NamedOptions {
  /// The orientations as bits.
  public let rawValue: UInt

  /// The orientations of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Upright.
  public static let portrait = Self(rawValue: 1 << 1)
  /// Upside down.
  public static let portraitUpsideDown = Self(rawValue: 1 << 2)
  /// Lying, with the home button on the right.
  public static let landscapeRight = Self(rawValue: 1 << 3)
  /// Lying, with the home button on the left.
  public static let landscapeLeft = Self(rawValue: 1 << 4)
  /// Lying, either way.
  public static let landscape: Self = [.landscapeLeft, .landscapeRight]
  /// All but upside down, which phones are used to.
  public static let allButUpsideDown: Self = [.portrait, .landscapeLeft, .landscapeRight]
  /// All four.
  public static let all: Self = [.portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight]

  /// The four orientations.
  public static let words: [(word: String, option: Self)] = [
    ("portrait", .portrait), ("portraitUpsideDown", .portraitUpsideDown), ("landscapeLeft", .landscapeLeft),
    ("landscapeRight", .landscapeRight),
  ]
}
