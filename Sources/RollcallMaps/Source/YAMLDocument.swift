#if Maps
/// A parsed YAML text: its value, and what an error needs to show a position in it.
package struct YAMLDocument {
  let source: YAMLText
  /// The value; `nil` for a text without one, if that is valid.
  package let root: YAMLNode?

  /// Reads a text. A leading byte order mark is ignored.
  ///
  /// - Parameter file: The name of the file, or of another source of the text.
  /// - Throws: `ModuleMapError` with the first mistake.
  package init(_ text: String, file: String, kind: DocumentKind) throws(ModuleMapError) {
    let hasMark = text.unicodeScalars.first == "\u{FEFF}"
    source = YAMLText(file: file, text: hasMark ? String(text.unicodeScalars.dropFirst()) : text, kind: kind)
    do throws(MapProblem) {
      try TextLimits.check(source)
      root = try YAMLReader.root(of: source)
    } catch {
      throw source.error([error], isReadWhole: error.place == nil)
    }
  }

  /// Reads a file; see `init(_:file:kind:)`.
  package init(ofFile path: String, kind: DocumentKind) throws(ModuleMapError) {
    try self.init(YAMLFile.text(at: path, kind: kind), file: path, kind: kind)
  }

  /// Returns an error about a position.
  package func error(at place: MapPlace, _ problem: String, suggestion: String = "") -> ModuleMapError {
    source.error([MapProblem(at: place, problem, suggestion.isEmpty ? nil : .sentence(suggestion))])
  }
}
#endif
