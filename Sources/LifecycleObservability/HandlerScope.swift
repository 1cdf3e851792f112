#if Observability
public import Logging
import ModuleLifecycle

/// The handler whose code runs: on the main actor, in tasks that it has started, and in functions that these await.
enum HandlerScope {
  @TaskLocal static var current: InterceptedCall?
}

extension Logger.MetadataProvider {
  /// Adds the module, the event and the number of the dispatch to what a handler logs; nothing elsewhere, and nothing in
  /// applications whose composite is not observed.
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
