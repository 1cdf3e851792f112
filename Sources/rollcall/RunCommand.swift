import ArgumentParser
import DelegateLab
import Foundation
import ModuleLifecycle
import ModuleRegistration
import TerminalDashboard

/// Opens the dashboard.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Open the dashboard on a live composite (the default).",
    discussion: "In the dashboard, ? lists the keys. It needs a terminal of at least 60 columns and 15 rows.")

  @Argument(help: "The map that declares the modules.", completion: .file(extensions: ["map"]))
  var map: String = MapArgument.defaultPath

  @Option(help: "Whether to use colours: automatic, always or never. NO_COLOR is respected.")
  var color: DashboardOptions.Color = .automatic

  @Flag(help: "Draw with ASCII only.")
  var ascii = false

  @Flag(help: "Leave the mouse to the terminal, so that it selects text; m switches it on.")
  var noMouse = false

  func run() throws {
    try Failure.report {
      let application = try MapArgument.makeApplication(MapArgument.load(map))
      defer { withExtendedLifetime(application) {} }
      let composite = MapArgument.composite(of: application)
      var options = DashboardOptions(programName: "rollcall", color: color, isASCIIOnly: ascii, usesMouse: !noMouse)
      options.labCases = .thisProgram
      do throws(DashboardError) {
        try composite.runDashboard(options: options)
      } catch {
        composite.tearDown()
        throw Failure(
          "\(error.description)\nWithout a terminal, 'rollcall fire EVENT' does the same headless.", code: .unavailable)
      }
      for owner in composite.ownersStillAlive {
        FileHandle.standardError.write(Data("\(owner) should be gone and is still alive: somebody holds it.\n".utf8))
      }
      composite.tearDown()
    }
  }
}
