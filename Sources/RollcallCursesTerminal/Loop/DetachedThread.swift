import RollcallCTerminal

/// A thread that ends by itself.
enum DetachedThread {
  /// Runs a closure on a new thread. Returns `false` if the system can't create one.
  ///
  /// - Parameter name: The name for debuggers, at most 15 characters.
  static func start(_ name: String, _ body: sending @escaping () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(Box(name, body))
    let error = unsafe rollcall_start_thread(
      { argument in
        guard let argument = unsafe argument else { return nil }
        let box = unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue()
        unsafe rollcall_name_thread(box.name)
        box.body()
        return nil
      }, box.toOpaque())
    if error != 0 { unsafe box.release() }
    return error == 0
  }

  private final class Box {
    let name: String
    let body: () -> Void

    init(_ name: String, _ body: @escaping () -> Void) { (self.name, self.body) = (name, body) }
  }
}
