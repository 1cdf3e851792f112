#if Observability
public import Logging
public import ModuleLifecycle

/// Writes log messages to a journal as output of the handler that logged them. A dashboard shows them with that
/// handler.
///
/// The handler is known only if the composite is observed: see `startObserving()`. Use this beside the log handler that
/// writes the log:
///
/// ```swift
/// LoggingSystem.bootstrap { label in
///   MultiplexLogHandler([StreamLogHandler.standardError(label: label), JournalLogHandler(composite.journal)])
/// }
/// ```
public struct JournalLogHandler: LogHandler {
  /// The lowest level that is written.
  public var logLevel: Logger.Level
  /// The metadata that is added to each message's own.
  public var metadata: Logger.Metadata = [:]
  /// Provides further metadata for each message.
  public var metadataProvider: Logger.MetadataProvider?
  private let journal: Journal

  /// Creates a handler that writes to a journal.
  ///
  /// - Parameters:
  ///   - journal: The journal to write to. A very long line is cut to its prefix.
  ///   - level: The lowest level that is written.
  public init(_ journal: Journal, level: Logger.Level = .info) {
    (self.journal, logLevel) = (journal, level)
  }

  /// The value of one key in the metadata that is added to each message.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes a message with its level and its metadata, sorted by key.
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
