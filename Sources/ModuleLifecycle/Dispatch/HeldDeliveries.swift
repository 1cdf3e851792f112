/// The deliveries that wait for modules that have not started, such as links that arrive early in a launch.
///
/// Each becomes a dispatch of its own when its module has started: to that module only, in the order of arrival. Its vote
/// no longer counts for the sender, who has the response of the first dispatch. A delivery that its module can't get is
/// dropped, and a warning names it.
@MainActor final class HeldDeliveries {
  /// How many deliveries can wait for one module. The next one is dropped.
  static let most = 64

  /// An event that waits for one module.
  struct Delivery {
    let event: any LifecycleEvent
    let system: SystemObjects
    /// The number of the dispatch in which the module's turn came, and the event's name.
    let dispatch: DispatchID
    let name: String
    /// That dispatch. `nil` if it is no longer known.
    let earlier: Dispatch?
    /// When it was sent, on the clock.
    let since: UInt64
    let module: ModuleLabel
    /// The module's slot, and those of the enclosing composites.
    let path: [ModuleSlot]
    /// The instances that the slots held.
    let owners: [Owner]

    /// Whether it is for an instance, or for a module inside a composite's instance.
    func isFor(_ owner: Owner?) -> Bool { owners.contains { $0 === owner } }

    /// Why the module can't get it any more; `nil` if it can.
    @MainActor var obstacle: WarningEntry.Fate? {
      for (slot, owner) in zip(path, owners) {
        if slot.owner !== owner { return .removed }
        if !slot.isOn { return .switchedOff }
      }
      return nil
    }
  }

  /// In the order of arrival.
  private var waiting: [Delivery] = []

  /// Adds a delivery, unless the module is waiting for the same event already.
  ///
  /// - Returns: Whether there was room.
  func add(_ delivery: Delivery) -> Bool {
    let before = waiting.filter { $0.isFor(delivery.owners.last) }
    if before.contains(where: { $0.dispatch == delivery.dispatch }) { return true }
    guard before.count < Self.most else { return false }
    waiting.append(delivery)
    return true
  }

  /// Takes out what waits for an instance and for the modules inside it, or everything, in the order of arrival.
  func take(for owner: Owner? = nil) -> [Delivery] {
    let taken = waiting.filter { owner == nil || $0.isFor(owner) }
    waiting.removeAll { owner == nil || $0.isFor(owner) }
    return taken
  }
}

extension Application {
  /// Keeps an event for a module until it has started.
  fileprivate func hold(_ dispatch: Dispatch, at position: Int) {
    let (step, names) = (dispatch.plan.steps[position], dispatch.plan.names)
    dispatch.details.heldCount += 1
    hold(
      HeldDeliveries.Delivery(
        event: dispatch.anyEvent, system: dispatch.answers?.system ?? [], dispatch: dispatch.heldFrom ?? dispatch.id,
        name: names.event, earlier: dispatch, since: dispatch.heldSince ?? stack.clock.now,
        module: names.labels[position], path: step.path, owners: step.owners)
    )
  }

  private func hold(_ delivery: HeldDeliveries.Delivery) {
    if !held.add(delivery) { drop([delivery], .tooMany) }
  }

  /// Sends a late module the latest delivery that no module claimed, or holds it until the module has started.
  func deliverUnclaimed(to slot: ModuleSlot, _ owner: Owner, of composite: CompositeDelegate) {
    guard let unclaimed = memory.unclaimed, !unclaimed.recipients.contains(owner.id),
      stack.clock.now - unclaimed.since <= UInt64(nanoseconds: CompositeDelegate.unclaimedAge),
      slot.handlers.handler(for: type(of: unclaimed.event)) != nil
    else { return }
    composite.deliver(unclaimed.event, to: slot, .held(from: unclaimed.dispatch, since: unclaimed.since))
  }

  /// Sends a module that has started what was held for it.
  func deliverHeld(for owner: Owner) {
    for delivery in held.take(for: owner) {
      // A handler can remove or switch off its own module, or a composite around it.
      guard let root, let slot = delivery.path.last, delivery.obstacle == nil else {
        drop([delivery], delivery.obstacle ?? .ended)
        continue
      }
      root.deliver(
        delivery.event, to: slot, .held(from: delivery.dispatch, since: delivery.since), system: delivery.system,
        earlier: delivery.earlier
      ) { [self] in
        endWait(of: delivery.earlier)
      }
    }
  }

  /// Gives up everything that is held, because the application ends or is launched anew.
  func dropAllHeld() { drop(held.take(), .ended) }

  /// Gives up deliveries, and names them.
  func drop(_ deliveries: [HeldDeliveries.Delivery], _ fate: WarningEntry.Fate) {
    for delivery in deliveries {
      let now = stack.clock.now
      journal.warn(.notDelivered) { warning in
        (warning.module, warning.moduleID) = (delivery.module.name, delivery.module.id)
        (warning.event, warning.dispatch) = (delivery.name, delivery.dispatch)
        (warning.elapsedNanoseconds, warning.fate) = (now - min(delivery.since, now), fate)
      }
      endWait(of: delivery.earlier)
    }
  }

  /// Notes that one of the modules for which an event is held has had it, or won't get it.
  private func endWait(of dispatch: Dispatch?) {
    guard let dispatch else { return }
    dispatch.details.heldCount -= 1
    if dispatch.details.heldCount == 0 { complete(dispatch) }
  }

  /// Lets the sender of an event wait until the modules for which it is held have had it, but no longer than the event's
  /// deadline.
  func letSenderWait(for dispatch: Dispatch, atMost allowed: Duration) {
    let now = stack.clock.now
    let rest = max(.zero, allowed - .nanoseconds(now - min(dispatch.start, now)))
    dispatch.details.heldTimer = Task { [sleep, weak self] in
      if (try? await sleep(rest)) != nil, !Task.isCancelled { self?.complete(dispatch) }
    }
  }

  /// Completes a dispatch whose sender waits.
  private func complete(_ dispatch: Dispatch) {
    guard let timer = dispatch.details.heldTimer.take() else { return }
    timer.cancel()
    stack.deferringQueuedEvents { stack.complete(dispatch) }
  }
}

extension CompositeDelegate {
  /// Delivers an event to a single module, which missed it or was starting.
  ///
  /// - Parameters:
  ///   - earlier: The dispatch whose votes count beside this one's, for a warning if several modules claim the event.
  ///   - completion: Called when the module has answered.
  func deliver(
    _ event: any LifecycleEvent, to slot: ModuleSlot, _ origin: Dispatch.Origin, system: SystemObjects = [],
    earlier: Dispatch? = nil, completion: (@MainActor () -> Void)? = nil
  ) {
    func open<Event: LifecycleEvent>(_ event: Event) {
      let plan = DispatchPlan(for: Event.self, slots: [slot], in: application, part: slot.owner, isForOneModule: true)
      deliver(event, by: plan, origin, system: system, earlier: earlier) { _ in completion?() }
    }
    open(event)
  }
}

extension Owner {
  /// Whether the module of this instance has a start that has not ended.
  func isBeforeStart(of module: AnyObject) -> Bool {
    module is any StartingModule && (isWaitingToStart || stage?.stage == .starting)
  }
}

/// Stands in for the handler of a module that can be starting when a delivery arrives.
final class HoldingHandler: EventHandler {
  private let handler: EventHandler
  private let owner: Owner
  /// It has the deliveries, whose plans have this handler.
  private weak var application: Application?

  init(_ handler: EventHandler, of owner: Owner, in application: Application) {
    (self.handler, self.owner, self.application) = (handler, owner, application)
    super.init(isAsync: handler.isAsync)
  }

  override func call(_ module: AnyObject, _ dispatch: Dispatch, _ step: Int) -> HandlerResult {
    guard let application, owner.isBeforeStart(of: module) else { return handler.call(module, dispatch, step) }
    application.hold(dispatch, at: step)
    return .held
  }
}
