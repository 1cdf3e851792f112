/// The names of owners and objects for the contenders that use names, created before the measurements.
struct Names {
  let owners: [String]
  /// The objects' names, unique within an owner. All owners use the same names.
  let objects: [String]

  /// - Parameter areLong: Whether the names are too long for a `String` to store inline. Each copy then counts a
  /// reference. Names such as `refresh` and `page 2` are short.
  init(owners: Int, objectsPerOwner: Int, areLong: Bool) {
    self.owners = (0..<owners).map { areLong ? "the owner with the number \($0)" : "owner \($0)" }
    objects = (0..<objectsPerOwner).map { areLong ? "the object with the number \($0)" : "object \($0)" }
  }
}
