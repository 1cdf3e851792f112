package import ModuleLifecycle

/// A type that can be the value of a field.
package protocol LineValue {
  init(reading parser: inout LineParser) throws(LineProblem)
  func write(to line: inout LineBuffer)
  /// Changes each text in the value.
  ///
  /// - Parameters:
  ///   - key: The key of the field that has this value.
  ///   - change: Called with the key of the innermost field and a text.
  mutating func changeTexts(under key: String, _ change: @escaping TextChange)
}

extension Bool: LineValue {
  package init(reading parser: inout LineParser) throws(LineProblem) { self = try parser.bool() }
  package func write(to line: inout LineBuffer) { line.append(raw: description) }
}

extension Int: LineValue {}
extension UInt64: LineValue {}

extension LineValue where Self: FixedWidthInteger {
  package init(reading parser: inout LineParser) throws(LineProblem) { self = try parser.number() }
  package func write(to line: inout LineBuffer) { line.append(raw: description) }
}

extension String: LineValue {
  package init(reading parser: inout LineParser) throws(LineProblem) { self = try parser.string() }
  package func write(to line: inout LineBuffer) { line.append(self) }
}

/// In nanoseconds.
extension Duration: LineValue {
  package init(reading parser: inout LineParser) throws(LineProblem) {
    self = .nanoseconds(try UInt64(reading: &parser))
  }
  package func write(to line: inout LineBuffer) { UInt64(nanoseconds: self).write(to: &line) }
}

extension Optional: LineValue where Wrapped: LineValue {
  package init(reading parser: inout LineParser) throws(LineProblem) {
    self = parser.takeNull() ? nil : try Wrapped(reading: &parser)
  }

  package func write(to line: inout LineBuffer) {
    if let self { self.write(to: &line) } else { line.append(raw: "null") }
  }
}

extension Array: LineValue where Element: LineValue {
  package init(reading parser: inout LineParser) throws(LineProblem) {
    self = []
    try parser.list { parser throws(LineProblem) in append(try Element(reading: &parser)) }
  }

  package func write(to line: inout LineBuffer) { line.append(self) { $0.write(to: &$1) } }
}

extension Dictionary: LineValue where Key == String, Value: LineValue {
  package init(reading parser: inout LineParser) throws(LineProblem) {
    self = [:]
    try parser.eachMember { key, parser throws(LineProblem) in
      let value = try Value(reading: &parser)
      if self[key] == nil { self[key] = value }
    }
  }

  package func write(to line: inout LineBuffer) { line.append(self) { $0.write(to: &$1) } }
}

extension EventValue: LineValue {
  package init(reading parser: inout LineParser) throws(LineProblem) { self = try parser.value() }
  package func write(to line: inout LineBuffer) { write(to: &line, room: LineParser.mostNested - 3) }

  /// Writes the value, with sorted object keys.
  ///
  /// - Parameter room: How many more levels of arrays and objects to write. `"..."` replaces anything deeper, which
  ///   readers of an entry would not follow.
  private func write(to line: inout LineBuffer, room: Int) {
    line.valueCount += 1
    switch self {
    case .array where room <= 0, .object where room <= 0: line.append("...")
    case .null: line.append(raw: "null")
    case .bool(let value): value.write(to: &line)
    case .integer(let value): line.append(raw: value.description)
    case .number(let value): line.append(value)
    case .string(let text): line.append(text)
    case .array(let values): line.append(values) { $0.write(to: &$1, room: room - 1) }
    case .object(let members): line.append(members) { $0.write(to: &$1, room: room - 1) }
    }
  }
}

// MARK: Numbers and words with types of their own

extension LineValue where Self: RawRepresentable, RawValue: LineValue {
  package init(reading parser: inout LineParser) throws(LineProblem) {
    let value = try RawValue(reading: &parser)
    guard let known = Self(rawValue: value) else { throw LineProblem(.word("\(value)")) }
    self = known
  }

  package func write(to line: inout LineBuffer) { rawValue.write(to: &line) }
}

extension LineValue where Self: RecordedWord {
  package init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(rawValue: try String(reading: &parser))
  }

  package func write(to line: inout LineBuffer) { rawValue.write(to: &line) }
}

extension ApplicationState: LineValue {}
extension CompletionEntry.Kind: LineValue {}
extension HandlerSpan.Outcome: LineValue {}
extension HolderHint.Trust: LineValue {}
extension ModuleEntry.Cause: LineValue {}
extension ModuleEntry.Change: LineValue {}
extension ModuleID: LineValue {}
extension DispatchID: LineValue {}
extension OwnerID: LineValue {}
extension ModuleStage: LineValue {}
extension OwnerEntry.Change: LineValue {}
extension ReleaseReason: LineValue {}
extension RequestEntry.Outcome: LineValue {}
extension WarningEntry.Fate: LineValue {}
extension WarningEntry.Kind: LineValue {}

/// The spelled rules. Rules from a recording are not checked: a later version may have written them.
extension AllowedWarnings: LineValue {
  package init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(try [String](reading: &parser).map(Rule.init(recorded:)))
  }

  package func write(to line: inout LineBuffer) { rules.map(\.description).write(to: &line) }
}
