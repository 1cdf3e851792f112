@testable import RollcallDashboard

extension DashboardSettings {
  /// The defaults with one setting changed.
  init(_ name: String, _ words: String...) throws {
    self.init()
    try set(name, words)
  }

  mutating func set(_ name: String, _ words: [String]) throws {
    try Setting.all.first { $0.name == name }?.take(words, &self)
  }
}
