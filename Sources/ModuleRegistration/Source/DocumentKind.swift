#if Maps
/// What a file of YAML is, for errors about the whole of it.
package struct DocumentKind: Sendable, Equatable {
  /// `map`
  let noun: String
  /// The end of its files' names, by which others of the same kind are found.
  let ending: String
  /// What to do where there is no such file.
  let missing: String
  /// What to write into an empty one; `nil` where an empty one is right.
  let empty: String?

  package init(_ noun: String, ending: String, missing: String, empty: String? = nil) {
    (self.noun, self.ending, self.missing, self.empty) = (noun, ending, missing, empty)
  }

  static let map = DocumentKind(
    "map", ending: ".map", missing: "Run rollcall in the folder that holds the map, or give the map's path.",
    empty: "Write 'main:' and 'modules:' into it; see Documentation/ModulesMap.md.")
}
#endif
