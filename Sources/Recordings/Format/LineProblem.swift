/// What is wrong with a line, and where.
package struct LineProblem: Error {
  enum Reason {
    /// Something that JSON does not have there, at that place.
    case syntax(at: Int)
    case missing
    /// A value of another kind: what it must be, and what it is.
    case kind(wanted: String, found: String)
    /// A number that does not fit.
    case range(String)
    /// A word that is none of those that it may be.
    case word(String)
    case notUTF8
    case depth
    case size
    /// The type is another one than was supposed.
    case type
  }

  /// Where the value stands, `handlers[2].self_ns`; empty for the line itself.
  private(set) var path = ""
  let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  /// The same problem, seen from the object that has the value under `key`.
  func under(_ key: String) -> LineProblem {
    var problem = self
    problem.path = path.isEmpty || path.hasPrefix("[") ? key + path : "\(key).\(path)"
    return problem
  }

  /// The same problem, seen from the list that has the value at `index`.
  func inside(_ index: Int) -> LineProblem {
    var problem = self
    problem.path = path.isEmpty || path.hasPrefix("[") ? "[\(index)]\(path)" : "[\(index)].\(path)"
    return problem
  }

  /// What is wrong, as a clause: `'at_ns' is missing`.
  var clause: String {
    let name = path.isEmpty ? "the line" : "'\(path.excerpt)'"
    return switch reason {
    case .syntax(let place): "no JSON from byte \(place + 1) on"
    case .missing: "\(name) is missing"
    case .kind(let wanted, let found): "\(name) must be \(wanted), not \(found.excerpt)"
    case .range(let number): "\(name) is out of range: \(number.excerpt)"
    case .word(let word): "\(name) can't be '\(word.excerpt)'"
    case .notUTF8: "\(name) is not UTF-8"
    case .depth: "it is nested more than \(LineParser.mostNested) deep"
    case .size: "it has more than \(LineParser.mostValues) values"
    case .type: "\(name) has another type"
    }
  }
}

extension String {
  /// As much of a text from a file as can be repeated in a message: 60 characters, none of which does anything to a
  /// terminal.
  package var excerpt: String {
    let scalars = unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(scalars)) + (unicodeScalars.dropFirst(60).isEmpty ? "" : "…")
  }
}

/// Why a line is no entry.
public enum JournalLineError: Error, Equatable, Sendable, CustomStringConvertible {
  /// It may be an entry, of a type that this version does not know.
  case unknownType(String)
  /// It may be an entry, with a value that this version does not know: `'state' can't be 'asleep'`.
  case unknownValue(String)
  /// It is a recording's header.
  case header
  /// It is damaged; the clause says how: `'at_ns' must be a whole number, not a text`.
  case damaged(String)

  /// Why, as a clause.
  public var description: String {
    switch self {
    case .unknownType(let type): "no entry has the type '\(type)'"
    case .header: "a header, where an entry was expected"
    case .unknownValue(let clause), .damaged(let clause): clause
    }
  }
}

/// Why a line is no header that can be read.
public enum JournalHeaderError: Error, Equatable, Sendable, CustomStringConvertible {
  /// It is no header, or a damaged one; the clause says why.
  case none(String)
  /// The recording is of a later version of the format, which may mean anything.
  case newer(version: UInt64)

  /// Why, as a clause.
  public var description: String {
    switch self {
    case .none(let clause): clause
    case .newer(let version):
      "version \(version) of the format, of which this rollcall knows only \(JournalHeader.latest)"
    }
  }
}
