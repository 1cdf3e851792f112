#if CommandLine
import Foundation
import ModuleLifecycle

/// The main module: it owns the window.
final class Scene: Module {
  private let owned = OwnedObjects()
  let window = Window()
  private var snapshot: Data?

  init() {
    owned.own(.window, "main", onMainActor: { [window] in window.close() })
  }

  static func handlers(_ handlers: inout Handlers<Scene>) {
    handlers.answer(DidFinishLaunching.self) { scene, _ in
      scene.window.show()
      return true
    }
    handlers.on(DidBecomeActive.self) { scene, _ in scene.window.show() }
    handlers.on(WillResignActive.self) { scene, _ in scene.snapshot = try scene.window.snapshot() }
    handlers.on(DidEnterBackground.self) { scene, _ in scene.window.hide() }
    handlers.on(WillEnterForeground.self) { scene, _ in
      if let saved = scene.snapshot { try scene.window.restore(saved) }
    }
    handlers.on(DidReceiveMemoryWarning.self) { scene, _ in scene.window.popToFirst() }
    handlers.answer(OpenURL.self) { scene, event in scene.open(event.url) }
    handlers.answer(WillContinueUserActivity.self) { _, event in event.type == "reading" }
    handlers.answer(ShouldSaveSecureApplicationState.self) { scene, _ in scene.window.pages.count > 1 }
    handlers.answer(ShouldRestoreSecureApplicationState.self) { scene, _ in scene.snapshot != nil }
    handlers.on(WillTerminate.self) { scene, _ in scene.snapshot = try scene.window.snapshot() }
  }

  /// Shows the page that a link of the shop leads to; other links are somebody else's.
  private func open(_ url: URL) -> Bool? {
    guard url.scheme == "shop" else { return nil }
    let title = url.absoluteString.dropFirst("shop:".count)
    window.push(Window.Page(title: title.capitalized, address: url.absoluteString))
    return true
  }
}
#endif
