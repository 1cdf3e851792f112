public import Foundation
public import ModuleLifecycle

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Owns an open file, and closes it when the owner dies.
  ///
  /// - Parameters:
  ///   - file: The open file. A handle created from a descriptor does not close the descriptor by itself.
  ///   - name: The object's name.
  /// - Returns: A handle that closes the file sooner.
  @discardableResult
  public borrowing func own(file: FileHandle, named name: String) -> OwnedObject {
    registrar.own(file, name, as: .file) { try? $0.close() }
  }

  /// Owns a descriptor, such as a file, a socket or one end of a pipe, and closes it when the owner dies.
  ///
  /// `close` is called once, whatever it returns. When it is interrupted or reports an error, the descriptor is gone
  /// all the same, and a second attempt could close a file that other code has opened meanwhile. For the same reason no
  /// other code may close the descriptor: cancel the returned handle instead.
  ///
  /// - Parameters:
  ///   - descriptor: The open descriptor.
  ///   - name: The object's name.
  ///   - onError: Receives the error of `close`. `EIO` and `ENOSPC`, for example, mean that data written earlier was
  ///     lost, and `EBADF` that other code has closed the descriptor. It is called on the thread on which the owner
  ///     dies, and must not touch the owner.
  /// - Returns: A handle that closes the descriptor sooner.
  @discardableResult
  public borrowing func own(
    descriptor: Int32, named name: String, onError: @escaping @Sendable (POSIXError) -> Void = { _ in }
  ) -> OwnedObject {
    registrar.own(name, as: .descriptor, detail: "descriptor \(descriptor)") {
      if let error = closeOnce(descriptor) { onError(error) }
    }
  }
}

/// - Returns: The error, if any. An interruption is not an error: the descriptor is closed.
private func closeOnce(_ descriptor: Int32) -> POSIXError? {
  guard close(descriptor) != 0 else { return nil }
  let code = POSIXErrorCode(rawValue: errno) ?? .EIO
  return code == .EINTR ? nil : POSIXError(code)
}
