import RollcallInspection
import Synchronization

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// A recording in memory.
final class MemoryEntryStore: EntryStore {
  struct Torn: Error, CustomStringConvertible {
    let description = "'shop.rollcall' has been changed since it was opened."
  }

  private let all: [AnyEntry]
  private let times: [UInt64]
  /// The number of entries read so far.
  private let readCount = Atomic(0)
  /// Whether reading fails.
  let isTorn = Atomic(false)

  init(_ entries: [AnyEntry]) {
    all = entries
    var (latest, times) = (UInt64(0), [UInt64]())
    for entry in entries {
      latest = max(latest, entry.writtenNanoseconds ?? latest)
      times.append(latest)
    }
    self.times = times
  }

  var count: Int { all.count }

  var entriesRead: Int { readCount.load(ordering: .relaxed) }

  func anyEntries(_ range: Range<Int>) throws -> [AnyEntry] {
    if isTorn.load(ordering: .relaxed) { throw Torn() }
    readCount.add(range.count, ordering: .relaxed)
    return Array(all[range])
  }

  func time(of index: Int) -> UInt64 { times[index] }

  func count(at time: UInt64) -> Int { times.count { $0 <= time } }

  var events: [String] {
    var seen: Set<String> = []
    return all.compactMap(\.topLevelEvent).filter { seen.insert($0).inserted }
  }

  func next(event: String?, after index: Int) -> Int? { all.indices.first { $0 > index && isOne(of: event, $0) } }

  func previous(event: String?, before index: Int) -> Int? { all.indices.last { $0 < index && isOne(of: event, $0) } }

  private func isOne(of event: String?, _ index: Int) -> Bool {
    all[index].topLevelEvent.map { event == nil || $0 == event } ?? false
  }

  /// The application after this many entries, folded one by one from the start.
  func model(at position: Int, _ description: Hello) -> ApplicationModel {
    var model = ApplicationModel(description)
    for entry in all[..<position] { model.apply([entry]) }
    return model
  }
}

extension AnyEntry {
  fileprivate var topLevelEvent: String? {
    if case .dispatch(let entry) = self, entry.parent == nil { entry.event } else { nil }
  }
}
