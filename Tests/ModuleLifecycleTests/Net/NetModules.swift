import ModuleLifecycle

/// A module whose handlers ask the program what to do.
@MainActor protocol NetBody: AnyObject {
  var instance: ModelInstance { get }
  var program: RandomProgram { get }
}

extension CompositeDelegate {
  /// The module that stands for an instance of the model, in this composite itself.
  func module(_ type: (any NetBody).Type, of instance: ModelInstance) -> (any NetBody)? {
    let name = instance.module.name
    return switch instance.module.kind {
    case .plain: module(NetModule.self, named: name)
    case .starting: module(NetStartingModule.self, named: name)
    case .keeper: module(NetKeeper.self, named: name)
    case .composite: nil
    }
  }
}

extension ModuleHandlers where Handled: NetBody {
  fileprivate mutating func add(_ instance: ModelInstance) {
    let handles = instance.module.handles
    func tell<Event: LifecycleEvent>(_ event: Event.Type, _ known: NetEvent) {
      if handles.contains(known) { on(event) { body, _ in _ = try body.program.called(body.instance, known) } }
    }
    tell(NetPing.self, .ping)
    tell(NetNote.self, .note)
    tell(WillFinishLaunching.self, .will)
    tell(DidFinishLaunching.self, .did)
    tell(DidBecomeActive.self, .active)
    tell(WillResignActive.self, .resign)
    tell(DidEnterBackground.self, .background)
    tell(WillTerminate.self, .terminate)
    if handles.contains(.ask) { answer(NetAsk.self) { body, _ in try body.program.called(body.instance, .ask) } }
    if handles.contains(.grab) { answer(NetGrab.self) { body, _ in try body.program.called(body.instance, .grab) } }
    if handles.contains(.boot) {
      answerLater(NetBoot.self) { body, _, completion in body.program.calledBoot(body.instance, completion) }
    }
    guard handles.contains(.later) else { return }
    switch instance.module.lateness {
    case .atOnce:
      answer(NetLater.self) { (body: Handled, _: NetLater) throws -> Int? in
        try body.program.called(body.instance, .later)
      }
    case .withCompletion, .kept:
      answerLater(NetLater.self) { body, _, completion in body.program.calledLater(body.instance, completion) }
    case .suspended:
      answer(NetLater.self) { (body: Handled, _: NetLater) async throws -> Int? in
        await body.program.calledSuspended(body.instance)
      }
    }
  }
}

final class NetModule: Module, NetBody {
  let owned = OwnedObjects()
  let instance: ModelInstance
  unowned let program: RandomProgram

  init(_ instance: ModelInstance, _ program: RandomProgram) {
    (self.instance, self.program) = (instance, program)
    instance.owner.registrar = owned.registrar
  }

  func instanceHandlers(_ handlers: inout ModuleHandlers<NetModule>) { handlers.add(instance) }
}

final class NetStartingModule: StartingModule, NetBody {
  let owned = OwnedObjects()
  let instance: ModelInstance
  unowned let program: RandomProgram

  init(_ instance: ModelInstance, _ program: RandomProgram) {
    (self.instance, self.program) = (instance, program)
    instance.owner.registrar = owned.registrar
  }

  func instanceHandlers(_ handlers: inout ModuleHandlers<NetStartingModule>) { handlers.add(instance) }

  func start() async throws { try await program.started(instance) }
}

/// A module that keeps a composite in a property.
final class NetKeeper: Module, NetBody {
  let owned = OwnedObjects()
  let inner: CompositeDelegate
  let instance: ModelInstance
  unowned let program: RandomProgram

  init(_ instance: ModelInstance, _ program: RandomProgram) {
    (self.instance, self.program, inner) = (instance, program, CompositeDelegate())
    instance.owner.registrar = owned.registrar
  }

  func instanceHandlers(_ handlers: inout ModuleHandlers<NetKeeper>) { handlers.add(instance) }
}

/// An owner that is no module.
final class NetBag: Sendable {
  let owned: OwnedObjects
  init(_ owned: consuming OwnedObjects) { self.owned = owned }
}

/// Something that is owned and does something when it dies.
final class NetResource: Sendable {
  private let body: @MainActor @Sendable () -> Void
  init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }

  deinit {
    let body = body
    MainActor.assumeIsolated { body() }
  }
}
