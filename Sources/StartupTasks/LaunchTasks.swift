import ModuleLifecycle

/// Work for launch that is registered by whoever has it, before launch and from anywhere, and done once.
///
/// ```swift
/// try LaunchTasks.shared.register("maps") { options in try Maps.load(options["region"]) }
/// try composite.register("LaunchTasks") { LaunchTaskRunner() }
/// ```
///
/// When the application has launched, the runner's module runs the tasks in the order of their registration, each as a
/// row of its own inside the module's, and lets go of each as soon as it has run. One that throws keeps no other from
/// running; at the end the module throws a `StartupFailure` that names those that did.
///
/// A task that is registered while the tasks run is run after them, in the same launch. One that is registered later
/// is reported and never lost silently: the journal gets a warning of the kind `registeredLate`, and who registers it
/// is told `late`, or has it run at once, if that is what it asked for.
///
/// A list is run once. When its runner's module is removed before launch, the tasks wait for the next runner. One that is
/// registered after launch has missed it: a warning of the same kind names each task that waits for it to catch up, with
/// `CompositeDelegate.catchUp(_:)`.
@MainActor public final class LaunchTasks {
  /// What a task does, given why the application was launched.
  public typealias Body = @MainActor (_ options: [String: String]) throws -> Void

  /// What happens to a task that is registered after launch.
  public enum IfLate: Sendable {
    /// It is reported, and not run.
    case report
    /// It is reported, and run at once.
    case runNow
  }

  /// What has become of a task that was registered.
  public enum Standing: Sendable, Equatable {
    /// It waits for launch, or for the others to have run, or for a runner that came after launch to catch up.
    case waiting
    /// It came after launch and was not run.
    case late
    /// It came after launch and was run at once.
    case ranLate
  }

  private enum Phase {
    case beforeLaunch
    case running
    case over(Launch)
  }

  /// The launch that was, for those who come after it.
  fileprivate struct Launch {
    let options: [String: String]
    let module: ModuleInTheMaking?
  }

  /// The list of the whole application, for code that knows nothing of its composite.
  public static let shared = LaunchTasks()

  private var phase = Phase.beforeLaunch
  private var tasks: [LaunchTask] = []
  /// How many of them have been run, or are being run.
  private var begun = 0
  private var names: Set<String> = []
  private weak var runner: LaunchTaskRunner?

  /// An empty list; one that a module's factory makes is filled and run anew when the modules are rebuilt.
  public init() {}

  /// The names of the tasks that have not been run, in the order in which they will be.
  public var waiting: [String] { tasks[begun...].map(\.name) }

  /// Adds a task after those that are there.
  ///
  /// - Parameters:
  ///   - name: What its row is called; once in the list, also when the earlier one has run.
  ///   - late: What happens when the list has been run already.
  ///   - body: What it does. The list keeps it, and what it captures, until it has run.
  /// - Returns: Whether it waits, or came too late.
  /// - Throws: `LaunchTaskError` for a second task of that name; what `body` throws when it is run at once.
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
    try CompositeDelegate.part(name) { try body(launch.options) }
    return .ranLate
  }

  /// Has a runner own the tasks; an earlier one owns them no more.
  func attach(_ runner: LaunchTaskRunner) {
    self.runner = runner
    for task in tasks[begun...] { give(task, to: runner) }
  }

  private func give(_ task: LaunchTask, to runner: LaunchTaskRunner) {
    runner.own(task)
    if case .beforeLaunch = phase { runner.warnIfLate(of: task) }
  }

  /// Runs the tasks, unless that has been done, or is being done.
  func run(options: [String: String], module: ModuleInTheMaking?) throws(StartupFailure) {
    guard case .beforeLaunch = phase else { return }
    phase = .running
    var run = StartupRun()
    // A task may register another one, so the list is looked at anew each time.
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

/// A task that waits for launch.
@MainActor final class LaunchTask {
  let name: String
  private(set) var body: LaunchTasks.Body?
  /// Its row among what the runner's module owns.
  private var row: OwnedObject?
  private var hasRun = false

  init(_ name: String, _ body: @escaping LaunchTasks.Body) {
    self.name = name
    self.body = body
  }

  /// Moves to another owner.
  func move(to row: OwnedObject) {
    self.row?.cancel()
    self.row = row
  }

  /// It has run, so that nothing needs to be kept for it any more.
  func end() {
    hasRun = true
    row?.finish()
    row = nil
    body = nil
  }

  /// Its owner gives it back: what has run is let go of, what has not waits for another owner.
  func giveBack() {
    if hasRun { body = nil }
  }
}

/// Why a list of launch tasks refused.
public enum LaunchTaskError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A task of that name was registered before.
  case duplicateName(String)

  /// One sentence that names the subject and the cause.
  public var description: String {
    switch self {
    case .duplicateName(let name): "A launch task named '\(name)' is registered already."
    }
  }
}
