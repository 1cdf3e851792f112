import Foundation
import ModuleLifecycle
import RollcallDelegateReferences

/// Code that would end the process or is undefined, and therefore runs in a child process.
public enum LabCase: String, Sendable, CaseIterable {
  /// Reads an unowned reference after its delegate's death.
  case unownedAfterDeath = "unowned-after-death"
  /// Reads an unowned reference in its delegate's `deinit`.
  case unownedInDeinit = "unowned-in-deinit"
  /// Reads an unowned(unsafe) reference after its delegate's death.
  case unownedUnsafeAfterDeath = "unowned-unsafe-after-death"
  /// Reads an unowned(unsafe) reference after its delegate's memory was reused.
  case unownedUnsafeReused = "unowned-unsafe-reused"
  /// Lets a manager call a delegate that did not set the slot to nil.
  case manualNilForgotten = "manual-nil-forgotten"
  /// Lets an application call a delegate that nothing retains.
  case swapUnkept = "swap-unkept"

  /// Runs the case in this process, and prints its observation if it gets that far.
  ///
  /// **It may end the process, by design.** The process leaves no core dump. Call this only from the command that
  /// `ChildCases` runs.
  @MainActor public func run() {
    Self.forbidCoreDumps()
    switch self {
    case .unownedAfterDeath: Self.read(DelegateReference<Dummy>(.unowned, to: Dummy()))
    case .unownedInDeinit: Self.readInDeinit()
    case .unownedUnsafeAfterDeath: Self.read(unsafe DelegateReference<Dummy>(.unownedUnsafe, to: Dummy()))
    case .unownedUnsafeReused: Self.readReused()
    case .manualNilForgotten: Self.callForgotten()
    case .swapUnkept: Self.callUnkept()
    }
  }

  private static func forbidCoreDumps() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #else
    _ = unsafe setrlimit(RLIMIT_CORE, &limit)
    #endif
  }

  private static func read(_ reference: DelegateReference<Dummy>) { see(reference.delegate) }

  private static func readInDeinit() {
    let reference = DelegateReference<Dummy>(.unowned)
    let keeper = Keeper(Dummy { see(reference.delegate) })
    reference.delegate = keeper.object
    keeper.letGo()
  }

  private static func readReused() {
    let reference = unsafe DelegateReference<Dummy>(.unownedUnsafe, to: Dummy())
    let others = (0..<64).map { _ in Dummy(number: 99) }
    read(reference)
    withExtendedLifetime(others) {}
  }

  private static func callForgotten() {
    let manager = LocationManager()
    manager.delegate.delegate = Dummy()
    see(manager.delegate.delegate as? Dummy)
  }

  @MainActor private static func callUnkept() {
    let host = ApplicationHost(name: "Application", journal: Journal())
    unsafe host.delegate = Dummy()
    unsafe host.delegate = Dummy(number: 3)
    see(unsafe host.delegate as? Dummy)
  }

  /// Reads the delegate's number, and prints it.
  private static func see(_ dummy: Dummy?) { print(dummy.map { "number \($0.number)" } ?? "nil") }
}

/// The delegate of the cases. Reading its number does no harm, even through a stale reference.
private final class Dummy {
  let number: Int
  private let atDeath: () -> Void

  init(number: Int = 7, atDeath: @escaping () -> Void = {}) {
    self.number = number
    self.atDeath = atDeath
  }

  deinit { atDeath() }
}
