import CNcurses

/// The thread of a terminal program. Blocking code elsewhere, above all on the main thread, can't delay it.
enum DrawingThread {
  /// Runs a closure on a new thread. Returns `false` if the system can't create one.
  static func start(_ body: sending @escaping () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(Box(body))
    let error = unsafe rollcall_start_thread(
      { argument in
        guard let argument = unsafe argument else { return nil }
        let box = unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue()
        unsafe rollcall_name_thread("rollcall-screen")
        NativeTerminal.shared.becomeDrawer()
        box.body()
        return nil
      }, box.toOpaque())
    if error != 0 { unsafe box.release() }
    return error == 0
  }

  private final class Box {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
