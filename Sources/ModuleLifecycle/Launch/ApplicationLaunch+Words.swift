/// What every view says of a launch, in its own way of writing times and numbers.
package struct LaunchWords: Sendable {
  private let launch: ApplicationLaunch
  private let duration: @Sendable (UInt64) -> String
  private let modules: @Sendable (Int) -> String

  /// - Parameters:
  ///   - duration: Writes nanoseconds, such as `14.3 ms`.
  ///   - modules: Writes a number of modules, such as `12 modules`.
  package init(
    _ launch: ApplicationLaunch, duration: @escaping @Sendable (UInt64) -> String,
    modules: @escaping @Sendable (Int) -> String
  ) {
    self.launch = launch
    self.duration = duration
    self.modules = modules
  }

  /// What the total is made of: `12 modules created 14.3 ms, didFinishLaunching 36.0 ms`.
  package var parts: String {
    let created = "\(modules(launch.createdCount)) created \(duration(launch.creationNanoseconds))"
    return ((hasCreations ? [created] : []) + launch.steps.map { "\($0.event) \(duration($0.totalNanoseconds))" })
      .joined(separator: ", ")
  }

  /// `Slowest: Feed, 6.9 ms, of which its creation took 6.6 ms.`
  package var slowest: String {
    guard let slowest = launch.slowest else { return "No module was called." }
    let creation = duration(slowest.creationNanoseconds)
    if slowest.creationNanoseconds == 0 { return "Slowest: \(slowest.name), \(duration(slowest.nanoseconds))." }
    if slowest.handlerNanoseconds == 0 { return "Slowest: \(slowest.name), created in \(creation)." }
    return "Slowest: \(slowest.name), \(duration(slowest.nanoseconds)), of which its creation took \(creation)."
  }

  /// What the total leaves out.
  package var leftOut: String {
    hasCreations
      ? "The time before main is not in it." : "Neither creating the modules nor the time before main is in it."
  }

  /// All of it in one paragraph.
  package var summary: String {
    "The launch took \(duration(launch.totalNanoseconds)) in all: \(parts). \(slowest) \(leftOut)"
  }

  private var hasCreations: Bool { launch.creationNanoseconds > 0 }
}
