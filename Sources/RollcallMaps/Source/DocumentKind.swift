#if Maps
/// The kind of a YAML file, for errors about the whole file.
package struct DocumentKind: Sendable, Equatable {
  /// The name of the kind: `map`.
  let noun: String
  /// The file name extension, which identifies other files of the same kind.
  let ending: String
  /// Advice for a file that does not exist.
  let missing: String
  /// Advice for an empty file; `nil` when an empty file is valid.
  let empty: String?
  /// Whether the file may be a pipe, as a shell makes it for `<(command)`.
  let takesPipes: Bool

  package init(_ noun: String, ending: String, missing: String, empty: String? = nil, takesPipes: Bool = false) {
    (self.noun, self.ending, self.missing, self.empty) = (noun, ending, missing, empty)
    self.takesPipes = takesPipes
  }

  static let map = DocumentKind(
    "map", ending: ".map", missing: "Run rollcall in the folder that holds the map, or give the map's path.",
    empty: "Write 'main:' and 'modules:' into it, as in the map that 'rollcall init' writes.",
    takesPipes: true)
}
#endif
