public import ModuleLifecycle

/// The module that runs a list of launch tasks once, when the application has launched.
///
/// ```swift
/// try composite.register("LaunchTasks") { LaunchTaskRunner() }
/// ```
///
/// It owns the tasks from their registration until each has run: until then they stand among its live objects, then
/// they are released for the reason `finished`. It does not vote.
public final class LaunchTaskRunner: Module {
  private let owned = OwnedObjects()
  private let tasks: LaunchTasks
  /// The runner's module, where a factory makes it.
  private let module = ModuleInTheMaking.current
  /// Whether it came after launch, so that it is not called unless it catches up.
  private let hasMissedLaunch: Bool

  /// A runner, to be made in its module's factory.
  ///
  /// - Parameter tasks: What it runs, by default the list of the whole application. Of several runners of one list the
  ///   first that is called runs it.
  public init(_ tasks: LaunchTasks = .shared) {
    self.tasks = tasks
    hasMissedLaunch = ModuleInTheMaking.hasMissedLaunch
    tasks.attach(self)
  }

  /// Runs the tasks at `didFinishLaunching`.
  public static func handlers(_ handlers: inout Handlers<LaunchTaskRunner>) {
    handlers.on(DidFinishLaunching.self) { runner, event in
      try runner.tasks.run(options: event.options, module: runner.module)
    }
  }

  func own(_ task: LaunchTask) {
    task.move(to: owned.own(.launch, task.name, onMainActor: { [weak task] in task?.giveBack() }))
  }

  /// Says of a task that it waits for something that may never come, if that is so.
  func warnIfLate(of task: LaunchTask) {
    guard hasMissedLaunch else { return }
    module?.warn(.registeredLate) { ($0.objects, $0.fate) = ([task.name], .waits) }
  }
}

extension OwnedKind {
  /// Work that waits for launch.
  public static let launch = OwnedKind("launch")
}
