import Dispatch

/// Gets code to the main actor, at once where it is there already.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the code that asks runs on the main queue, which is where the main actor runs. The process's first thread
  /// would be the wrong question: with an async `main` the main actor leaves it.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
    if isCurrent {
      MainActor.assumeIsolated { body() }
    } else {
      Task { @MainActor in body() }
    }
  }
}
