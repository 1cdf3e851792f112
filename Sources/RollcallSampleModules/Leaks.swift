#if CommandLine
import RollcallDelegateReferences
import Foundation
import RollcallFoundation
import ModuleLifecycle

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// **Leaks on purpose when it is removed:** the closure of its observation captures the module, and the notification
/// center retains the closure.
///
/// The remedy is `[weak self]`.
final class LeakyObserver: Module {
  private let owned = OwnedObjects()
  private(set) var logouts = 0

  init(center: NotificationCenter) throws {
    owned.own(file: try ScratchFile.open("logouts.log"), named: "log")
    owned.observe(.userDidLogOut, center: center) { self.logouts += 1 }
  }
}

/// **Leaks on purpose when it is removed:** it is its own session's delegate, and a session retains its delegate until
/// it has been invalidated.
///
/// The bag would invalidate the session, but only when the module is released, which never happens. The remedy is a
/// separate delegate object, as in `Network`, or to invalidate the session when its work is done.
final class LeakyClient: NSObject, Module, URLSessionDelegate {
  private let owned = OwnedObjects()
  private var session: URLSession?

  init(center: NotificationCenter) {
    super.init()
    owned.observe(.reachabilityDidChange, center: center) { [weak self] in self?.session?.reset {} }
    let session = URLSession(configuration: .cancellable, delegate: self, delegateQueue: nil)
    self.session = session
    owned.own(session: session, named: "api")
  }
}

/// **Leaks on purpose when it is removed:** its task takes a strong reference once, before the loop, and holds it as
/// long as the loop runs. `[weak self]` does not help when `guard let self` makes the reference strong again.
///
/// The remedy is to take a new reference in each iteration: `self?.poll()`.
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

/// **Leaks on purpose when it is removed:** it holds a player, and the player holds it as its delegate.
///
/// The remedy is a weak delegate. Here, the user can break the cycle by hand: the module owns the reference as a
/// separate object, and declares that this object holds the module.
final class LeakyPair: Module {
  /// Holds its delegate as strongly as `CAAnimation` does.
  @MainActor final class Player {
    let delegate = DelegateReference<LeakyPair>(.strong, named: "the player's delegate")
  }

  private let owned = OwnedObjects()
  private let player = Player()
  private let window = Window()

  init() {
    owned.own("player", as: .window, onMainActor: { [window] in window.close() })
    player.delegate.delegate = self
    owned.own(
      "player", as: .delegate, holding: DeclaredHold(self, "holds the module that holds the player", endedBy: "break"),
      onMainActor: { [weak player] in player?.delegate.clear() })
  }
}
#endif
