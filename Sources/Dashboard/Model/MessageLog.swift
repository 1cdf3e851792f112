#if CommandLine
import DequeModule
import ModuleLifecycle
import Recordings

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
  private var lastNumber = 0

  var last: Message? { lines.last?.message }
  var outputs: some BidirectionalCollection<OutputEntry> {
    lines.lazy.compactMap { if case .output(let entry) = $0.message { entry } else { nil } }
  }
  var warnings: some BidirectionalCollection<WarningEntry> {
    lines.lazy.compactMap { if case .warning(let entry) = $0.message { entry } else { nil } }
  }

  mutating func add(_ message: Message) {
    generation += 1
    if let last, last.isLike(message) {
      lines[lines.count - 1].message = message
      lines[lines.count - 1].count += 1
      return
    }
    lastNumber += 1
    lines.append(Line(number: lastNumber, message: message))
    if lines.count > Self.limit { lines.removeFirst() }
  }

  /// Replaces a warning that was given during its dispatch with the final one.
  mutating func settle(_ warning: WarningEntry) {
    let place = lines.lastIndex {
      if case .warning(let entry) = $0.message {
        entry.kind == warning.kind && entry.dispatch == warning.dispatch
      } else {
        false
      }
    }
    guard let place else { return }
    generation += 1
    lines[place].message = .warning(warning)
  }
}

extension MessageLog.Message {
  var atNanoseconds: UInt64 {
    switch self {
    case .output(let entry): entry.atNanoseconds
    case .warning(let entry): entry.atNanoseconds
    }
  }

  /// The name of the module concerned, and its ID if known.
  var module: (name: String, id: ModuleID?)? {
    switch self {
    case .output(let entry): entry.module.map { ($0, entry.moduleID) }
    case .warning(let entry): entry.module.map { ($0, entry.moduleID) }
    }
  }

  var event: String? {
    switch self {
    case .output(let entry): entry.event
    case .warning(let entry): entry.event
    }
  }

  var text: String {
    switch self {
    case .output(let entry): entry.line
    case .warning(let entry): entry.sentence
    }
  }

  var isWarning: Bool { if case .warning = self { true } else { false } }

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
