import ModuleLifecycle

protocol Listener: AnyObject {
  var name: String { get }
}

/// A delegate that logs its death.
final class Ear: Listener {
  let name: String
  private let log: Log
  /// Called in `deinit`. Returns a line to log.
  private let atDeath: () -> String?

  init(_ name: String, log: Log = Log(), atDeath: @escaping () -> String? = { nil }) {
    self.name = name
    self.log = log
    self.atDeath = atDeath
  }

  deinit {
    if let seen = atDeath() { log.add(seen) }
    log.add("\(name) died")
  }
}
