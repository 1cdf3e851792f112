import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTerminalUI

@testable import RollcallDashboard

/// Holds the object that it is given, as a session holds its delegate.
@MainActor final class Socket {
  private(set) var delegate: AnyObject?
  init(delegate: AnyObject) { self.delegate = delegate }
  func close() { delegate = nil }
}

/// A module that leaks when it is removed: its own socket holds it until the socket is closed.
final class Leaky: Module {
  let owned = OwnedObjects()
  private var socket: Socket?

  init(clock: ManualClock) {
    owned.own("reachable", as: .observer) { clock.advance(by: .microseconds(100)) }
    let socket = Socket(delegate: self)
    self.socket = socket
    owned.own(
      "api", as: .session, detail: "https://shop.example",
      holding: DeclaredHold(self, "holds its delegate until it is closed", endedBy: "close"),
      onMainActor: {
        clock.advance(by: .microseconds(300))
        socket.close()
      })
    owned.own("", as: .file, lifetime: .application, detail: "network.log", onMainActor: {})
  }
}

/// A module that another object holds.
final class Held: Module {
  let owned: OwnedObjects

  init(objects: [(kind: OwnedKind, name: String)] = []) {
    owned = OwnedObjects()
    for object in objects { owned.own(object.name, as: object.kind) {} }
  }
}

/// An object without a bag.
final class Thumbnail {}

/// A shop whose modules leak in every way that the dashboard explains.
@MainActor final class LeakyShop {
  let sleeper = Sleeper()
  let driver: Driver
  let holder = Holder()
  private(set) var thumbnail: Thumbnail? = Thumbnail()

  init(_ size: Size = Size(width: 120, height: 40)) throws {
    let holder = holder
    driver = try Driver(size: size, sleeper: sleeper) { composite, clock in
      try composite.register("Scene", role: .main) {
        Stage(owns: [("window", "main")], clock: clock) { handlers in
          handlers.on(DidEnterBackground.self) { _, _ in clock.advance(by: .milliseconds(2)) }
        }
      }
      try composite.register("Network") { Leaky(clock: clock) }
      try composite.register("Player") {
        let player = Held()
        holder.held = player
        return player
      }
      try composite.register("Feed") { Feed(clock: clock) }
      try composite.register("Payments", isOn: false) {
        Stage(owns: [("timer", "receipts"), ("observer", "logOut")], clock: clock) { handlers in
          handlers.on(DidEnterBackground.self) { _, _ in clock.advance(by: .milliseconds(1)) }
        }
      }
      clock.advance(by: .seconds(2))
    }
  }

  deinit { sleeper.end() }

  /// Selects a module in the first pane.
  @discardableResult
  func select(_ name: String) -> Driver {
    driver.press(.character("1"), .character("g"))
    while driver.state.selected?.name != name { driver.press(.down) }
    return driver
  }

  /// Removes a module and lets its grace period end.
  func removeAndWait(_ name: String) async {
    select(name).press(.character("x"))
    driver.clock.advance(by: .seconds(1))
    await driver.letGraceRunOut(sleeper, for: sleeper.count + 1)
  }

  func dropThumbnail() { thumbnail = nil }
}

/// A module with several objects of one kind. Some of them end before the module.
final class Feed: Module {
  let owned = OwnedObjects()

  init(clock: ManualClock) {
    owned.own("didLogOut", as: .observer) { clock.advance(by: .microseconds(100)) }
    for page in 1...3 {
      let request = owned.own("page \(page)", as: .request, detail: "GET /feed?page=\(page)") {
        clock.advance(by: .microseconds(600))
      }
      if page < 3 { request.finish() }
    }
    owned.own("page 4", as: .request, lifetime: .event(DidEnterBackground.self)) {}
    owned.own("", as: .timer) { clock.advance(by: .microseconds(200)) }
  }
}
