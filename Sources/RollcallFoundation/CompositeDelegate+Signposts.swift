#if canImport(os)
public import ModuleLifecycle
public import os

extension CompositeDelegate {
  /// Emits signposts, so that Instruments shows each dispatch and each handler on the timeline of the whole process.
  ///
  /// ```swift
  /// composite.emitSignposts(subsystem: "com.example.Storefront")
  /// ```
  ///
  /// Each dispatch is an interval with the name *Dispatch* and the event as its message. Within it, each handler is an
  /// interval with the name *Handler*, and its message has the module and the event. If a handler answers later, its
  /// interval ends with the answer. Names of modules and events are public. Arguments, answers and errors are not part of
  /// a signpost. The creation of a module has no interval.
  ///
  /// By default, the signposts are points of interest, because Instruments shows those without being set up. The
  /// system takes them at any time, also while no tool records. Published measurements go from 0.4 µs for an interval to
  /// 10 µs for a single signpost, so emit them in builds that you profile. For a build that users get, pass
  /// `.dynamicTracing`: those signposts are off until the instrument *os_signpost* records them. While they are off, a
  /// handler takes about 0.3 µs longer than without this call, measured on Linux.
  ///
  /// Call this between events, on the outermost composite, and before the launch if you want to see it. Composites
  /// nested in this one are included. The signposts end with the composite. A second call replaces the first.
  ///
  /// Source: Apple's documentation of `OSSignposter`, and `os/signpost.h` for when each category is on.
  ///
  /// - Parameters:
  ///   - subsystem: The name under which tools list the signposts; usually the app's bundle identifier.
  ///   - category: Decides which instrument shows the signposts, and when the system takes them.
  public func emitSignposts(subsystem: String, category: OSLog.Category = .pointsOfInterest) {
    if let earlier = observers.first(SignpostObserver.self) { observers.remove(earlier) }
    observers.add(SignpostObserver(OSSignposter(subsystem: subsystem, category: category)))
  }
}

/// Emits an interval for each dispatch and each handler.
///
/// Each interval has an identifier of its own, because intervals of one name overlap when a handler sends an event. In a
/// debug build, the system ends the process if an interval ends twice or under another name.
///
/// Source: Apple's documentation of `OSSignpostIntervalState`.
@MainActor private final class SignpostObserver: Observer {
  nonisolated var interests: ObserverInterests { [.dispatches, .calls] }

  private let signposter: OSSignposter
  /// The intervals of handlers that continue after their call.
  private var open: [ObservedCall: OSSignpostIntervalState] = [:]

  init(_ signposter: OSSignposter) { self.signposter = signposter }

  func around(_ dispatch: ObservedDispatch, _ body: () -> Void) {
    guard signposter.isEnabled else { return body() }
    let interval = signposter.beginInterval(
      "Dispatch", id: signposter.makeSignpostID(), "\(dispatch.name, privacy: .public)")
    body()
    signposter.endInterval("Dispatch", interval)
  }

  func around(_ call: ObservedCall, _ body: () -> ObservedCall.Ending) {
    guard signposter.isEnabled else {
      _ = body()
      return
    }
    let interval = signposter.beginInterval(
      "Handler", id: signposter.makeSignpostID(), "\(call.module, privacy: .public) \(call.event, privacy: .public)")
    if body() == .goesOn {
      open[call] = interval
    } else {
      signposter.endInterval("Handler", interval)
    }
  }

  func noteEnd(of call: ObservedCall, error: String?) {
    guard let interval = open.removeValue(forKey: call) else { return }
    signposter.endInterval("Handler", interval)
  }
}
#endif
