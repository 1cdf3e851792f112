/// One thing that happened in a composite, as readers of its journal see it.
///
/// ```swift
/// for dispatch in composite.journal.reader().read().compactMap(\.dispatch) { print(dispatch.event, dispatch.total) }
/// ```
///
/// Entries are in the order in which they were written. The entry of a dispatch, or of a module's creation, is written
/// at its end but has the time of its beginning. Each `at` counts from the journal's start; the other times are
/// durations.
///
/// What tests and measurements read has a property here. A recording has all entries, in a documented format.
public struct JournalEntry: Sendable, Equatable {
  package let content: AnyEntry
  package init(_ content: AnyEntry) { self.content = content }

  /// The entry's `type` in a recording, such as `dispatch` or `mark`.
  public var type: String { content.type }
  /// The delivery of an event to the modules, if the entry is one.
  public var dispatch: DispatchEntry? { content.dispatch }
  /// The module's change, if the entry is one: it was registered, removed, brought back or freed, for example.
  public var module: ModuleEntry? { content.module }
  /// The acquired object, if the entry is one.
  public var owned: OwnedEntry? { content.owned }
  /// The object whose asynchronous cleanup has begun, if the entry is one.
  public var releasing: ReleasingEntry? { content.releasing }
  /// The object that was cleaned, if the entry is one.
  public var released: ReleasedEntry? { content.released }
  /// The module or other owner that should have been freed and is alive, if the entry is about one.
  public var overdue: OverdueEntry? { content.overdue }
  /// The line that a module printed or logged, if the entry is one.
  public var output: OutputEntry? { content.output }
  /// The warning, if the entry is one.
  public var warning: WarningEntry? { content.warning }
}
