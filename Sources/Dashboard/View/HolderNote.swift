#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting
import Recordings

/// What stands below an overdue owner's rows: who may hold it, and the key that helps.
struct HolderNote: Equatable {
  struct Line: Equatable {
    var text: String
    /// The key and its word, at the end of the line.
    var key = ""
  }

  let lines: [Line]

  /// - Parameter remedy: What the key does, where it acts on this owner.
  init(for owner: OwnershipLog.Owner, in log: OwnershipLog, remedy: Remedy?, width: Int) {
    var lines = Self.text(for: owner, in: log).wrapped(toColumns: width).prefix(4).map { Line(text: $0) }
    if let remedy, remedy.owner == owner.id {
      let key = "i \(remedy.word)"
      if (lines.last?.text.columnWidth ?? width) + 2 + key.columnWidth > width { lines.append(Line(text: "")) }
      lines[lines.count - 1].key = key
    }
    self.lines = lines
  }

  private static func text(for owner: OwnershipLog.Owner, in log: OwnershipLog) -> String {
    if let other = owner.mutedBy { return "because of \(other), itself overdue" }
    guard let hint = owner.hints.first(where: { !log.isRefuted($0) }) else {
      return owner.hints.isEmpty ? "no hint at who holds it" : "no other hint at who holds it"
    }
    return "\(hint.word): \(hint.clause)"
  }
}
#endif
