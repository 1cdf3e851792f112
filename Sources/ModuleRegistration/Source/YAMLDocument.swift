#if Maps
/// A text of YAML, read: its value, and what an error needs to show a place in it.
package struct YAMLDocument {
  let source: YAMLText
  /// Its value; `nil` for a text without any, where that is right.
  package let root: YAMLNode?

  /// Reads a text; a byte order mark at its beginning is ignored.
  ///
  /// - Parameter file: The file's name, or that of what else has the text.
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

  /// Reads a file; see the other initializer.
  package init(ofFile path: String, kind: DocumentKind) throws(ModuleMapError) {
    try self.init(YAMLFile.text(at: path, kind: kind), file: path, kind: kind)
  }

  /// What is wrong at a place.
  package func error(at place: MapPlace, _ problem: String, suggestion: String = "") -> ModuleMapError {
    source.error([MapProblem(at: place, problem, suggestion.isEmpty ? nil : .sentence(suggestion))])
  }
}
#endif
