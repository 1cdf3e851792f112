#if Observability
public import Logging
public import ModuleLifecycle

/// Puts log lines into a journal, as what the handler has printed that wrote them: a dashboard shows them in its place.
///
/// It knows the handler where the composite is observed: `startObserving()`. Use it beside the handler that writes the log:
///
/// ```swift
/// LoggingSystem.bootstrap { label in
///   MultiplexLogHandler([StreamLogHandler.standardError(label: label), JournalLogHandler(composite.journal)])
/// }
/// ```
public struct JournalLogHandler: LogHandler {
  /// The lowest level that is written.
  public var logLevel: Logger.Level
  /// What each line has besides its own.
  public var metadata: Logger.Metadata = [:]
  /// Says more of each line.
  public var metadataProvider: Logger.MetadataProvider?
  private let journal: Journal

  /// A handler that writes to a journal.
  ///
  /// - Parameters:
  ///   - journal: Where lines go. Of a very long one the beginning is kept.
  ///   - level: The lowest level that is written.
  public init(_ journal: Journal, level: Logger.Level = .info) {
    (self.journal, logLevel) = (journal, level)
  }

  /// One value of what each line has besides its own.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes a line: its level, its text, and what is said besides, by key.
  public func log(event: LogEvent) {
    var metadata = metadata
    for more in [metadataProvider?.get(), event.metadata] { metadata.merge(more ?? [:]) { _, new in new } }
    let values = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    let error = event.error.map { " error=\($0)" } ?? ""
    journal.note(
      output: "\(event.level): \(event.message)\(error)\(values)",
      by: HandlerScope.current.map {
        RunningHandler(module: $0.module, moduleID: $0.moduleID, event: $0.event, sinceNanoseconds: 0)
      })
  }
}
#endif
