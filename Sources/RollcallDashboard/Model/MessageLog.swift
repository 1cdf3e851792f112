#if CommandLine
import DequeModule
import ModuleLifecycle
import RollcallRecordings

/// The modules' output and log messages, and the warnings, in the order of arrival.
///
/// Consecutive equal messages share one line with a count. The oldest lines are forgotten.
struct MessageLog: Sendable, Equatable {
  enum Message: Sendable, Equatable {
    case output(OutputEntry)
    /// Indirect, because a warning is large.
    indirect case warning(WarningEntry)
  }

  struct Line: Sendable, Equatable {
    /// The line's number, counted from 1. Later lines have greater numbers.
    let number: Int
    /// The latest of the equal messages.
    var message: Message
    /// The number of consecutive equal messages.
    var count = 1
  }

  /// The most lines to keep.
  static let limit = 2_000

  private(set) var lines: Deque<Line> = []
  /// Grows with each change.
  private(set) var generation = 0

  var last: Message? { lines.last?.message }
  var outputs: some BidirectionalCollection<OutputEntry> {
    lines.lazy.compactMap { if case .output(let entry) = $0.message { entry } else { nil } }
  }
  var warnings: some BidirectionalCollection<WarningEntry> { lines.lazy.compactMap(\.message.warning) }

  mutating func add(_ message: Message) {
    generation += 1
    if let last, last.isLike(message) {
      lines[lines.count - 1].message = message
      lines[lines.count - 1].count += 1
      return
    }
    lines.append(Line(number: (lines.last?.number ?? 0) + 1, message: message))
    if lines.count > Self.limit { lines.removeFirst() }
  }

  /// Replaces a warning that was given during its dispatch with the final one.
  mutating func replace(with warning: WarningEntry) {
    let place = lines.lastIndex {
      $0.message.warning?.kind == warning.kind && $0.message.warning?.dispatch == warning.dispatch
    }
    guard let place else { return }
    generation += 1
    lines[place].message = .warning(warning)
  }
}

extension MessageLog.Message {
  private var facts: (at: UInt64, module: String?, id: ModuleID?, event: String?) {
    switch self {
    case .output(let entry): (entry.atNanoseconds, entry.module, entry.moduleID, entry.event)
    case .warning(let entry): (entry.atNanoseconds, entry.module, entry.moduleID, entry.event)
    }
  }

  var warning: WarningEntry? { if case .warning(let entry) = self { entry } else { nil } }
  var isWarning: Bool { warning != nil }
  var atNanoseconds: UInt64 { facts.at }
  /// The name of the module concerned, and its ID if known.
  var module: (name: String, id: ModuleID?)? { facts.module.map { ($0, facts.id) } }
  var event: String? { facts.event }
  var text: String {
    switch self {
    case .output(let entry): entry.line
    case .warning(let entry): entry.sentence
    }
  }

  /// Whether another message differs only in its time.
  fileprivate func isLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.output(let left), .output(let right)):
      left.line == right.line && left.module == right.module && left.event == right.event
    case (.warning(let left), .warning(let right)): left.isLike(right)
    default: false
    }
  }
}

extension WarningEntry {
  /// Whether another warning differs only in its time, dispatch or instance.
  func isLike(_ other: WarningEntry) -> Bool { kind == other.kind && timeless == other.timeless }

  private var timeless: WarningEntry {
    var entry = self
    (entry.atNanoseconds, entry.dispatch, entry.ownerID, entry.hint, entry.isUnderWay) = (0, nil, nil, nil, false)
    (entry.elapsedNanoseconds, entry.chargedNanoseconds, entry.handlerNanoseconds) = (nil, nil, nil)
    (entry.computingNanoseconds, entry.waitingNanoseconds) = (nil, nil)
    return entry
  }
}
#endif
