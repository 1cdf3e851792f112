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

  /// Takes charge of a descriptor: a file, a socket, one end of a pipe. It is closed when the owner dies.
  ///
  /// It is closed once, whatever comes of it: when `close` is interrupted or reports an error the descriptor is gone all
  /// the same, and a second attempt could hit a file that somebody else has opened meanwhile. For the same reason nobody
  /// else may close it; cancel the returned handle instead.
  ///
  /// - Parameters:
  ///   - descriptor: The open descriptor.
  ///   - name: The object's name.
  ///   - onError: Told what went wrong: `EIO` or `ENOSPC`, for one, says that data written before never arrived, and
  ///     `EBADF` that other code has closed it. Called on whatever thread the owner dies; it must not touch the owner.
  /// - Returns: A handle with which to close it sooner.
  @discardableResult
  public borrowing func own(
    descriptor: Int32, named name: String, onError: @escaping @Sendable (POSIXError) -> Void = { _ in }
  ) -> OwnedObject {
    registrar.own(.descriptor, name, detail: "descriptor \(descriptor)") {
      if let error = closeOnce(descriptor) { onError(error) }
    }
  }
}

/// - Returns: What went wrong. An interruption does not count: the descriptor is closed.
private func closeOnce(_ descriptor: Int32) -> POSIXError? {
  guard close(descriptor) != 0 else { return nil }
  let code = POSIXErrorCode(rawValue: errno) ?? .EIO
  return code == .EINTR ? nil : POSIXError(code)
}
