/// The names of owners and objects, made before anything is measured, for the contenders that have names.
struct Names {
  let owners: [String]
  /// Unique within an owner; every owner uses the same ones.
  let objects: [String]

  /// - Parameter areLong: Whether the names are too long for a `String` to keep in itself, so that each copy counts a
  ///   reference. Names such as `refresh` and `page 2` are not.
  init(owners: Int, objectsPerOwner: Int, areLong: Bool) {
    self.owners = (0..<owners).map { areLong ? "the owner with the number \($0)" : "owner \($0)" }
    objects = (0..<objectsPerOwner).map { areLong ? "the object with the number \($0)" : "object \($0)" }
  }
}
