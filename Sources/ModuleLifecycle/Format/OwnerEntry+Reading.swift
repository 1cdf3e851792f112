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

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(change: .expected, owner: 0, name: "", atNanoseconds: 0)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .aliveAfter: aliveAfter = try parser.numberIfAny()
      case .atNs: atNanoseconds = try parser.number()
      case .change: change = try parser.word()
      case .deadAfter: deadAfter = try parser.numberIfAny()
      case .lateRelease: isLateRelease = try parser.bool()
      case .name: name = try parser.string()
      case .ownerId: owner = try parser.number()
      case .tookNs: tookNanoseconds = try parser.numberIfAny()
      case .type: try parser.expect(type: "owner")
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

  init(reading parser: inout LineParser) throws(LineProblem) {
    self.init(owner: "", ownerID: 0, number: 0, kind: "", name: "", state: "", atNanoseconds: 0)
    try parser.object(Self.keys) { key, parser throws(LineProblem) in
      switch key {
      case .atNs: atNanoseconds = try parser.number()
      case .kind: kind = try parser.string()
      case .name: name = try parser.string()
      case .number: number = try parser.number()
      case .owner: owner = try parser.string()
      case .ownerId: ownerID = try parser.number()
      case .state: state = try parser.string()
      case .type: try parser.expect(type: "alive")
      }
    }
  }
}
