import ModuleLifecycle
import RollcallFoundation
import Services

/// The orders on disk.
final class OrderBook: Module {
  let owned = OwnedObjects()

  static func handlers(_ handlers: inout ModuleHandlers<OrderBook>) {
    handlers.on(DidFinishLaunching.self) { book, _ in
      Orders.shared.open()
      book.owned.own("orders", as: "database", lifetime: .application, onMainActor: { Orders.shared.close() })
      book.owned.timer("autosave", every: .seconds(30), lifetime: .event(WillTerminate.self)) { Orders.shared.save() }
    }
    handlers.on(DidEnterBackground.self) { _, _ in Orders.shared.save() }
    handlers.on(WillTerminate.self) { _, _ in Orders.shared.save() }
    handlers.on(DidReceiveMemoryWarning.self) { _, _ in Orders.shared.trim() }
    handlers.answerLater(PerformFetch.self) { _, _, completion in
      Orders.shared.refresh { completion($0 ? .newData : .noData) }
    }
    handlers.answerLater(HandleEventsForBackgroundURLSession.self) { _, _, completion in completion() }
  }
}
