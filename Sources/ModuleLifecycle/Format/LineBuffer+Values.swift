extension LineBuffer {
  /// A value of JSON, the keys of its objects sorted.
  ///
  /// - Parameter room: How many arrays and objects it may have, one in the other: as many as readers of an entry follow.
  ///   Where it has more, three dots stand for what is deeper.
  mutating func append(_ value: JSONValue, room: Int = LineParser.mostNested - 3) {
    valueCount += 1
    switch value {
    case .array where room <= 0, .object where room <= 0: append("...")
    case .null: append(raw: "null")
    case .bool(let value): append(value)
    case .integer(let value): append(value)
    case .number(let value): append(value)
    case .string(let text): append(text)
    case .array(let values):
      append(values) { $0.append($1, room: room - 1) }
    case .object(let members):
      append(raw: "{")
      var isFirst = true
      for (key, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        if !isFirst { append(raw: ",") }
        isFirst = false
        append(key)
        append(raw: ":")
        append(value, room: room - 1)
      }
      append(raw: "}")
    }
  }

  /// Values at commas.
  @inline(__always) mutating func append<Element>(
    _ elements: [Element], _ body: (inout LineBuffer, Element) -> Void
  ) {
    append(raw: "[")
    for index in elements.indices {
      if index > 0 { append(raw: ",") }
      body(&self, elements[index])
    }
    append(raw: "]")
  }

  // MARK: Members that may be missing

  /// - Parameter key: With all that stands between it and what comes before and after.
  @inline(__always) mutating func append(_ key: StaticString, _ value: UInt64?) {
    guard let value else { return }
    append(raw: key)
    append(value)
  }

  /// See `append(_:_:)` of a number.
  @inline(__always) mutating func append(_ key: StaticString, _ value: Int?) {
    guard let value else { return }
    append(raw: key)
    append(value)
  }

  /// See `append(_:_:)` of a number.
  @inline(__always) mutating func append(_ key: StaticString, _ text: String?) {
    guard let text else { return }
    append(raw: key)
    append(text)
  }
}
