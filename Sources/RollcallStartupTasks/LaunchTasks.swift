import ModuleLifecycle

/// A list of launch tasks: any code can register a task before launch, and each runs once.
///
/// ```swift
/// try LaunchTasks.shared.register("maps") { options in try Maps.load(options["region"]) }
/// try composite.register("LaunchTasks") { LaunchTaskRunner() }
/// ```
///
/// When the application has launched, the runner's module runs the tasks in the order of registration. Each is a row
/// inside the module's row, and is released as soon as it has run. A task that throws does not keep the others from
/// running. At the end the module throws a `StartupFailure` that names the tasks that threw.
///
/// A task registered while the tasks run is run after them, in the same launch. A task registered later is always
/// reported: the journal gets a warning of kind `registeredLate`, and `register` returns `late`, or runs the task at
/// once if the caller asked for that.
///
/// A list runs once. If its runner's module is removed before launch, the tasks wait for the next runner. A runner
/// registered after launch has missed it: for each task that waits for the runner to catch up, with
/// `CompositeDelegate.sendMissedEvents(to:)`, the journal gets a warning of the same kind that names the task.
@MainActor public final class LaunchTasks {
  /// The body of a task, which receives the application's launch options.
  public typealias Body = @MainActor (_ options: [String: String]) throws -> Void

  /// What happens to a task that is registered after launch.
  public enum IfLate: Sendable {
    /// The task is reported and not run.
    case report
    /// The task is reported and run at once.
    case runNow
  }

  /// The state of a task after registration.
  public enum Standing: Sendable, Equatable {
    /// The task waits for launch, for the tasks before it, or for a runner registered after launch to catch up.
    case waiting
    /// The task came after launch and was not run.
    case late
    /// The task came after launch and was run at once.
    case ranLate
  }

  private enum Phase {
    case beforeLaunch
    case running
    case over(Launch)
  }

  /// The finished launch, for tasks that come after it.
  fileprivate struct Launch {
    let options: [String: String]
    let module: ModuleInTheMaking?
  }

  /// The list of the whole application, for code that does not know its composite.
  public static let shared = LaunchTasks()

  private var phase = Phase.beforeLaunch
  private var tasks: [LaunchTask] = []
  /// The number of tasks that have run or are running.
  private var begun = 0
  private var names: Set<String> = []
  private weak var runner: LaunchTaskRunner?

  /// Creates an empty list. A list that a module's factory creates is filled and run again when the modules are
  /// rebuilt.
  public init() {}

  /// The names of the tasks that have not run, in the order in which they will run.
  public var waiting: [String] { tasks[begun...].map(\.name) }

  /// Adds a task at the end of the list.
  ///
  /// - Parameters:
  ///   - name: The name of the task's row. It must be unique in the list, even among tasks that have already run.
  ///   - late: What happens if the list has already run.
  ///   - body: The work to do. The list keeps it, with its captures, until it has run.
  /// - Returns: Whether the task waits or came too late.
  /// - Throws: `LaunchTaskError` for a second task with that name; the error of `body` when it is run at once.
  @discardableResult
  public func register(_ name: String, ifLate late: IfLate = .report, _ body: @escaping Body) throws -> Standing {
    guard names.insert(name).inserted else { throw LaunchTaskError.duplicateName(name) }
    guard case .over(let launch) = phase else {
      let task = LaunchTask(name, body)
      tasks.append(task)
      if let runner { give(task, to: runner) }
      return .waiting
    }
    launch.module?.warn(.registeredLate) { ($0.objects, $0.fate) = ([name], late == .runNow ? .ran : .notRun) }
    guard late == .runNow else { return .late }
    try CompositeDelegate.measure(name) { try body(launch.options) }
    return .ranLate
  }

  /// Makes a runner own the tasks, in place of an earlier runner.
  func attach(_ runner: LaunchTaskRunner) {
    self.runner = runner
    for task in tasks[begun...] { give(task, to: runner) }
  }

  private func give(_ task: LaunchTask, to runner: LaunchTaskRunner) {
    runner.own(task)
    if case .beforeLaunch = phase { runner.warnIfLate(of: task) }
  }

  /// Runs the tasks, unless they have run or are running.
  func run(options: [String: String], module: ModuleInTheMaking?) throws(StartupFailure) {
    guard case .beforeLaunch = phase else { return }
    phase = .running
    var run = StartupRun()
    // A task may register another, so the list is read anew each time.
    while begun < tasks.count {
      let task = tasks[begun]
      begun += 1
      run.step(task.name) { try task.body?(options) }
      task.end()
    }
    (tasks, begun) = ([], 0)
    phase = .over(Launch(options: options, module: module))
    try run.end()
  }
}

@MainActor final class LaunchTask {
  let name: String
  private(set) var body: LaunchTasks.Body?
  /// The task's row among the objects that the runner's module owns.
  private var row: OwnedObject?
  private var hasRun = false

  init(_ name: String, _ body: @escaping LaunchTasks.Body) {
    self.name = name
    self.body = body
  }

  func move(to row: OwnedObject) {
    self.row?.cancel()
    self.row = row
  }

  /// Marks the task as run and releases what was kept for it.
  func end() {
    hasRun = true
    row?.finish()
    row = nil
    body = nil
  }

  /// Called when the owner gives the task up: a task that has run is released, others wait for another owner.
  func giveBack() {
    if hasRun { body = nil }
  }
}

/// An error that a list of launch tasks throws.
public enum LaunchTaskError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A task with that name is already registered.
  case duplicateName(String)

  /// One sentence that names the task and the cause.
  public var description: String {
    switch self {
    case .duplicateName(let name): "A launch task named '\(name)' is registered already."
    }
  }
}
