#if CommandLine
import Dashboard
import Foundation
import ModuleRegistration
import TextFormatting

/// The current settings and their origins. The environment overrides the file, which overrides the defaults.
struct SettingsInForce {
  /// The origin of a setting's value.
  enum Origin: Equatable {
    case standard
    case file(line: Int)
    case environment(String)
  }

  private(set) var values = DashboardSettings()
  private var origins: [String: Origin] = [:]

  func origin(of setting: Setting) -> Origin { origins[setting.name] ?? .standard }

  /// Reads the file, if it exists, and the environment.
  ///
  /// - Throws: `Failure` for the first mistake.
  static func read(
    _ file: SettingsFile = SettingsFile(), _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> SettingsInForce {
    var settings = SettingsInForce()
    do throws(ModuleMapError) {
      if let document = try file.read() { try settings.take(document) }
      for setting in Setting.all {
        // As with NO_COLOR, an empty variable counts as unset.
        guard let text = environment[setting.variable], !text.isEmpty else { continue }
        let document = try YAMLDocument(text, file: setting.variable, kind: .variable)
        guard let node = document.root else { continue }
        try settings.take(node, of: document, for: setting, from: .environment(setting.variable))
      }
    } catch {
      throw Failure(text: error.description, code: .configuration)
    }
    return settings
  }

  private mutating func take(_ document: YAMLDocument) throws(ModuleMapError) {
    guard let root = document.root, !root.isNothing else { return }
    guard let members = root.members else {
      throw document.error(at: root.place, "a settings file must be a mapping, not \(SettingNode(root).kind).")
    }
    for (key, value) in members {
      guard let setting = Setting.all.first(where: { $0.name == key.text }) else {
        let name = SettingNode(key).kind
        throw document.error(
          at: key.place, "a settings file has no key \(name).",
          suggestion: NearestName.suggestion(for: key.text ?? "", among: Setting.all.map(\.name)))
      }
      try take(value, of: document, for: setting, from: .file(line: value.place.line))
    }
  }

  private mutating func take(
    _ node: YAMLNode, of document: YAMLDocument, for setting: Setting, from origin: Origin
  ) throws(ModuleMapError) {
    do throws(SettingProblem) {
      try setting.read(SettingNode(node), into: &values)
    } catch {
      let place = error.place.map { MapPlace(line: $0.line, scalarColumn: $0.scalarColumn) }
      throw document.error(at: place ?? node.place, error.text, suggestion: error.suggestion)
    }
    origins[setting.name] = origin
  }
}

/// The file with the user's settings.
struct SettingsFile {
  /// The path; `nil` when the user wants no file.
  let path: String?
  /// Whether the user named the file, which must then exist.
  let isNamed: Bool

  static let variable = "ROLLCALL_CONFIG"

  /// Uses the file that `ROLLCALL_CONFIG` names, otherwise the one in the user's folder for configuration files.
  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    isNamed = environment[Self.variable] != nil
    guard let named = environment[Self.variable] else {
      // The XDG Base Directory Specification says to ignore relative paths.
      let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      let home =
        environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
        ?? FileManager.default.homeDirectoryForCurrentUser.path(percentEncoded: false)
      path = URL(filePath: folder ?? "\(home)/.config").appending(path: "rollcall/config.yaml")
        .path(percentEncoded: false)
      return
    }
    path = named.isEmpty ? nil : named
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

extension SettingNode {
  init(_ node: YAMLNode) {
    let content: Content =
      if let items = node.items {
        .list(items.map(SettingNode.init))
      } else if node.members != nil {
        .mapping
      } else if node.isNothing {
        .nothing
      } else {
        .text(node.text ?? "")
      }
    self.init(content, at: Place(line: node.place.line, scalarColumn: node.place.scalarColumn))
  }
}
#endif
