/// The attribute names of spans and their resources, for the running application and for recordings.
///
/// A name is OpenTelemetry's if its semantic conventions define one, and otherwise starts with `rollcall.`. Names that
/// end in `_ns` are times in nanoseconds.
package enum SpanAttribute: String, Sendable, CaseIterable {
  // MARK: Resource: the process

  /// The application's name.
  case serviceName = "service.name"
  /// The application's version.
  case serviceVersion = "service.version"
  /// The journal's session: one run of the application.
  case serviceInstance = "service.instance.id"
  /// The application's build number.
  case build = "app.build_id"
  /// The system and its version, as text.
  case system = "os.description"
  /// The device model, or the processor architecture.
  case deviceModel = "device.model.identifier"
  case sdkName = "telemetry.sdk.name"
  case sdkLanguage = "telemetry.sdk.language"
  case sdkVersion = "telemetry.sdk.version"

  // MARK: Dispatch

  case dispatch = "rollcall.dispatch.id"
  case event = "rollcall.event.name"
  /// As JSON, and only if arguments were asked for.
  case arguments = "rollcall.event.arguments"
  /// The combined answer as JSON, and only if arguments were asked for.
  case response = "rollcall.event.response"
  /// The application's state when the dispatch ended.
  case state = "rollcall.application.state"
  case isOutOfState = "rollcall.dispatch.out_of_state"
  case isReplay = "rollcall.dispatch.replay"
  /// The dispatch that this one follows from: its event was derived from that one's, or was held.
  case follows = "rollcall.dispatch.follows"
  /// How long the event was held for its module.
  case held = "rollcall.dispatch.held_ns"
  case isCut = "rollcall.dispatch.cut"

  // MARK: Handler, part of a handler, or creation of a module

  case module = "rollcall.module.name"
  case moduleID = "rollcall.module.id"
  /// The module's position in the order of the calls, from one.
  case order = "rollcall.module.order"
  /// The name that the module's author gave this part of the handler.
  case part = "rollcall.part.name"
  /// How the call ended, in the journal's terms.
  case outcome = "rollcall.handler.outcome"
  /// The vote as JSON, and only if arguments were asked for.
  case vote = "rollcall.handler.vote"
  /// The time of the call without the events that it sent and without its named parts.
  case ownTime = "rollcall.handler.self_ns"
  /// The time that a handler that answers later was not running.
  case suspended = "rollcall.handler.suspended_ns"

  /// The part of its own time that it spent computing.
  case computing = "rollcall.computing_ns"
  /// The part of its own time that it spent waiting for a processor.
  case waiting = "rollcall.waiting_ns"

  // MARK: Launch

  /// The whole launch: for one that a person fired by hand, the sum of all creations and events.
  case launchTime = "rollcall.launch.total_ns"
  /// For a launch, the part of `launchTime` that created modules. For a creation, the call without the creations
  /// inside it.
  case creationTime = "rollcall.launch.creation_ns"
  /// From when the system made the process to the composite, within 10 ms.
  case beforeTime = "rollcall.launch.before_ns"

  /// The name of a moment, and its time after the start of the launch.
  case mark = "rollcall.mark.name"
  case markTime = "rollcall.mark.after_ns"

  // MARK: Error

  /// The error that a handler threw, as text.
  case exceptionMessage = "exception.message"
}

/// Identifies this release of Rollcall.
package enum Release {
  /// The version, as the program prints it and traces report it.
  package static let version = "1.0.0"
}
