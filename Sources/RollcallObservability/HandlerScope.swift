#if Observability
public import Logging
import ModuleLifecycle

/// The handler whose code is running: on the main actor, in tasks that it started, and in functions that these await.
enum HandlerScope {
  @TaskLocal static var current: ObservedCall?
}

extension Logger.MetadataProvider {
  /// A provider that adds the module, the event and the dispatch's number to a handler's log messages. It adds nothing
  /// to other messages, or if the composite is not observed.
  ///
  /// ```swift
  /// LoggingSystem.bootstrap({ label, _ in StreamLogHandler.standardError(label: label) }, metadataProvider: .moduleLifecycle)
  /// ```
  public static let moduleLifecycle = Logger.MetadataProvider {
    guard let call = HandlerScope.current else { return [:] }
    return [
      SpanAttribute.module.rawValue: "\(call.module)", SpanAttribute.event.rawValue: "\(call.event)",
      SpanAttribute.dispatch.rawValue: "\(call.dispatch)",
    ]
  }
}
#endif
