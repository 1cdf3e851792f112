extension OwnerEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case aliveAfter = "alive_after"
    case atNs = "at_ns"
    case change
    case deadAfter = "dead_after"
    case lateRelease = "late_release"
    case name
    case ownerId = "owner_id"
    case tookNs = "took_ns"
    case type
  }

  private static let keys = LineKeys<Key>(optional: [.aliveAfter, .deadAfter, .lateRelease, .tookNs])

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(change: .expected, owner: 0, name: "", atNanoseconds: 0)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .aliveAfter: aliveAfter = try cursor.numberIfAny()
      case .atNs: atNanoseconds = try cursor.number()
      case .change: change = try cursor.word()
      case .deadAfter: deadAfter = try cursor.numberIfAny()
      case .lateRelease: isLateRelease = try cursor.bool()
      case .name: name = try cursor.string()
      case .ownerId: owner = try cursor.number()
      case .tookNs: tookNanoseconds = try cursor.numberIfAny()
      case .type: try cursor.expect(type: "owner")
      }
    }
  }
}

extension AliveEntry {
  /// In the order in which they are written.
  private enum Key: String, CaseIterable {
    case atNs = "at_ns"
    case kind, name, number, owner
    case ownerId = "owner_id"
    case state, type
  }

  private static let keys = LineKeys<Key>()

  init(reading cursor: inout LineCursor) throws(LineProblem) {
    self.init(owner: "", ownerID: 0, number: 0, kind: "", name: "", state: "", atNanoseconds: 0)
    try cursor.object(Self.keys) { key, cursor throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try cursor.number()
      case .kind: kind = try cursor.string()
      case .name: name = try cursor.string()
      case .number: number = try cursor.number()
      case .owner: owner = try cursor.string()
      case .ownerId: ownerID = try cursor.number()
      case .state: state = try cursor.string()
      case .type: try cursor.expect(type: "alive")
      }
    }
  }
}
