/// The names of what spans and their resources say, wherever they are made: while the application runs, or of a recording.
///
/// A name is OpenTelemetry's where its semantic conventions have one, and begins with `rollcall.` where they have none. Those
/// of a time end in `_ns`, and are nanoseconds.
package enum SpanAttribute: String, Sendable, CaseIterable {
  // MARK: Of the resource: the process

  /// The application's name.
  case serviceName = "service.name"
  /// The application's version.
  case serviceVersion = "service.version"
  /// The journal's session: one run of the application.
  case serviceInstance = "service.instance.id"
  /// The number of the application's build.
  case build = "app.build_id"
  /// The system and its version, in words.
  case system = "os.description"
  /// The model of the device, or the architecture of its processor.
  case deviceModel = "device.model.identifier"
  case sdkName = "telemetry.sdk.name"
  case sdkLanguage = "telemetry.sdk.language"
  case sdkVersion = "telemetry.sdk.version"

  // MARK: Of a dispatch

  case dispatch = "rollcall.dispatch.id"
  case event = "rollcall.event.name"
  /// As JSON; only where that was asked for.
  case arguments = "rollcall.event.arguments"
  /// The combined answer, as JSON; only where arguments were asked for.
  case response = "rollcall.event.response"
  /// The application's state when the dispatch was over.
  case state = "rollcall.application.state"
  case isOutOfState = "rollcall.dispatch.out_of_state"
  case isReplay = "rollcall.dispatch.replay"
  case isCut = "rollcall.dispatch.cut"

  // MARK: Of a handler, a part of it, or a module's creation

  case module = "rollcall.module.name"
  case moduleID = "rollcall.module.id"
  /// The module's place in the order of the calls, from one.
  case order = "rollcall.module.order"
  /// The name that the module's author gave this part of the handler.
  case part = "rollcall.part.name"
  /// How the call ended, as a journal says it.
  case outcome = "rollcall.handler.outcome"
  /// The vote, as JSON; only where arguments were asked for.
  case vote = "rollcall.handler.vote"
  /// The call without the events that it sent, and without its named parts.
  case ownTime = "rollcall.handler.self_ns"
  /// How long a handler that answers later was not running.
  case suspended = "rollcall.handler.suspended_ns"

  /// How much of its own time it computed.
  case computing = "rollcall.computing_ns"
  /// How much of its own time it waited for a processor.
  case waiting = "rollcall.waiting_ns"

  // MARK: Of a launch

  /// Creations and events end to end, without what lies between them.
  case launchTime = "rollcall.launch.total_ns"
  /// Of these the creation of the modules, or of a creation the call without those inside of it.
  case creationTime = "rollcall.launch.creation_ns"

  /// The name of a moment, and how long after the launch's beginning it was.
  case mark = "rollcall.mark.name"
  case markTime = "rollcall.mark.after_ns"

  // MARK: Of an error

  /// What a handler threw, in words.
  case exceptionMessage = "exception.message"
}
