#if CommandLine
import Foundation
import ModuleLifecycle

/// The main module: it owns the window.
final class Scene: Module {
  private let owned = OwnedObjects()
  let window = Window()
  private var snapshot: Data?

  init() {
    owned.own("main", as: .window, onMainActor: { [window] in window.close() })
  }

  static func handlers(_ handlers: inout ModuleHandlers<Scene>) {
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

  /// Shows the page that a shop link leads to. Abstains from other links.
  private func open(_ url: URL) -> Bool? {
    guard url.scheme == "shop" else { return nil }
    let title = url.absoluteString.dropFirst("shop:".count)
    window.push(Window.Page(title: title.capitalized, address: url.absoluteString))
    return true
  }
}

/// A window without a screen: a stack of pages, and whether it is visible.
@MainActor final class Window {
  struct Page: Codable, Equatable {
    var title: String
    var address: String
  }

  private(set) var pages = [Page(title: "Shop", address: "shop:home")]
  private(set) var isVisible = false

  func show() { isVisible = true }
  func hide() { isVisible = false }
  func push(_ page: Page) { pages.append(page) }
  func popToFirst() { pages.removeSubrange(1...) }

  /// Returns the pages as data to save.
  func snapshot() throws -> Data { try JSONEncoder().encode(pages) }

  /// Replaces the current pages by saved ones, unless there are none.
  func restore(_ snapshot: Data) throws {
    let saved = try JSONDecoder().decode([Page].self, from: snapshot)
    if !saved.isEmpty { pages = saved }
  }

  func close() {
    isVisible = false
    pages = []
  }
}
#endif
