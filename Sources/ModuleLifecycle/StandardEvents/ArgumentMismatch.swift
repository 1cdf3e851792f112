/// What decoding an event says of arguments that it can't take.
package struct ArgumentMismatch {
  /// What is expected where: `a whole number`.
  package let expected: String
  /// Where that is, and what stands there; `nil` where no given argument is to blame.
  package let place: (path: String, value: JSONValue)?

  package init(_ error: any Error, given: [String: JSONValue], known: [EventArgument]) {
    let path: [any CodingKey]
    switch error {
    case DecodingError.typeMismatch(let type, let context): (path, expected) = (context.codingPath, Self.kind(of: type))
    case DecodingError.valueNotFound(let type, let context):
      (path, expected) = (context.codingPath, Self.kind(of: type))
    case DecodingError.keyNotFound(let key, let context):
      (path, expected) = (context.codingPath, "'\(key.stringValue)' among its keys")
    case DecodingError.dataCorrupted(let context):
      let name = context.codingPath.count == 1 ? context.codingPath.first?.stringValue : nil
      let example = known.first { $0.name == name }?.example.json
      (path, expected) = (context.codingPath, example.map { "a value such as \($0)" } ?? "another value")
    default: (path, expected) = ([], "other values")
    }
    place = Self.value(at: path, in: .object(given)).map { (Self.spelled(path), $0) }
  }

  /// What is wrong, to stand after a colon.
  var sentence: String {
    guard let place else { return "it expects \(expected)" }
    return "'\(place.path)' expects \(expected), not \(Excerpt.of(place.value.json))"
  }

  private static func value(at path: [any CodingKey], in value: JSONValue) -> JSONValue? {
    guard !path.isEmpty else { return nil }
    return path.reduce(value as JSONValue?) { value, key in
      switch value {
      case .object(let members): members[key.stringValue]
      case .array(let values): key.intValue.flatMap { values.indices.contains($0) ? values[$0] : nil }
      default: nil
      }
    }
  }

  /// `activity.type`, `urls[2].host`: places in lists are counted from one.
  private static func spelled(_ path: [any CodingKey]) -> String {
    path.reduce("") { text, key in
      if let index = key.intValue { return "\(text)[\(index + 1)]" }
      return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
    }
  }

  private static func kind(of type: Any.Type) -> String {
    switch type {
    case is Bool.Type: "yes or no"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is String.Type: "a text"
    case is [String: Any].Type, is [String: String].Type: "an object"
    case is any Collection.Type: "a list"
    default: "a value of type \(type)"
    }
  }
}
