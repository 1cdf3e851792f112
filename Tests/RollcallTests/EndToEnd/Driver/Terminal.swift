import Foundation
import RollcallTestingAdditions
import Synchronization
import Testing

/// The real program in a real terminal: started from a shell, as a user does.
///
/// ```swift
/// let terminal = try await Terminal.start(map: map)
/// try await terminal.press("f")
/// try await terminal.type("didfin")
/// try await terminal.press(.enter)
/// try await terminal.expect("#1 didFinishLaunching: yes")
/// ```
///
/// Expectations wait for changes, not for fixed times. Each is checked whenever tmux reports a change of the terminal,
/// until it holds. After a minute, the test fails and shows the screen.
///
/// Each terminal has its own tmux server and a temporary folder, the shell's working directory. Both end with the
/// terminal.
final class Terminal: Sendable {
  static let prompt = "ready$"
  /// The time limit of an expectation; long enough for a busy machine.
  static let patience = Duration.seconds(60)

  let folder: TemporaryFolder
  let tmux: TmuxClient
  private static let commandCount = Atomic(0)

  private init(folder: TemporaryFolder, tmux: TmuxClient) {
    self.folder = folder
    self.tmux = tmux
  }

  /// Starts a shell in a terminal and the program in the shell.
  ///
  /// - Parameters:
  ///   - map: The text of `Modules.map` in the working directory.
  ///   - arguments: The program's arguments.
  ///   - environment: Changes to the shell's environment; `nil` removes a variable.
  static func start(
    width: Int = 120, height: Int = 40, map: String, arguments: [String] = ["run"],
    environment: [String: String?] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Terminal {
    let terminal = try await shell(
      width: width, height: height, map: map, environment: environment, sourceLocation: sourceLocation)
    try await terminal.open((["rollcall"] + arguments).joined(separator: " "), sourceLocation: sourceLocation)
    return terminal
  }

  /// Starts a shell in a terminal, without the program.
  static func shell(
    width: Int = 120, height: Int = 40, map: String, environment: [String: String?] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Terminal {
    let executable = URL(filePath: try #require(tool("tmux"), sourceLocation: sourceLocation))
    let folder = try TemporaryFolder()
    try folder.write(map, to: "Modules.map")
    // `clear` would lose the exit status, and needs the terminal's type.
    let wipe = "wipe() { status=$?; printf '\\033[H\\033[2J-- %s --\\n' \"$1\"; return $status; }"
    try folder.write("PS1='\(prompt) '\n\(wipe)\n", to: "shell")
    let variables = try TestEnvironment.variables(environment.merging(["ENV": folder.path(of: "shell")]) { $1 })
    let tmux = try await TmuxClient(
      executable: executable, socket: folder.path(of: "tmux"),
      arguments: options.flatMap { $0 + [";"] }
        + ["new-session", "-x", "\(width)", "-y", "\(height)", "-c", folder.path, "/bin/sh"],
      environment: variables)
    // The first change is the window. Before it, there is no pane.
    _ = await tmux.waitForChange(after: 0, until: .now + patience)
    let terminal = Terminal(folder: folder, tmux: tmux)
    try await terminal.expect("the shell's prompt", sourceLocation: sourceLocation) { $0.isAtPrompt }
    return terminal
  }

  private static let options = [
    ["set", "-g", "default-terminal", "screen-256color"],
    ["set", "-g", "status", "off"],
    ["set", "-g", "destroy-unattached", "on"],
    ["set", "-s", "escape-time", "0"],
  ]
}

// MARK: - Input

extension Terminal {
  /// Presses keys one after the other.
  func press(_ keys: TerminalKey...) async throws {
    for key in keys { _ = try await tmux.send("send-keys -t %0 -- \(Self.quoted(key.name))") }
  }

  /// Clicks once or twice on the first character of a text, once it is shown. All bytes arrive at once.
  ///
  /// Reports the click in the requested encoding: in decimal, or as letters, which reach the 94th column.
  func click(on text: String, twice: Bool = false, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let lines = try await expect(text, sourceLocation: sourceLocation).lines
    let row = try #require(lines.firstIndex { $0.contains(text) }, "no \(text)", sourceLocation: sourceLocation)
    let range = try #require(lines[row].range(of: text), sourceLocation: sourceLocation)
    let (x, y) = (lines[row].distance(from: lines[row].startIndex, to: range.lowerBound) + 1, row + 1)
    let isDecimal = try await tmux.send("display-message -p -t %0 '#{mouse_sgr_flag}'").joined() == "1"
    let click: String
    if isDecimal {
      click = "\u{1B}[<0;\(x);\(y)M\u{1B}[<0;\(x);\(y)m"
    } else {
      let place = "\(UnicodeScalar(UInt8(32 + x)))\(UnicodeScalar(UInt8(32 + y)))"
      click = "\u{1B}[M \(place)\u{1B}[M#\(place)"
    }
    let bytes = (twice ? click + click : click).unicodeScalars.map { String($0.value, radix: 16) }
    _ = try await tmux.send("send-keys -t %0 -H \(bytes.joined(separator: " "))")
  }

  /// Sends bytes that no key sends, all at once.
  func send(_ text: String) async throws {
    let bytes = text.utf8.map { String($0, radix: 16) }.joined(separator: " ")
    _ = try await tmux.send("send-keys -t %0 -H \(bytes)")
  }

  /// Types a text.
  func type(_ text: String) async throws { _ = try await tmux.send("send-keys -t %0 -l -- \(Self.quoted(text))") }

  /// Pastes the contents of a file in the working directory, as a bracketed paste if the program has requested it.
  func paste(file: String) async throws {
    _ = try await tmux.send("load-buffer \(Self.quoted(folder.path(of: file)))")
    _ = try await tmux.send("paste-buffer -p -t %0")
  }

  /// Resizes the terminal.
  func resize(_ width: Int, _ height: Int) async throws {
    _ = try await tmux.send("resize-window -t %0 -x \(width) -y \(height)")
  }

  /// Starts a program that uses the whole screen.
  func open(_ command: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await type(command)
    try await press(.enter)
    try await expect("the whole screen taken by '\(command)'", sourceLocation: sourceLocation) { $0.isAlternate }
  }

  /// Runs a command in the shell to its end, and returns its output.
  @discardableResult
  func shell(_ command: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> [String] {
    let number = Self.commandCount.add(1, ordering: .relaxed).newValue
    try await type("wipe \(number); \(command)")
    try await press(.enter)
    // The prompt alone could be the one before the command.
    let screen = try await expect("the end of '\(command)'", sourceLocation: sourceLocation) {
      $0.isAtPrompt && $0.lines[0] == "-- \(number) --"
    }
    return screen.lines.dropFirst().prefix { $0 != Self.prompt }.map(\.self)
  }

  /// The exit status of the last command.
  func exitStatus(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Int? {
    try await shell("echo exit status $?", sourceLocation: sourceLocation)
      .first { $0.hasPrefix("exit status ") }.flatMap { Int($0.dropFirst(12)) }
  }

  /// Closes the terminal's window, as a user does: its programs get a hang-up signal.
  func close() async throws { _ = try await tmux.send("kill-pane -t %0") }

  /// Writes to the terminal's device behind the program's back, as a background process can.
  func scribble(_ text: String) async throws {
    let device = try await tmux.send("display-message -p -t %0 '#{pane_tty}'").joined()
    let handle = try FileHandle(forWritingTo: URL(filePath: device))
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}

// MARK: - Output

extension Terminal {
  /// The current screen.
  func screen() async throws -> Screen {
    let format = "#{pane_width} #{pane_height} #{alternate_on} #{cursor_flag} #{mouse_any_flag}"
    var (state, lines): ([String], [String]) = ([], [])
    // The program may write between two commands: the state is that of the lines if it is the same before and after.
    while true {
      let before = try await tmux.send("display-message -p -t %0 '\(format)'")
      lines = try await tmux.send("capture-pane -p -t %0")
      state = try await tmux.send("display-message -p -t %0 '\(format)'")
      if state == before { break }
    }
    let words = state.joined().split(separator: " ").compactMap { Int($0) }
    guard words.count == 5 else { throw TmuxClient.Failure(description: "tmux says this of its pane: \(state)") }
    return Screen(
      lines: lines, width: words[0], height: words[1], isAlternate: words[2] != 0, isCursorVisible: words[3] != 0,
      isMouseReported: words[4] != 0)
  }

  /// The current screen, with the escape sequences for colours and attributes.
  func styledLines() async throws -> [String] { try await tmux.send("capture-pane -e -p -t %0") }

  /// Waits until a condition holds.
  ///
  /// - Parameter what: A description of the condition, for the message.
  /// - Returns: The screen for which the condition holds.
  @discardableResult
  func expect(
    _ what: String, within patience: Duration = Terminal.patience,
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: @Sendable (Screen) -> Bool
  ) async throws -> Screen {
    let deadline = ContinuousClock.now + patience
    while true {
      let changes = await tmux.changes
      let screen = try await screen()
      if condition(screen) { return screen }
      let hasChanged = await tmux.waitForChange(after: changes, until: deadline)
      try #require(
        hasChanged, "Waited \(patience.components.seconds) s for this, which did not appear: \(what).\n\(screen)",
        sourceLocation: sourceLocation)
    }
  }

  /// Waits until all texts are shown.
  @discardableResult
  func expect(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> Screen {
    try await expect(texts.joined(separator: ", and "), sourceLocation: sourceLocation) { screen in
      texts.allSatisfy(screen.contains)
    }
  }

  /// Waits until a text is no longer shown.
  @discardableResult
  func expectNo(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Screen {
    try await expect("no \(text)", sourceLocation: sourceLocation) { !$0.contains(text) }
  }

  /// Waits until a line fulfils a condition, and returns the line.
  @discardableResult
  func expectLine(
    _ what: String = "a certain line", sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: @Sendable (String) -> Bool
  ) async throws -> String {
    let screen = try await expect(what, sourceLocation: sourceLocation) { $0.lines.contains(where: condition) }
    return screen.lines.first(where: condition) ?? ""
  }

  /// Waits for the shell's prompt.
  @discardableResult
  func expectPrompt(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Screen {
    try await expect("the shell's prompt", sourceLocation: sourceLocation) { $0.isAtPrompt }
  }
}
