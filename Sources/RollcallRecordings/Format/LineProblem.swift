/// A problem with a line, and its position.
package struct LineProblem: Error {
  enum Reason {
    /// Invalid JSON at this position.
    case syntax(at: Int)
    case missing
    /// A value of the wrong kind: the expected and the actual kind.
    case kind(wanted: String, found: String)
    /// A number that does not fit.
    case range(String)
    /// A word that is not one of the valid ones.
    case word(String)
    case notUTF8
    case depth
    case size
    /// A type of entry that this version does not know.
    case unknownType(String)
    /// A recording's header instead of an entry.
    case header
  }

  /// The path to the value, such as `handlers[2].self_ns`. Empty for the line itself.
  private(set) var path = ""
  let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  /// The same problem, seen from what has the value: an object, under `key`, or a list, at `[index]`.
  func under(_ key: String) -> LineProblem {
    var problem = self
    problem.path = path.isEmpty || path.hasPrefix("[") ? key + path : "\(key).\(path)"
    return problem
  }

  /// The problem as a clause: `'at_ns' is missing`.
  var clause: String {
    let name = path.isEmpty ? "the line" : "'\(path.excerpt)'"
    return switch reason {
    case .syntax(let place): "invalid JSON at byte \(place + 1)"
    case .missing: "\(name) is missing"
    case .kind(let wanted, let found): "\(name) must be \(wanted), not \(found.excerpt)"
    case .range(let number): "\(name) is out of range: \(number.excerpt)"
    case .word(let word): "\(name) can't be '\(word.excerpt)'"
    case .notUTF8: "\(name) is not UTF-8"
    case .depth: "it is nested more than \(LineParser.mostNested) levels deep"
    case .size: "it has more than \(LineParser.mostValues) values"
    case .unknownType(let type): "there is no entry type '\(type.excerpt)'"
    case .header: "a header, where an entry was expected"
    }
  }

  /// The problem of a line that should be an entry.
  var lineError: JournalLineError {
    switch reason {
    case .word: .unknownValue(clause)
    case .unknownType(let type): .unknownType(type.excerpt)
    case .header: .header
    default: .damaged(clause)
    }
  }
}

extension String {
  /// The prefix of a text from a file that can safely be repeated in a message: 60 characters, without any that control
  /// a terminal.
  package var excerpt: String {
    let scalars = unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(scalars)) + (unicodeScalars.dropFirst(60).isEmpty ? "" : "…")
  }
}

/// The reason a line is not an entry.
package enum JournalLineError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line may be an entry, but this version does not know its type.
  case unknownType(String)
  /// The line may be an entry, but this version does not know one of its values: `'state' can't be 'asleep'`.
  case unknownValue(String)
  /// The line is a recording's header.
  case header
  /// The line is damaged. The clause says how: `'at_ns' must be a whole number, not a text`.
  case damaged(String)

  /// The reason, as a clause.
  package var description: String {
    switch self {
    case .unknownType(let type): "there is no entry type '\(type)'"
    case .header: "a header, where an entry was expected"
    case .unknownValue(let clause), .damaged(let clause): clause
    }
  }
}

/// The reason a line is not a readable header.
package enum JournalHeaderError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line is not a header, or is damaged. The clause says why.
  case none(String)
  /// A program has compressed it.
  case compressed
  /// The recording uses a later version of the format, which this version can't interpret.
  case newer(version: UInt64)

  /// The reason, as a clause.
  package var description: String {
    switch self {
    case .none(let clause): clause
    case .compressed: "it is compressed"
    case .newer(let version):
      "version \(version) of the format; this rollcall knows only version \(JournalHeader.latest)"
    }
  }
}
