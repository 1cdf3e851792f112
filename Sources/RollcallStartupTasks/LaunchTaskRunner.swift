public import ModuleLifecycle

/// A module that runs a list of launch tasks once, when the application has launched.
///
/// ```swift
/// try composite.register("LaunchTasks") { LaunchTaskRunner() }
/// ```
///
/// It owns each task from its registration until it has run. Until then the task is one of the module's live objects;
/// then it is released with reason `finished`. The module does not vote.
public final class LaunchTaskRunner: Module {
  private let owned = OwnedObjects()
  private let tasks: LaunchTasks
  /// The runner's module, when a factory creates the runner.
  private let module = ModuleInTheMaking.current
  /// Whether the runner was created after launch. It is then called only if it catches up.
  private let hasMissedLaunch: Bool

  /// Creates a runner. Call it in the module's factory.
  ///
  /// - Parameter tasks: The tasks to run; by default the application's shared list. If several runners have one list,
  ///   the first that is called runs it.
  public init(_ tasks: LaunchTasks = .shared) {
    self.tasks = tasks
    hasMissedLaunch = ModuleInTheMaking.hasMissedLaunch
    tasks.attach(self)
  }

  /// Registers the handler that runs the tasks at `didFinishLaunching`.
  public static func handlers(_ handlers: inout ModuleHandlers<LaunchTaskRunner>) {
    handlers.on(DidFinishLaunching.self) { runner, event in
      try runner.tasks.run(options: event.options, module: runner.module)
    }
  }

  func own(_ task: LaunchTask) {
    task.move(to: owned.own(task.name, as: .launch, onMainActor: { [weak task] in task?.giveBack() }))
  }

  /// Warns that a task waits for something that may never come, if the runner has missed launch.
  func warnIfLate(of task: LaunchTask) {
    guard hasMissedLaunch else { return }
    module?.warn(.registeredLate) { ($0.objects, $0.fate) = ([task.name], .waits) }
  }
}

extension OwnedKind {
  /// A task that waits for launch.
  public static let launch = OwnedKind("launch")
}
