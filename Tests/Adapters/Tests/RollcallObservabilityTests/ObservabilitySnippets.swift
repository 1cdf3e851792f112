// The Swift on the page Observability.md, which `ReadmeTests` compares with this.

import Logging
import ModuleLifecycle
import RollcallObservability

@MainActor func observe(_ composite: CompositeDelegate) {
  composite.startObserving()
}

func logToJournal(of composite: CompositeDelegate) {
  LoggingSystem.bootstrap(
    { label, provider in
      var standard = StreamLogHandler.standardError(label: label)
      standard.metadataProvider = provider
      return MultiplexLogHandler([standard, JournalLogHandler(composite.journal)])
    }, metadataProvider: .moduleLifecycle)
}
