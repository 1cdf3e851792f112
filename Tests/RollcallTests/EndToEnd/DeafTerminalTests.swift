import Foundation
import RollcallTestingAdditions
import Testing

extension EndToEnd {
  /// A terminal whose other end does not read.
  @Suite struct DeafTerminalTests {
    @Test(
      arguments: [("q", nil, [0]), ("fdidreceivem\r", nil, [SIGILL, SIGTRAP])]
        + [SIGTERM, SIGHUP, SIGINT, SIGQUIT].map { ("", $0, [$0]) } as [(String, Int32?, [Int32])])
    func aDeafTerminalNeverBlocksTheEnd(keys: String, signal: Int32?, status: [Int32]) async throws {
      let folder = try TemporaryFolder()
      try folder.write(Maps.push("crashes: yes"), to: "Modules.map")
      let terminal = try PseudoTerminal()
      let modes = try terminal.modes
      let process = try Rollcall.process(["run"], in: folder)
      process.environment = try TestEnvironment.variables(["TERM": "xterm-256color", "SWIFT_BACKTRACE": nil])
      process.standardInput = terminal.device
      process.standardOutput = terminal.device
      process.standardError = terminal.device
      try terminal.fill()
      try process.runWithAllSignals()
      defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
      // From here on, the program draws.
      await eventually { (try? terminal.modes != modes) == true }
      try terminal.fill()
      try terminal.type(keys)
      if let signal { kill(process.processIdentifier, signal) }
      await eventually { !process.isRunning }
      #expect(status.contains(process.terminationStatus), "\(process.terminationStatus)")
      #expect((process.terminationReason == .exit) == (keys == "q"))
      try expectEqual(terminal.modes, modes)
    }

    /// There is no memory for so many cells.
    @Test func theLargestTerminalIsDrawnInPart() async throws {
      let folder = try TemporaryFolder()
      try folder.write(Maps.shop, to: "Modules.map")
      let terminal = try PseudoTerminal(columns: .max, rows: .max)
      let modes = try terminal.modes
      let process = try Rollcall.process(["run"], in: folder)
      process.environment = try TestEnvironment.variables(["TERM": "xterm-256color"])
      process.standardInput = terminal.device
      process.standardOutput = terminal.device
      process.standardError = terminal.device
      try process.runWithAllSignals()
      defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
      await eventually { (try? terminal.modes != modes) == true || !process.isRunning }
      // With it, macOS keeps Ctrl-O, Ctrl-V and Ctrl-Y for itself.
      #expect(modes[2] & tcflag_t(IEXTEN) != 0)
      try expectEqual(terminal.modes[2] & tcflag_t(IEXTEN), 0)
      try terminal.type("q")
      await eventually { !process.isRunning }
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
      try expectEqual(terminal.modes, modes)
    }
  }
}
