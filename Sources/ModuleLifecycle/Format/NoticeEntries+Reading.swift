extension OutputEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case atNs = "at_ns"
    case event, line, module, type
  }

  private static let keys = LineKeys<Key>(optional: [.event, .module])

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(line: "", atNanoseconds: 0)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try parser.number()
      case .event: event = try parser.stringIfAny()
      case .line: line = try parser.string()
      case .module: module = try parser.stringIfAny()
      case .type: try parser.expect(type: "output")
      }
    }
  }
}

extension StateEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case atNs = "at_ns"
    case state, type
  }

  private static let keys = LineKeys<Key>()

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(state: .notRunning, atNanoseconds: 0)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try parser.number()
      case .state: state = try parser.word()
      case .type: try parser.expect(type: "state")
      }
    }
  }
}

extension WarningEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case atNs = "at_ns"
    case dispatch, kind, message, module
    case ownerId = "owner_id"
    case type
  }

  private static let keys = LineKeys<Key>(optional: [.dispatch, .module, .ownerId])

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(kind: .handlerThrew, message: "", module: nil, dispatch: nil, atNanoseconds: 0)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try parser.number()
      case .dispatch: dispatch = try parser.numberIfAny()
      case .kind: kind = Kind(rawValue: try parser.string())
      case .message: message = try parser.string()
      case .module: module = try parser.stringIfAny()
      case .ownerId: ownerID = try parser.numberIfAny()
      case .type: try parser.expect(type: "warning")
      }
    }
  }
}

extension GapEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case dropped, type
  }

  private static let keys = LineKeys<Key>()

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(dropped: 0)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .dropped: dropped = try parser.number()
      case .type: try parser.expect(type: "gap")
      }
    }
  }
}
