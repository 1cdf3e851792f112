#if CommandLine
import Dashboard
import ModuleLifecycle

/// Computes the application's state at any position of a recording, from snapshots at other positions.
///
/// It keeps a bounded number of evenly spaced snapshots, fewer if they are large, and one near the last requested
/// position, because users step backwards. Once the whole recording was surveyed, the time to find a snapshot does not
/// grow with the recording, nor does the memory. Use it from one thread at a time.
@safe final class SeekIndex: @unchecked Sendable {
  private struct Place {
    var position: Int
    var snapshot: ApplicationModel
  }

  /// The maximum number of evenly spaced snapshots.
  static let shelfLimit = 32
  /// The maximum estimated size of these snapshots, in bytes.
  private let byteLimit: Int
  /// The number of entries to process between two calls of `progress`.
  static let chunk = 1_024
  /// How far before a requested position an extra snapshot is kept.
  private static let nearby = 1_024

  private let store: any EntryStore
  /// In ascending order; the first one is the start of the recording.
  private var shelf: [Place]
  private var near: Place?
  /// How far the recording was surveyed.
  private var survey: Place
  /// The number of entries between two snapshots on the shelf; a multiple of the chunk.
  private var distance: Int
  private(set) var marks = PlaybackMarks()

  /// - Parameters:
  ///   - blank: The state before the first entry.
  ///   - byteLimit: The maximum estimated size of the evenly spaced snapshots, in bytes.
  init(_ store: any EntryStore, blank: ApplicationModel, byteLimit: Int = 128 << 20) {
    self.store = store
    self.byteLimit = byteLimit
    let chunks = store.count / (Self.shelfLimit * Self.chunk) + 1
    distance = max(4, chunks) * Self.chunk
    let start = Place(position: 0, snapshot: blank)
    shelf = [start]
    survey = start
  }

  /// Whether the whole recording was surveyed.
  var isSurveyed: Bool { survey.position >= store.count }

  /// The number of kept snapshots, not counting the one near the last requested position.
  var snapshotCount: Int { shelf.count }

  /// Surveys another part of the recording, so that later moves are fast.
  func surveyMore() throws {
    guard !isSurveyed else { return }
    try advance(&survey, by: Self.chunk, to: store.count)
  }

  /// Returns the snapshot at a position.
  ///
  /// - Parameters:
  ///   - target: The number of entries before the position.
  ///   - progress: Called with the number of processed entries and the total. Returns whether to continue.
  /// - Returns: `nil` if `progress` returned false.
  func snapshot(at target: Int, progress: (Int, Int) -> Bool) throws -> ApplicationModel? {
    var best = shelf.last { $0.position <= target } ?? shelf[0]
    if let near, near.position <= target, near.position > best.position { best = near }
    if survey.position <= target, survey.position > best.position { best = survey }
    let start = best.position
    let nearPosition = target - Self.nearby
    let keepsNear = nearPosition > start + Self.nearby
    while best.position < target {
      guard progress(best.position - start, target - start) else { return nil }
      let stop = keepsNear && best.position < nearPosition ? nearPosition : target
      try advance(&best, by: Self.chunk, to: stop)
      if keepsNear, best.position == nearPosition { near = best }
    }
    return best.snapshot
  }

  /// Processes entries up to the next position that keeps a snapshot, but at most `count`.
  private func advance(_ place: inout Place, by count: Int, to end: Int) throws {
    let shelfPosition = (place.position / distance + 1) * distance
    let stop = min(place.position + count, end, shelfPosition)
    let entries = try store.entries(place.position..<stop)
    for (offset, entry) in entries.enumerated() { note(entry, at: place.position + offset) }
    place.snapshot.fold(entries)
    place.position = stop
    guard stop == shelfPosition, shelf.last.map({ $0.position < stop }) ?? true else { return }
    shelf.append(place)
    thinOut()
  }

  /// Removes every other snapshot while the total size is too large.
  private func thinOut() {
    while shelf.count > 2, shelf.reduce(0, { $0 + $1.snapshot.estimatedBytes }) > byteLimit {
      distance *= 2
      shelf.removeAll { !$0.position.isMultiple(of: distance) }
    }
  }

  private func note(_ entry: JournalEntry, at index: Int) {
    switch entry {
    case .dispatch(let dispatch) where dispatch.event == DidFinishLaunching.name && !dispatch.isReplay:
      marks.note(launchAt: index, of: store.count)
    case .warning: marks.note(warningAt: index, of: store.count)
    default: break
    }
  }
}
#endif
