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

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(id: nil, name: "", owner: 0, atNanoseconds: 0, afterNanoseconds: 0)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .afterNs: afterNanoseconds = try cursor.number()
      case .atNs: atNanoseconds = try cursor.number()
      case .hints: try cursor.list { cursor throws(LineProblem) in hints.append(try HolderHint(reading: &cursor)) }
      case .id: id = try cursor.numberIfAny().map(ModuleID.init(rawValue:))
      case .mutedBy: mutedBy = try cursor.stringIfAny()
      case .name: name = try cursor.string()
      case .ownerId: owner = try cursor.number()
      case .type: try cursor.expect(type: "overdue")
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

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(text: "", trust: .possible)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .object: object = cursor.takeNull() ? nil : try OwnedObjectID(reading: &cursor)
      case .remedy: remedy = try cursor.stringIfAny()
      case .text: text = try cursor.string()
      case .trust: trust = Trust(rawValue: try cursor.string())
      }
    }
  }
}

extension OwnedObjectID {
  private enum Key: String, CaseIterable { case number, owner }

  private static let keys = LineKeys<Key>()

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    var (owner, number): (UInt64, Int) = (0, 0)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .number: number = try cursor.number()
      case .owner: owner = try cursor.number()
      }
    }
    self.init(owner: owner, number: number)
  }
}
