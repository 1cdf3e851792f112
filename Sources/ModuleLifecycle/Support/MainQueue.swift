import Dispatch

/// Checks whether the caller is on the main queue, where the main actor runs.
///
/// Checking for the process's first thread would be wrong: with an async `main`, the main actor leaves that thread.
package enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Runs code on the main actor: at once if the caller is on the main queue, otherwise in a task.
  package static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
    if isCurrent {
      MainActor.assumeIsolated { body() }
    } else {
      Task { @MainActor in body() }
    }
  }
}
