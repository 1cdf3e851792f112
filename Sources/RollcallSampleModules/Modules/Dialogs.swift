#if CommandLine
import Foundation
import ModuleLifecycle

/// Shows dialogs, which are dismissed with the module, last shown first.
///
/// One dialog greets the user while the application is active. Links such as `dialog:rate` show the others;
/// `dialog:close` acts like a user who closes the topmost dialog.
final class Dialogs: Module {
  /// A dialog without a screen.
  final class Dialog: DismissibleDialog {
    let name: String
    private(set) var isShown = true
    init(_ name: String) { self.name = name }
    func dismiss() { isShown = false }
  }

  private struct Shown {
    let dialog: Dialog
    let handle: OwnedObject
  }

  private let owned = OwnedObjects()
  private var stack: [Shown] = []

  /// The dialogs on the screen, the topmost last.
  var dialogs: [Dialog] { stack.filter(\.handle.isLive).map(\.dialog) }

  static func handlers(_ handlers: inout ModuleHandlers<Dialogs>) {
    handlers.on(DidBecomeActive.self) { dialogs, _ in dialogs.show("welcome") }
    handlers.on(WillResignActive.self) { dialogs, _ in dialogs.takeAway("welcome") }
    handlers.answer(OpenURL.self) { dialogs, event in
      guard event.url.scheme == "dialog" else { return nil }
      let name = event.url.absoluteString.dropFirst("dialog:".count)
      return name == "close" ? dialogs.userClosesTopmost() : dialogs.show(String(name))
    }
  }

  @discardableResult
  private func show(_ name: String) -> Bool {
    let dialog = Dialog(name)
    let handle = owned.own(dialog: dialog, named: name)  // replaces a dialog of the same name
    stack = stack.filter(\.handle.isLive) + [Shown(dialog: dialog, handle: handle)]
    return true
  }

  private func takeAway(_ name: String) { stack.last { $0.dialog.name == name }?.handle.cancel() }

  /// Acts like a dialog's own button: dismisses the dialog, then notifies its owner.
  private func userClosesTopmost() -> Bool {
    guard let top = stack.last(where: \.handle.isLive) else { return false }
    top.dialog.dismiss()
    top.handle.finish()
    return true
  }
}
#endif
