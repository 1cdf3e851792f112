// The code of the product's page, compiled.

import RollcallDelegateReferences
import Testing

@MainActor protocol PlayerDelegate: AnyObject { func playerDidBecomeInvalid() }

@MainActor final class Player {
  let reference = DelegateReference<any PlayerDelegate>(.strongUntilInvalidated, named: "the player's delegate")

  func play(for delegate: any PlayerDelegate) { reference.delegate = delegate }
  func invalidate() { reference.invalidate { $0.playerDidBecomeInvalid() } }
}

private final class LateViewer: PlayerDelegate {
  var calls = 0
  func playerDidBecomeInvalid() { calls += 1 }
}

@Test @MainActor func aPlayerKeepsItsDelegateUntilItIsInvalidated() throws {
  let player = Player()
  weak var delegate: LateViewer?
  do {
    let listener = LateViewer()
    player.play(for: listener)
    delegate = listener
  }
  let kept = try #require(delegate)
  player.invalidate()
  #expect(kept.calls == 1 && player.reference.delegate == nil)
}
