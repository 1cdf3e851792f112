#if CommandLine
import Dashboard
import Foundation
import ModuleRegistration
import TextFormatting

/// The settings that are in force, and where each comes from: the environment before the file, the file before defaults.
struct SettingsInForce {
  /// Where the value of a setting comes from.
  enum Origin: Equatable {
    case standard
    case file(line: Int)
    case environment(String)
  }

  private(set) var values = DashboardSettings()
  private var origins: [String: Origin] = [:]

  /// Where a setting's value comes from.
  func origin(of setting: Setting) -> Origin { origins[setting.name] ?? .standard }

  /// Reads the file, if there is one, and the environment.
  ///
  /// - Throws: `Failure` for the first mistake.
  static func read(
    _ file: SettingsFile = SettingsFile(), _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> SettingsInForce {
    var settings = SettingsInForce()
    do throws(ModuleMapError) {
      if let document = try file.read() { try settings.take(document) }
      for setting in Setting.all {
        // As with NO_COLOR, one that is empty counts as one that is not there.
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
  /// Its path; `nil` where the user wants none.
  let path: String?
  /// Whether the user has named it, so that it has to be there.
  let isNamed: Bool

  static let variable = "ROLLCALL_CONFIG"

  /// The one that `ROLLCALL_CONFIG` names; else the one in the user's folder for such files.
  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    isNamed = environment[Self.variable] != nil
    guard let named = environment[Self.variable] else {
      // A relative path is to be ignored, says the XDG Base Directory Specification.
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

  /// What stands in it; `nil` where there is no such file, or nothing in it.
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
      } else if let members = node.members {
        .mapping(members.map { (SettingNode($0.key), SettingNode($0.value)) })
      } else if node.isNothing {
        .nothing
      } else {
        .text(node.text ?? "")
      }
    self.init(content, at: Place(line: node.place.line, scalarColumn: node.place.scalarColumn))
  }
}
#endif
