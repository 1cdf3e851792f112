#if CommandLine
import RollcallDashboard
import Foundation
import RollcallMaps
import RollcallTextFormatting

/// The current settings and their origins. The environment overrides the file, which overrides the defaults.
struct SettingsInForce {
  private(set) var values = DashboardSettings()
  private var origins: [String: String] = [:]

  /// Where a setting's value comes from, in words.
  func origin(of setting: Setting) -> String { origins[setting.name] ?? "default" }

  /// Reads the file, if it exists, and the environment.
  ///
  /// - Throws: `Failure` for the first mistake.
  static func read(_ file: SettingsFile = SettingsFile()) throws -> SettingsInForce {
    var settings = SettingsInForce()
    do throws(ModuleMapError) {
      if let document = try file.read() { try settings.take(document) }
      for setting in Setting.all {
        // As with NO_COLOR, an empty variable counts as unset.
        guard let text = ProcessInfo.processInfo.environment[setting.variable], !text.isEmpty else { continue }
        let document = try YAMLDocument(text, file: setting.variable, kind: .variable)
        if let node = document.root { try settings.take(node, of: document, for: setting, from: setting.variable) }
      }
    } catch {
      throw Failure(text: error.description, code: .configuration)
    }
    return settings
  }

  private mutating func take(_ document: YAMLDocument) throws(ModuleMapError) {
    guard let root = document.root, !root.isNothing else { return }
    guard let members = root.members else {
      throw document.error(at: root.place, "a settings file must be a mapping, not \(root.kind).")
    }
    for (key, value) in members {
      guard let setting = Setting.all.first(where: { $0.name == key.text }) else {
        throw document.error(
          at: key.place, "a settings file has no key \(key.kind).",
          suggestion: NearestName.suggestion(for: key.text ?? "", among: Setting.all.map(\.name)))
      }
      try take(value, of: document, for: setting, from: "file, line \(value.place.line)")
    }
  }

  private mutating func take(
    _ node: YAMLNode, of document: YAMLDocument, for setting: Setting, from origin: String
  ) throws(ModuleMapError) {
    let items = setting.isList ? node.items ?? [node] : [node]
    var words: [String] = []
    for item in items {
      guard let word = item.text, !item.isNothing else {
        let form = setting.isList ? "a text or a list of texts" : "a text"
        throw document.error(at: item.place, "'\(setting.name)' must be \(form), not \(item.kind).")
      }
      words.append(word)
    }
    do throws(SettingProblem) {
      try setting.take(words, &values)
    } catch {
      let place = items.isEmpty ? node.place : items[error.word].place
      throw document.error(at: place, error.text, suggestion: error.suggestion)
    }
    origins[setting.name] = origin
  }
}

/// The file with the user's settings.
struct SettingsFile {
  /// The path; `nil` when the user wants no file.
  let path: String?
  /// Whether the user named the file, which must then exist.
  private let isNamed: Bool

  static let variable = "ROLLCALL_CONFIG"

  /// Uses the file that `ROLLCALL_CONFIG` names, otherwise the one in the user's folder for configuration files.
  init() {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment[Self.variable] {
      (path, isNamed) = (named.isEmpty ? nil : named, true)
      return
    }
    // The XDG Base Directory Specification says to ignore relative paths.
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : URL(filePath: $0) }
    let standard = (home ?? FileManager.default.homeDirectoryForCurrentUser).appending(path: ".config")
    path = (folder ?? standard).appending(path: "rollcall/config.yaml").path(percentEncoded: false)
    isNamed = false
  }

  var exists: Bool { path.map { FileManager.default.fileExists(atPath: $0) } ?? false }

  /// Reads the file; returns `nil` when there is none and none is required.
  func read() throws(ModuleMapError) -> YAMLDocument? {
    guard let path, isNamed || exists else { return nil }
    return try YAMLDocument(ofFile: path, kind: .settings)
  }
}

extension DocumentKind {
  fileprivate static let settings = DocumentKind(
    "settings file", ending: ".yaml",
    missing: "\(SettingsFile.variable) names it; 'rollcall config init' writes it.")
  fileprivate static let variable = DocumentKind("variable", ending: "", missing: "")
}
#endif
