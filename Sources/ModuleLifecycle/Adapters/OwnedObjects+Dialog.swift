/// Something on screen that can be dismissed: a dialog, a sheet, a popover.
///
/// ```swift
/// extension UIViewController: @retroactive Dismissible {
///   public func dismiss() { dismiss(animated: true) }
/// }
/// ```
@MainActor public protocol Dismissible: AnyObject, Sendable {
  /// Removes the object from the screen. Does nothing if the user has already closed it.
  func dismiss()
}

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Takes ownership of a dialog and dismisses it when the owner dies.
  ///
  /// Dialogs are dismissed on the main actor, last shown first. When the user closes a dialog, call `finish()` on its
  /// handle.
  ///
  /// - Parameters:
  ///   - dialog: The dialog. The bag keeps it alive until it is dismissed. It must not keep the owner alive.
  ///   - name: The object's name.
  /// - Returns: A handle that can dismiss the dialog sooner.
  @discardableResult
  public borrowing func own(dialog: any Dismissible, named name: String) -> OwnedObject {
    own(.dialog, name, onMainActor: { dialog.dismiss() })
  }
}
