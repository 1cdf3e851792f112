import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTerminalUI

/// An application whose handlers send events. Their durations look random, but are the same in every run.
@MainActor enum Checkout {
  struct DidPay: EventWithExample {
    var amount: Int
    static var example: DidPay { DidPay(amount: 42) }
  }

  struct CartDidChange: EventWithExample {
    static var example: CartDidChange { CartDidChange() }
  }

  /// The number of calls of a handler so far.
  private final class Count { var value = 0 }

  static let budgets: EventBudgets = EventBudgets(general: .seconds(10), [DidPay.name: .milliseconds(20)])

  static func build(_ composite: CompositeDelegate, _ clock: ManualClock) throws {
    try composite.register("Scene", role: .main) {
      Stage(clock: clock) { handlers in
        handlers.answer(DidFinishLaunching.self) { _, _ in
          clock.advance(by: .milliseconds(3))
          return true
        }
      }
    }
    try composite.register("Payments") { [unowned composite] in
      let count = Count()
      return Stage(owns: [("timer", "receipts")], clock: clock) { handlers in
        handlers.on(DidPay.self) { _, event in
          count.value += 1
          // Every thirteenth payment is slow.
          clock.advance(
            by: count.value % 13 == 0 ? .milliseconds(30) : .microseconds(4_000 + count.value * 7 % 5 * 400))
          composite.send(CartDidChange())
          clock.advance(by: .milliseconds(1))
        }
        handlers.on(CartDidChange.self) { _, _ in clock.advance(by: .microseconds(200)) }
      }
    }
    try composite.register("Cart") { [unowned composite] in
      Stage(owns: [("file", "cart"), ("observer", "didPay")], clock: clock) { handlers in
        handlers.on(DidPay.self) { _, _ in clock.advance(by: .milliseconds(2)) }
        handlers.on(CartDidChange.self) { _, _ in
          clock.advance(by: .milliseconds(1))
          composite.send(DidReceiveMemoryWarning())
        }
      }
    }
    try composite.register("Analytics") {
      Stage(clock: clock) { handlers in
        handlers.on(DidPay.self) { _, _ in
          CompositeDelegate.measure("batch") { clock.advance(by: .microseconds(700)) }
        }
        handlers.on(DidReceiveMemoryWarning.self) { _, _ in clock.advance(by: .microseconds(500)) }
      }
    }
    clock.advance(by: .seconds(2))
  }
}

extension Driver {
  /// A driver over a checkout that has launched and received this many payments.
  static func checkout(
    _ size: Size = Size(width: 120, height: 40), payments: Int = 1
  ) throws -> Driver {
    let driver = try Driver(size: size, name: "Checkout", budgets: Checkout.budgets, build: Checkout.build)
    driver.press(.character("f")).type("didfin").press(.enter)
    for _ in 0..<payments {
      driver.wait(.seconds(1))
      driver.composite.send(Checkout.DidPay(amount: 42))
      driver.pull()
    }
    return driver
  }
}
