/// Something that is shown to the user and can be taken away again: a dialog, a sheet, a popover.
///
/// ```swift
/// extension UIViewController: @retroactive Dismissible {
///   public func dismiss() { dismiss(animated: true) }
/// }
/// ```
@MainActor public protocol Dismissible: AnyObject, Sendable {
  /// Takes it off the screen; nothing when it is gone already, because the user has closed it.
  func dismiss()
}

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Takes charge of a dialog, which is dismissed when the owner dies.
  ///
  /// Dialogs go last shown first, on the main actor. When the user has closed one, tell its handle to `finish()`.
  ///
  /// - Parameters:
  ///   - dialog: The dialog; the bag keeps it alive until it is dismissed. It must not keep the owner alive.
  ///   - name: The object's name.
  /// - Returns: A handle with which to dismiss it sooner.
  @discardableResult
  public borrowing func own(dialog: any Dismissible, named name: String) -> OwnedObject {
    own(.dialog, name, onMainActor: { dialog.dismiss() })
  }
}
