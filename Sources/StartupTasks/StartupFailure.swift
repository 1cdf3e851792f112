import ModuleLifecycle

/// Some of several things that were to be done one after the other failed; all were tried.
public struct StartupFailure: Error, Sendable, CustomStringConvertible {
  /// One that failed.
  public struct Failed: Sendable {
    /// Its name.
    public let name: String
    /// What it threw.
    public let error: any Error
  }

  /// Those that failed, in the order in which they were tried.
  public let failed: [Failed]
  /// How many were tried.
  public let count: Int

  /// Names each with what it threw: `1 of 2 failed: analytics (no key)`. It is part of a sentence, as what a handler
  /// throws is in a warning.
  public var description: String {
    let list = failed.map { "\($0.name) (\(describe($0.error)))" }.joined(separator: ", ")
    return "\(failed.count) of \(count) failed: \(list)"
  }
}

/// Does one thing after the other, each as a row of its own, and keeps what they throw for the end.
@MainActor struct StartupRun {
  private var failed: [StartupFailure.Failed] = []
  private var count = 0

  init() {}

  mutating func step(_ name: String, _ body: () throws -> Void) {
    count += 1
    do {
      try CompositeDelegate.part(name, body)
    } catch {
      failed.append(StartupFailure.Failed(name: name, error: error))
    }
  }

  /// - Throws: What names all that failed, if any did.
  func end() throws(StartupFailure) {
    if !failed.isEmpty { throw StartupFailure(failed: failed, count: count) }
  }
}
