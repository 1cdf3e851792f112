import DequeModule
import ModuleLifecycle
import OrderedCollections

/// The latest dispatches, and what is known of each event that was fired.
struct History: Sendable, Equatable {
  /// What came of firing one event.
  struct Firing: Sendable, Equatable {
    var count = 0
    var lastNanoseconds: UInt64 = 0
    var arguments: JSONValue = .null
    var answer = ""
  }

  /// The most spans to keep, of all dispatches together.
  static let spanLimit = 40_000
  /// The most dispatches to keep.
  static let dispatchLimit = 2_000

  private(set) var dispatches: Deque<DispatchEntry> = []
  /// By event; the one used last stands last.
  private(set) var firings: OrderedDictionary<String, Firing> = [:]
  /// The latest top-level dispatch.
  private(set) var latest: DispatchEntry?
  private var spans = 0

  /// - Parameter isCounted: Whether it counts as one more firing; not so where somebody else counts, see `count(_:of:)`.
  mutating func fold(_ entry: DispatchEntry, isCounted: Bool = true) {
    dispatches.append(entry)
    spans += entry.handlers.count
    while spans > Self.spanLimit || dispatches.count > Self.dispatchLimit, dispatches.count > 1 {
      spans -= dispatches.removeFirst().handlers.count
    }
    guard entry.parent == nil else { return }
    latest = entry
    var firing = firings.removeValue(forKey: entry.event) ?? Firing()
    if isCounted { firing.count += 1 }
    firing.lastNanoseconds = entry.totalNanoseconds
    firing.arguments = entry.arguments
    firing.answer = entry.answerInWords
    firings[entry.event] = firing
  }

  /// Counts firings of an event whose entries may not all be seen.
  mutating func count(_ firings: Int, of event: String) { self.firings[event, default: Firing()].count += firings }

  /// The events that `parent`'s handlers sent, in order.
  func children(of parent: UInt64) -> [DispatchEntry] { dispatches.filter { $0.parent == parent } }
}

extension DispatchEntry {
  /// Who decided: `yes (Scene)`; empty where nothing was asked.
  var answerInWords: String {
    guard response != .null else { return "" }
    guard handlers.contains(where: { $0.outcome == .answered }) else { return "\(response.words) (nobody voted)" }
    let deciding = handlers.filter { $0.outcome == .answered && $0.value == response }.map(\.module)
    switch deciding.count {
    case 0: return response.words
    case 1...2: return "\(response.words) (\(deciding.joined(separator: ", ")))"
    default: return "\(response.words) (\(deciding.count) modules)"
    }
  }

  /// The event and its arguments, short: `openURL pay:42`.
  var title: String { Self.title(event: event, arguments: arguments) }

  static func title(event: String, arguments: JSONValue) -> String {
    let texts = arguments.members.sorted { $0.key > $1.key }.map { EventArgument.text(of: $0.value) }
    return ([event] + texts.filter { !$0.isEmpty }).joined(separator: " ")
  }
}
