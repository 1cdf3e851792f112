import ArgumentParser

/// The contenders, in the order of the table.
enum ContenderKind: String, CaseIterable, ExpressibleByArgument {
  case protocolCalls = "protocol"
  case closures
  case timedClosures = "timed-closures"
  case composite
  case measuringComposite = "measuring-composite"
  case silentComposite = "silent-composite"
  case textComposite = "text-composite"
  case notifications
  case streams

  var title: String {
    switch self {
    case .protocolCalls: "loop of protocol calls"
    case .closures: "loop of closures"
    case .timedClosures: "closures, a clock read each"
    case .composite: "CompositeDelegate, journal on"
    case .measuringComposite: "CompositeDelegate, measuring the processor"
    case .silentComposite: "CompositeDelegate, journal off"
    case .textComposite: "CompositeDelegate, an event with a text"
    case .notifications: "NotificationCenter"
    case .streams: "AsyncStream for each module"
    }
  }

  @MainActor func make(_ receivers: Int) throws -> any Contender {
    switch self {
    case .protocolCalls: ProtocolLoop(receivers)
    case .closures: ClosureLoop(receivers)
    case .timedClosures: TimedClosureLoop(receivers)
    case .composite: try Composite(receivers)
    case .measuringComposite: try MeasuringComposite(receivers)
    case .silentComposite: try CompositeWithoutJournal(receivers)
    case .textComposite: try CompositeWithText(receivers)
    case .notifications: Notifications(receivers)
    case .streams: Streams(receivers)
    }
  }
}
