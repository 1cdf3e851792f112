import ModuleLifecycle

/// An error thrown after a series of launch steps, all of which were tried and some of which failed.
public struct StartupFailure: Error, Sendable, CustomStringConvertible {
  /// A step that failed.
  public struct Failed: Sendable {
    /// The step's name.
    public let name: String
    /// The error that the step threw.
    public let error: any Error
  }

  /// The steps that failed, in the order in which they were tried.
  public let failed: [Failed]
  /// The number of steps that were tried.
  public let count: Int

  /// The failed steps with their errors: `1 of 2 failed: analytics (no key)`. Like every handler's error, it is shown
  /// as part of a warning's sentence.
  public var description: String {
    let list = failed.map { "\($0.name) (\(describe($0.error)))" }.joined(separator: ", ")
    return "\(failed.count) of \(count) failed: \(list)"
  }
}

/// Runs steps one after the other, each in its own row, and collects their errors until the end.
@MainActor struct StartupRun {
  private var failed: [StartupFailure.Failed] = []
  private var count = 0

  init() {}

  mutating func step(_ name: String, _ body: () throws -> Void) {
    count += 1
    do {
      try CompositeDelegate.measure(name, body)
    } catch {
      failed.append(StartupFailure.Failed(name: name, error: error))
    }
  }

  /// - Throws: An error that names all failed steps, if there are any.
  func end() throws(StartupFailure) {
    if !failed.isEmpty { throw StartupFailure(failed: failed, count: count) }
  }
}
