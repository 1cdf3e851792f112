#if CommandLine
import Foundation

/// What a window is without a screen: a stack of pages, and whether it is shown.
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

  /// The pages as a saved state.
  func snapshot() throws -> Data { try JSONEncoder().encode(pages) }

  /// Puts saved pages in place of the present ones, unless there are none.
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
