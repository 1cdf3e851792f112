package import ModuleLifecycle

extension ModuleID {
  /// The module's name after those of the composites that it is in, with slashes between them.
  ///
  /// - Parameter module: The name and the parent of a registration; `nil` if it is not known.
  package func path(_ module: (ModuleID) -> (name: String, parent: ModuleID?)?) -> String {
    var (path, next, depth) = ("", Optional(self), 0)
    // The parents in a file may form a cycle.
    while let id = next, let known = module(id), depth <= CompositeDelegate.maximumNesting {
      path = path.isEmpty ? known.name : "\(known.name)/\(path)"
      (next, depth) = (known.parent, depth + 1)
    }
    return path
  }
}
