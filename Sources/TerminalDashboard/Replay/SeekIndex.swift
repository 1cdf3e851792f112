#if CommandLine
import Dashboard
import ModuleLifecycle

/// Works out what the application was like at any place of a recording, from snapshots of other places.
///
/// It keeps a bounded number of snapshots at even distances, fewer where they are large, and one near the place that was
/// asked for last: users go back step by step. What it costs to find a snapshot does not grow with the recording once all
/// of it was looked through; nor does the memory that it takes. To be used by one thread at a time.
@safe final class SeekIndex: @unchecked Sendable {
  private struct Place {
    var position: Int
    var snapshot: ApplicationModel
  }

  /// The most snapshots to keep at even distances.
  static let shelfLimit = 32
  /// The most bytes that they may take, by estimate.
  private let byteLimit: Int
  /// How many entries are taken in between two looks whether to go on.
  static let chunk = 1_024
  /// How far before a place that was asked for one more snapshot is kept.
  private static let nearby = 1_024

  private let store: any EntryStore
  /// In ascending order; the first is the beginning.
  private var shelf: [Place]
  private var near: Place?
  /// As far as the recording was looked through.
  private var survey: Place
  /// How many entries lie between two snapshots of the shelf; a multiple of the chunk.
  private var distance: Int
  private(set) var marks = PlaybackMarks()

  /// - Parameters:
  ///   - blank: Before the first entry.
  ///   - byteLimit: The most bytes that the snapshots at even distances may take.
  init(_ store: any EntryStore, blank: ApplicationModel, byteLimit: Int = 128 << 20) {
    self.store = store
    self.byteLimit = byteLimit
    let chunks = store.count / (Self.shelfLimit * Self.chunk) + 1
    distance = max(4, chunks) * Self.chunk
    let start = Place(position: 0, snapshot: blank)
    shelf = [start]
    survey = start
  }

  /// Whether all of the recording was looked through.
  var isSurveyed: Bool { survey.position >= store.count }

  /// How many snapshots are kept, beside those near the last place.
  var snapshotCount: Int { shelf.count }

  /// Looks through some more of the recording, so that later ways are short.
  func surveyMore() throws {
    guard !isSurveyed else { return }
    try advance(&survey, by: Self.chunk, to: store.count)
  }

  /// The snapshot of a place.
  ///
  /// - Parameters:
  ///   - target: After how many entries.
  ///   - progress: Told how many entries were taken in of how many that have to be; gives whether to go on.
  /// - Returns: `nil` where that gave false.
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

  /// Takes in entries up to the next place where a snapshot is kept, but no more than so many.
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

  /// Keeps every other snapshot as long as they are too large together.
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
