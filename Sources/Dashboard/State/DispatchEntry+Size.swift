#if CommandLine
import ModuleLifecycle

extension DispatchEntry {
  /// About how many bytes its values and texts take, beside the rows themselves. Costs a look at each.
  var carriedBytes: Int {
    handlers.reduce(arguments.bytes + response.bytes) { $0 + $1.value.bytes + ($1.error?.utf8.count ?? 0) }
  }
}

extension JSONValue {
  fileprivate var bytes: Int {
    switch self {
    case .null, .bool, .integer, .number: 0
    case .string(let text): text.utf8.count
    case .array(let values): values.reduce(32) { $0 + 16 + $1.bytes }
    case .object(let members): members.reduce(64) { $0 + 32 + $1.key.utf8.count + $1.value.bytes }
    }
  }
}
#endif
