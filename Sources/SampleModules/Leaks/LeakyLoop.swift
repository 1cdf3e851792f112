#if CommandLine
import FoundationAdapters
import ModuleLifecycle

/// **Leaks when it is removed, on purpose:** its task takes the module once, before the loop, and so holds it for as
/// long as the loop runs. `[weak self]` does not help when `guard let self` makes it strong again.
///
/// The remedy is to take it anew in each round: `self?.poll()`.
final class LeakyLoop: Module {
  private let owned = OwnedObjects()
  private(set) var polls = 0

  init() throws {
    owned.own(file: try ScratchFile.open("polls.log"), named: "log")
    owned.task("poll") { [weak self] in
      guard let self else { return }
      repeat { await self.poll() } while (try? await Task.sleep(for: .seconds(1))) != nil
    }
  }

  private func poll() { polls += 1 }
}
#endif
