import Synchronization

/// The dispose bag of reactive libraries: disposables under a lock. Any code can dispose of one, and each acts once. No
/// names.
struct DisposeBagContender<Object: Resource>: Contender {
  let tally: Tally

  func makeOwner(_ number: Int, of objects: Range<Int>) -> AnyObject {
    let owner = DisposeBagOwner()
    let tally = tally
    for object in objects {
      let object = Object(number: object)
      owner.bag.insert(ActionDisposable { tally.mark(object.number) })
    }
    return owner
  }
}

private final class DisposeBagOwner {
  let bag = DisposeBag()
}

private protocol Disposable: AnyObject, Sendable {
  func dispose()
}

/// Calls its action on the first `dispose()`.
private final class ActionDisposable: Disposable {
  private let isDisposed = Atomic(false)
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  func dispose() {
    if !isDisposed.exchange(true, ordering: .acquiringAndReleasing) { action() }
  }
}

/// Disposes of its contents when it dies, in insertion order. Later insertions are disposed of at once.
private final class DisposeBag: Sendable {
  private struct State {
    var disposables: [any Disposable] = []
    var isDisposed = false
  }

  private let state = Mutex(State())

  deinit {
    let disposables = state.withLock { state in
      state.isDisposed = true
      let disposables = state.disposables
      state.disposables = []
      return disposables
    }
    for disposable in disposables { disposable.dispose() }
  }

  func insert(_ disposable: any Disposable) {
    let isLate = state.withLock { state in
      if !state.isDisposed { state.disposables.append(disposable) }
      return state.isDisposed
    }
    if isLate { disposable.dispose() }
  }
}
