#if CommandLine
import EventArguments
import ModuleLifecycle
import OrderedCollections

extension DispatchEntry {
  /// Who decided: `yes (Scene)`; empty where nothing was asked.
  var answerInWords: String {
    guard response != .null else { return "" }
    guard handlers.contains(where: { $0.outcome == .answered }) else { return "\(response.words) (nobody voted)" }
    let deciding = handlers.filter { $0.outcome == .answered && $0.value == response }.map(\.module)
    switch deciding.count {
    case 0: return response.words
    case 1...2: return "\(response.words) (\(deciding.joined(separator: ", ")))"
    default: return "\(response.words) (\(Words.count(deciding.count, "module")))"
    }
  }

  /// The event and its arguments, short: `openURL pay:42`.
  var title: String { Self.title(event: event, arguments: arguments) }

  static func title(event: String, arguments: JSONValue) -> String {
    let texts = arguments.members.sorted { $0.key > $1.key }.map { EventArgument.text(of: $0.value) }
    return ([event] + texts.filter { !$0.isEmpty }).joined(separator: " ")
  }
}
#endif
