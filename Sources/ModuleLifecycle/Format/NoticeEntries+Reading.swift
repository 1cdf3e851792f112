extension OutputEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case atNs = "at_ns"
    case event, line, module, type
  }

  private static let keys = LineKeys<Key>(optional: [.event, .module])

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(line: "", atNanoseconds: 0)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try cursor.number()
      case .event: event = try cursor.stringIfAny()
      case .line: line = try cursor.string()
      case .module: module = try cursor.stringIfAny()
      case .type: try cursor.expect(type: "output")
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

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(state: .notRunning, atNanoseconds: 0)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try cursor.number()
      case .state: state = try cursor.word()
      case .type: try cursor.expect(type: "state")
      }
    }
  }
}

extension WarningEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case atNs = "at_ns"
    case dispatch, kind, message, module, type
  }

  private static let keys = LineKeys<Key>(optional: [.dispatch, .module])

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(kind: .handlerThrew, message: "", module: nil, dispatch: nil, atNanoseconds: 0)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try cursor.number()
      case .dispatch: dispatch = try cursor.numberIfAny()
      case .kind: kind = Kind(rawValue: try cursor.string())
      case .message: message = try cursor.string()
      case .module: module = try cursor.stringIfAny()
      case .type: try cursor.expect(type: "warning")
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

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(dropped: 0)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .dropped: dropped = try cursor.number()
      case .type: try cursor.expect(type: "gap")
      }
    }
  }
}
