#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a recording begins with, so that it can be understood by itself: its header, and entries for what was there
/// already when the first entry that it has was written.
struct RecordingPrologue: Sendable {
  private(set) var header: JournalHeader
  private(set) var prologue: [JournalEntry] = []

  /// - Parameters:
  ///   - journal: What is recorded.
  ///   - reader: Stands at the first entry that will be recorded.
  ///   - allowed: The warnings that are counted and not announced.
  @MainActor init(of journal: Journal, from reader: JournalReader, allowing allowed: AllowedWarnings) {
    let pictures = journal.pictures
    let (first, now) = (reader.next, journal.now)
    // After the pictures, so that what came meanwhile is not in both.
    let kept = KeptFacts(of: journal, from: first)
    header = journal.header(application: pictures.first?.name ?? "Application")
    header.secondsFromUTC = Self.secondsFromUTC
    header.recordedNanoseconds = now
    header.missedEntries = first
    header.allowedWarnings = allowed.isEmpty ? nil : allowed
    if let application = pictures.first {
      header.budgets = application.budgets
      header.state = kept.tellsState ? (first == 0 ? .notRunning : kept.stateBefore) : application.state
      header.launchedNanoseconds = kept.hasLaunch ? nil : application.launchedAt
    }
    header.rules = pictures.reduce(into: [:]) { rules, picture in
      rules.merge(picture.rules, uniquingKeysWith: { one, _ in one })
    }
    header.modules = pictures.flatMap { picture in
      var picture = picture
      picture.undo(kept.modules)
      return picture.modules
    }
    for picture in pictures {
      for departing in picture.departing where !kept.departing.contains(departing.owner) {
        prologue.append(departing.entry)
      }
      for object in picture.objects where !kept.acquired.contains(object.owned.id) {
        prologue.append(.owned(object.entry(at: now)))
      }
      for case let entry? in picture.objects.map(\.releasing) where !kept.releasing.contains(entry.id) {
        prologue.append(.releasing(entry))
      }
    }
    header.prologueCount = prologue.count
  }

  /// What to add to UTC to get the time of day here.
  private static var secondsFromUTC: Int {
    var (now, local) = unsafe (time(nil), tm())
    return unsafe localtime_r(&now, &local) == nil ? 0 : local.tm_gmtoff
  }
}

/// What entries that will be recorded tell, and what therefore is not to be told before them.
private struct KeptFacts {
  /// Whether one of them tells where the application stands.
  private(set) var tellsState = false
  /// Where it stood before the first that does; `nil` where nobody knows any more.
  private(set) var stateBefore: ApplicationState?
  private(set) var hasLaunch = false
  private(set) var modules: [ModuleEntry] = []
  /// The objects whose acquisition is among them.
  private(set) var acquired: Set<UInt64> = []
  /// The objects of which they tell that their asynchronous cleanup has begun.
  private(set) var releasing: Set<UInt64> = []
  /// The owners that should be gone, where that is told.
  private(set) var departing: Set<UInt64> = []

  init(of journal: Journal, from sequence: UInt64) {
    let reader = JournalReader(journal: journal, position: sequence, wake: nil)
    while true {
      let (records, _) = reader.readRecords(limit: 1_024)
      for record in records { note(record) }
      if records.isEmpty { return }
    }
  }

  private mutating func note(_ record: RecordRing.Record) {
    switch record {
    case .object(let object, _):
      if object.release == nil { acquired.insert(object.id) }
    case .dispatch(let dispatch, _):
      if !tellsState { (tellsState, stateBefore) = (true, dispatch.stateBefore) }
      if dispatch.names.event == DidFinishLaunching.name, !dispatch.isReplay { hasLaunch = true }
    case .entry(let entry): note(entry)
    }
  }

  private mutating func note(_ entry: JournalEntry) {
    switch entry {
    case .module(let module):
      modules.append(module)
      if module.change == .removed { departing.insert(module.owner) }
    case .owner(let owner): departing.insert(owner.owner)
    case .releasing(let object): releasing.insert(object.id)
    case .overdue(let overdue): departing.insert(overdue.owner)
    // It says where the application stands from then on, and not where it stood.
    case .state: tellsState = true
    default: break
    }
  }
}

extension ApplicationPicture.Object {
  /// The entry of an acquisition that nobody knows the time of any more.
  fileprivate func entry(at time: UInt64) -> OwnedEntry {
    OwnedEntry(
      id: owned.id, owner: owner.name, ownerID: owner.id, number: Int(owned.handle.number), kind: owned.kind.rawValue,
      name: owned.name, lifetime: (owned.declaration?.lifetime ?? .module).description,
      detail: owned.declaration?.detail, dispatch: nil, atNanoseconds: time)
  }
}
