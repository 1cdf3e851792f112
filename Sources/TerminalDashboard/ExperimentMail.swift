#if CommandLine
import Dashboard
import ModuleLifecycle

/// What experiments have said and the dashboard has not read yet.
final class ExperimentMail: Sendable {
  typealias Letter = (id: String, progress: ExperimentProgress)

  private let letters = Locked<[Letter]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func add(_ progress: ExperimentProgress, from id: String) {
    letters.withLock { $0.append((id, progress)) }
    wake()
  }

  func take() -> [Letter] {
    letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }
}
#endif
