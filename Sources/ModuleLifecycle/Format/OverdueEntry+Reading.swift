extension OverdueEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case afterNs = "after_ns"
    case atNs = "at_ns"
    case hints, id
    case mutedBy = "muted_by"
    case name
    case ownerId = "owner_id"
    case type
  }

  private static let keys = LineKeys<Key>(optional: [.hints, .id, .mutedBy])

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(id: nil, name: "", owner: 0, atNanoseconds: 0, afterNanoseconds: 0)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .afterNs: afterNanoseconds = try parser.number()
      case .atNs: atNanoseconds = try parser.number()
      case .hints: try parser.list { parser throws(LineProblem) in hints.append(try HolderHint(reading: &parser)) }
      case .id: id = try parser.numberIfAny().map(ModuleID.init(rawValue:))
      case .mutedBy: mutedBy = try parser.stringIfAny()
      case .name: name = try parser.string()
      case .ownerId: owner = try parser.number()
      case .type: try parser.expect(type: "overdue")
      }
    }
  }
}

extension HolderHint {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case object, remedy, text, trust
  }

  private static let keys = LineKeys<Key>(optional: [.object, .remedy])

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(text: "", trust: .possible)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .object: object = parser.takeNull() ? nil : try OwnedObjectID(reading: &parser)
      case .remedy: remedy = try parser.stringIfAny()
      case .text: text = try parser.string()
      case .trust: trust = Trust(rawValue: try parser.string())
      }
    }
  }
}

extension OwnedObjectID {
  private enum Key: String, CaseIterable { case number, owner }

  private static let keys = LineKeys<Key>()

  init(reading parser: inout LineParser) throws(LineProblem) {
    var (owner, number): (UInt64, Int) = (0, 0)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .number: number = try parser.number()
      case .owner: owner = try parser.number()
      }
    }
    self.init(owner: owner, number: number)
  }
}
