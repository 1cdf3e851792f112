#if CommandLine
import DelegateReferences
import ModuleLifecycle

/// **Leaks when it is removed, on purpose:** it holds a player, and the player holds it as its delegate.
///
/// The remedy is a weak delegate. Here the cycle can be broken by hand: the module owns the reference as an object of
/// its own, and says of it that it holds the module.
final class LeakyPair: Module {
  /// Holds its delegate as strongly as `CAAnimation` does.
  @MainActor final class Player {
    let delegate = DelegateReference<LeakyPair>(.strong, named: "the player's delegate")
  }

  private let owned = OwnedObjects()
  private let player = Player()
  private let window = Window()

  init() {
    owned.own(.window, "player", onMainActor: { [window] in window.close() })
    player.delegate.delegate = self
    owned.own(
      .delegate, "player",
      holding: DeclaredHold(self, "holds the module that holds the player", endedBy: "break"),
      onMainActor: { [weak player] in player?.delegate.clear() })
  }
}
#endif
