import Foundation
import RollcallTestingAdditions
import Testing

/// The program's messages and exit codes when the system refuses a request.
@Suite(.inTurn, .serialized) struct RefusalTests {
  private static let full = "Standard output can't be written: there is no space left on the disk.\n"

  /// A folder with a map and a recording of its launch.
  private func prepared() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Modules.map")
    let run = try await Rollcall.run("fire", "didFinishLaunching", "--json", in: folder)
    try folder.write(run.output, to: "boot.rollcall")
    try folder.write("status\n", to: "lines")
    return folder
  }

  private func shell(_ command: String, in folder: TemporaryFolder) async throws -> (status: Int32, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "exec 2>errors; \(command)"]
    process.currentDirectoryURL = folder.url
    process.environment = try TestEnvironment.variables()
    process.standardOutput = FileHandle.nullDevice
    try await process.runToEnd()
    return (process.terminationStatus, try folder.text(of: "errors"))
  }

  #if os(Linux)
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      "--help", "--version", "help fire", "fire --help", "--generate-completion-script bash", "events", "events --json",
      "check", "init new.map", "lab", "lab --list", "fire didFinishLaunching", "fire didFinishLaunching --json",
      "fire didFinishLaunching --repeat 3", "run --plain", "replay boot.rollcall --plain",
      "replay boot.rollcall --plain --follow", "export boot.rollcall --format csv",
      "compare boot.rollcall --with boot.rollcall", "compare boot.rollcall --with boot.rollcall --format json",
    ])
  func aFullDiskBehindStandardOutput(command: String) async throws {
    let run = try await shell("rollcall \(command) <lines >/dev/full", in: try await prepared())
    #expect(run.status == 74 && run.errors == Self.full, "\(run)")
  }

  @Test func aFullDiskBehindTheListOfApps() async throws {
    let folder = try await prepared()
    let served = try await Served(Maps.shop, in: folder)
    for command in ["attach --list", "attach --list --json", "attach --plain"] {
      let sockets = "ROLLCALL_SOCKETS='\(Served.sockets(in: folder))'"
      let run = try await shell("\(sockets) rollcall \(command) <lines >/dev/full", in: folder)
      #expect(run.status == 74 && run.errors == Self.full, "\(command): \(run)")
    }
    withExtendedLifetime(served) {}
  }
  #endif

  @Test func aReaderThatClosesIsNotAFailure() async throws {
    // With SIGPIPE ignored, as under a service manager, writing fails with an error instead.
    let run = try await shell(
      "trap '' PIPE; mkfifo pipe; { rollcall events; echo $? >&2; } >pipe & : <pipe; wait", in: try await prepared())
    expectEqual(run.errors, "0\n", "\(run)")
  }

  @Test func tooFewOpenFilesForTheProgram() async throws {
    let folder = try await prepared()
    let sentence = "This process can open 16 files, but needs 256. Raise the limit: 'ulimit -n 256'.\n"
    for command in ["run", "fire openURL", "lab", "check"] {
      let run = try await shell("ulimit -n 16; rollcall \(command)", in: folder)
      #expect(run.status == 71 && run.errors == sentence, "\(command): \(run)")
    }
    // The program raises the soft limit itself.
    let run = try await shell("ulimit -S -n 16; rollcall fire openURL", in: folder)
    #expect(run.status == 0 && run.errors == "", "\(run)")
  }

  @Test func aDanglingLinkIsNotReplacedUnasked() async throws {
    let folder = try await prepared()
    try FileManager.default.createSymbolicLink(atPath: folder.path(of: "link"), withDestinationPath: "nothing")
    let export = "rollcall export boot.rollcall --format csv -o link"
    let kept = try await shell(export, in: folder)
    #expect(kept.status == 73 && kept.errors == "'link' already exists. --overwrite replaces it.\n", "\(kept)")
    let replaced = try await shell("\(export) --overwrite", in: folder)
    #expect(replaced.status == 0 && replaced.errors == "", "\(replaced)")
  }

  @Test func aMissingFolderForTemporaryFiles() async throws {
    let folder = try await prepared()
    let why = "there is no such file or folder. TMPDIR names the folder for temporary files.\n"
    let export = try await shell("TMPDIR=/no/such rollcall export - --format csv <boot.rollcall", in: folder)
    let copied = "Standard input can't be copied: no file can be created in '/no/such': "
    #expect(export.status == 73 && export.errors == copied + why, "\(export)")
    let compare = try await shell("TMPDIR=/no/such rollcall compare --run true --against true", in: folder)
    #expect(compare.status == 73 && compare.errors.hasSuffix("' can't be made: \(why)"), "\(compare)")
    try folder.write("main: Store\nmodules: [Store]\n", to: "Modules.map")
    let fire = try await shell("TMPDIR=/no/such rollcall fire openURL", in: folder)
    #expect(fire.status == 65 && fire.errors.contains("the file 'ledger.jsonl' can't be made in '/no/such"), "\(fire)")
    #expect(fire.errors.contains("': \(why)"), "\(fire)")
  }
}
