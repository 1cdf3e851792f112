public import Foundation
public import ModuleLifecycle

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Takes charge of an open file, and closes it when the owner dies.
  ///
  /// - Parameters:
  ///   - file: The open file. A handle made from a descriptor does not close it by itself.
  ///   - name: The object's name.
  /// - Returns: A handle with which to close it sooner.
  @discardableResult
  public borrowing func own(file: FileHandle, named name: String) -> OwnedObject {
    registrar.own(.file, name, file) { try? $0.close() }
  }
}
