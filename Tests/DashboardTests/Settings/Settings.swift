@testable import Dashboard

extension SettingNode {
  private static let place = Place(line: 1, scalarColumn: 1)

  static func text(_ text: String) -> SettingNode { SettingNode(.text(text), at: place) }

  static func list(_ texts: String...) -> SettingNode { SettingNode(.list(texts.map(text)), at: place) }

  static let mapping = SettingNode(.mapping, at: place)
}

extension DashboardSettings {
  /// The defaults with one setting changed.
  init(_ name: String, _ node: SettingNode) throws {
    self.init()
    try set(name, node)
  }

  mutating func set(_ name: String, _ node: SettingNode) throws {
    try Setting.all.first { $0.name == name }?.read(node, into: &self)
  }
}
