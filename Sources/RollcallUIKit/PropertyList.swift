import Foundation
import ModuleLifecycle

/// Converts the system's untyped dictionaries to the plain values of events.
enum PropertyList {
  /// The members whose keys are strings.
  static func members(of dictionary: [AnyHashable: Any]) -> [String: EventValue] {
    dictionary.reduce(into: [:]) { members, member in
      if let key = member.key as? String { members[key] = value(of: member.value) }
    }
  }

  /// The options as strings, by the raw values of their keys.
  static func texts<Key: RawRepresentable<String>>(of options: [Key: Any]) -> [String: String] {
    options.reduce(into: [:]) { texts, option in
      texts[option.key.rawValue] = (option.value as? URL)?.absoluteString ?? text(of: option.value)
    }
  }

  private static func text(of value: Any) -> String {
    let value = self.value(of: value)
    return if case .string(let text) = value { text } else { value.json }
  }

  /// The bytes in hexadecimal.
  static func hexadecimal(_ data: Data) -> String {
    data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// A value that JSON can represent is kept as it is. Any other becomes its description.
  private static func value(of value: Any) -> EventValue {
    guard JSONSerialization.isValidJSONObject([value]), let data = try? JSONSerialization.data(withJSONObject: [value]),
      let values = try? JSONDecoder().decode([EventValue].self, from: data)
    else { return .string(String(describing: value)) }
    return values[0]
  }
}
