import Dispatch
import Foundation
import ModuleLifecycle

/// Takes the first Control-C for a wish to come to an end soon. A second one ends the process as ever.
final class StopRequest {
  private let queue = DispatchQueue(label: "rollcall.stop")
  private let wish = Wish()
  private var source: (any DispatchSourceSignal)?

  private final class Wish: Sendable {
    let isMade = Locked(false)
  }

  init() {
    // Who was started to survive it goes on doing so.
    let previous = signal(SIGINT, SIG_IGN)
    if unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return }
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: queue)
    source.setEventHandler { [wish] in
      wish.isMade.withLock { $0 = true }
      signal(SIGINT, SIG_DFL)
    }
    source.resume()
    self.source = source
  }

  /// Whether there was one.
  var isMade: Bool { wish.isMade.withLock { $0 } }

  /// From here on Control-C ends the process again.
  func end() {
    guard let source else { return }
    source.cancel()
    self.source = nil
    signal(SIGINT, SIG_DFL)
  }
}
