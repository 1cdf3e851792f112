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
