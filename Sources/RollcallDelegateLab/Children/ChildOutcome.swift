import Foundation

/// How a child process ended, and what it printed.
struct ChildOutcome: Sendable, Equatable {
  enum End: Sendable, Equatable {
    case exit(Int32)
    case signal(Int32)
    case tookTooLong
    case notStarted(String)
  }

  var end: End
  var output = ""
  var errors = ""

  /// The end as text that completes "The child process …".
  var ending: String {
    switch end {
    case .exit(0): "ended normally"
    case .exit(let status): "exited with \(status)"
    case .signal(let number): "was ended by \(Self.name(ofSignal: number))"
    case .tookTooLong: "did not end in time and was stopped"
    case .notStarted(let reason): "could not be started: \(reason)"
    }
  }

  /// The runtime's message when it ended the process.
  var message: String? {
    let line = errors.split(whereSeparator: \.isNewline).first { $0.contains("Fatal error: ") }
    guard let line, let range = line.range(of: "Fatal error: ") else { return nil }
    return Self.plain(line[range.lowerBound...])
  }

  /// The first line that the process printed.
  var seen: String? {
    let text = Self.plain(output[...].prefix { !$0.isNewline })
    return text.isEmpty ? nil : text
  }

  /// A signal's name and number.
  static func name(ofSignal number: Int32) -> String {
    let names: [Int32: String] = [
      SIGABRT: "SIGABRT", SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
      SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGTERM: "SIGTERM",
    ]
    return names[number].map { "\($0) (signal \(number))" } ?? "signal \(number)"
  }

  /// Makes a text printable, and cuts it to a few lines.
  private static func plain(_ text: Substring) -> String {
    String(text.prefix(240).map { $0.isASCII && !($0.asciiValue.map { $0 < 32 } ?? true) ? $0 : "?" })
      .trimmingCharacters(in: .whitespaces)
  }
}

extension Notebook {
  /// Runs a case in a child process, and records how it ended. Without a runner, records how to see the case.
  func show(_ labCase: LabCase, in cases: ChildCases?, _ what: String) async {
    guard let cases else {
      return note(
        "\(what.prefix(1).uppercased())\(what.dropFirst()) is not tried in this process. See it with: rollcall lab "
          + page)
    }
    step("In a child process: \(what).")
    for line in await cases.run(labCase).lines(of: labCase) { add(line.kind, line.text) }
  }
}

extension ChildOutcome {
  /// Describes the outcome of a case in lines.
  func lines(of labCase: LabCase) -> [LabLine] {
    if case .notStarted = end { return [LabLine(.note, "The child process \(ending).")] }
    let said = message.map { " It said: \($0)" } ?? ""
    if labCase.isUndefined {
      let saw = seen.map { "This run saw: \($0)." } ?? "This run saw no value:"
      let joint = seen == nil ? "the child process \(ending)." : "The child process \(ending)."
      return [LabLine(.undefined, "\(saw) \(joint)\(said) Another build, or another run, may see something else.")]
    }
    guard case .signal = end else {
      let saw = seen.map { " It saw: \($0)." } ?? ""
      return [LabLine(.result, "The child process \(ending).\(saw)")]
    }
    return [LabLine(.trap, "The child process \(ending).\(said)")]
  }
}

extension LabCase {
  /// Whether the language leaves the behaviour undefined.
  var isUndefined: Bool { self != .unownedAfterDeath && self != .unownedInDeinit }
}
