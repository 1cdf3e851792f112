#if CommandLine
import Foundation
import ModuleLifecycle
import RollcallMaps

/// Turns a home screen shortcut into the link that it stands for, and sends the link to all modules.
final class Shortcuts: Module {
  private let context: ModuleContext
  private var links: [String: String] = [:]

  init(_ context: ModuleContext) { self.context = context }

  static func handlers(_ handlers: inout ModuleHandlers<Shortcuts>) {
    handlers.answer(DidFinishLaunching.self) { shortcuts, _ in
      shortcuts.links = ["search": "shop:search", "basket": "shop:basket", "pay": "pay:42"]
      return true
    }
    handlers.answer(PerformActionForShortcutItem.self) { shortcuts, event in
      // The module that opens the link decides the answer: this event is sent within the current one.
      guard let url = shortcuts.links[event.item].flatMap(URL.init(string:)) else { return false }
      return shortcuts.context.send(OpenURL(url: url))
    }
  }
}
#endif
