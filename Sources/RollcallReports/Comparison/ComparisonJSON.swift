package import ModuleLifecycle

extension LaunchComparison {
  /// The comparison for programs: keys sorted, times in nanoseconds, ratios of the head to the base.
  package var json: EventValue {
    .object([
      "rollcall_comparison": .integer(1), "design": .string(design.rawValue),
      "launches": .object(["base": .integer(Int64(counts.base)), "head": .integer(Int64(counts.head))]),
      "at_least": .object(["ratio": .number(threshold.ratio), "ns": .integer(Int64(clamping: threshold.nanoseconds))]),
      "disturbance": disturbance.map { .string($0.reason) } ?? .null, "times": .array(results.map(\.json)),
      "modules": .object([
        "new": .array(inventory.new.map(\.json)), "gone": .array(inventory.gone.map(\.json)),
        "moved": .array(inventory.moved.map(EventValue.string)),
      ]),
      "alive": .array(inventory.alive.map(\.json)), "warnings": .array(inventory.warnings.map(\.json)),
    ])
  }
}

extension LaunchComparison.Result {
  fileprivate var json: EventValue {
    let (kind, name): (String, EventValue) =
      switch subject {
      case .launch: ("launch", .null)
      case .before: ("before", .null)
      case .module(let name): ("module", .string(name))
      case .mark(let name): ("mark", .string(name))
      }
    return .object([
      "subject": .string(kind), "name": name, "verdict": .string(verdict.rawValue), "base_ns": .number(base),
      "head_ns": .number(head), "ratio": .number(ratio), "p": .number(p), "p_corrected": .number(corrected),
      "interval": interval.map { .array([.number($0.lowerBound), .number($0.upperBound)]) } ?? .null,
      "launches_needed": needed.map { .integer(Int64($0)) } ?? .null, "base_kinds": baseBreakdown?.json ?? .null,
      "head_kinds": headBreakdown?.json ?? .null,
    ])
  }
}

extension TimeBreakdown {
  fileprivate var json: EventValue {
    func number(_ value: UInt64?) -> EventValue { value.map { .integer(Int64(clamping: $0)) } ?? .null }
    return .object([
      "computing_ns": number(computingNanoseconds), "waiting_ns": number(waitingNanoseconds),
      "blocked_ns": number(blockedNanoseconds),
    ])
  }
}

extension InventoryChanges.Change {
  fileprivate var json: EventValue {
    var members: [String: EventValue] = [
      "name": .string(name), "base": .integer(Int64(base)), "head": .integer(Int64(head)),
    ]
    if let nanoseconds { members["ns"] = .integer(Int64(clamping: nanoseconds)) }
    return .object(members)
  }
}
