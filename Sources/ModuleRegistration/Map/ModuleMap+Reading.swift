#if Maps
extension ModuleMap {
  /// Reads a map from disk.
  ///
  /// Nothing is created; a map that is read without an error is whole. A map of a thousand modules takes some
  /// milliseconds. At most 4 MB are read.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - registry: The module types and events that the map may name.
  /// - Throws: `ModuleMapError` for the first mistake, in the order of the checks: the file, the YAML, the map.
  public static func load(
    contentsOf path: String, registry: ModuleRegistry
  ) throws(ModuleMapError) -> ModuleMap {
    try parse(MapFile.text(at: path), file: path, registry: registry)
  }

  /// Reads a map from a text.
  ///
  /// - Parameters:
  ///   - text: The YAML. A byte order mark at its beginning is ignored, and lines may end as on any system.
  ///   - file: The file's name, for errors.
  ///   - registry: The module types and events that the map may name.
  /// - Throws: `ModuleMapError` for the first mistake.
  public static func parse(
    _ text: String, file: String = "Modules.map", registry: ModuleRegistry
  ) throws(ModuleMapError) -> ModuleMap {
    let hasMark = text.unicodeScalars.first == "\u{FEFF}"
    let source = MapText(file: file, text: hasMark ? String(text.unicodeScalars.dropFirst()) : text)
    try TextLimits.check(source)
    return try MapReader(registry: registry).map(YAMLReader.root(of: source))
  }
}
#endif
