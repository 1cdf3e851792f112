import ModuleLifecycle

/// Greets the user with a dialog, which is closed with the module that shows it.
final class Dialogs: Module {
  /// What a dialog is without a screen.
  @MainActor final class Dialog {
    let text: String
    private(set) var isOpen = true
    init(_ text: String) { self.text = text }
    func close() { isOpen = false }
  }

  private let owned = OwnedObjects()
  private var greeting: OwnedObject?

  static func handlers(_ handlers: inout Handlers<Dialogs>) {
    handlers.on(DidBecomeActive.self) { dialogs, _ in dialogs.greet() }
    handlers.on(WillResignActive.self) { dialogs, _ in dialogs.greeting?.finish() }
  }

  private func greet() {
    let dialog = Dialog("Welcome back")
    greeting = owned.own(.dialog, "welcome", onMainActor: { dialog.close() })
  }
}
