import Foundation
import RollcallTestingAdditions
import Testing

/// Text from an argument, a map or a recording never controls the terminal that shows it.
@Suite(.inTurn, .serialized) struct PrintableOutputTests {
  /// Checks that the readable output of a run has no control characters: C0 except line breaks and tabs, DEL, C1, and
  /// those that change the writing direction.
  private func expectPrintable(_ run: Rollcall, sourceLocation: SourceLocation = #_sourceLocation) {
    let acting = (run.output + run.errors).unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x09, 0x0A: false
      case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(acting.isEmpty, "\(acting.map { String($0.value, radix: 16) })", sourceLocation: sourceLocation)
  }

  private static let argument = "\u{1B}]0;X\u{07}\u{9B}2J\u{202E}"
  private static let shown = "\u{FFFD}]0;X\u{FFFD}\u{FFFD}2J\u{FFFD}"

  @Test func echoedPathsAndArguments() async throws {
    let folder = try TemporaryFolder()
    let replay = try await Rollcall.run("replay", Self.argument, in: folder)
    expectEqual(replay.errors, "There is no file '\(Self.shown)'.\n")
    let unknown = try await Rollcall.run("check", "--\(Self.argument)", in: folder)
    #expect(unknown.errors.contains("Unknown option '--\(Self.shown)'"))
    for arguments in [
      ["check", Self.argument], ["run", Self.argument], ["lab", Self.argument], ["events", Self.argument],
      ["export", Self.argument, "--format", "csv"], ["init", "no/\(Self.argument)"],
      ["fire", "x", "--map", Self.argument],
      ["replay", "x", "--theme", Self.argument], [Self.argument, Self.argument],
    ] {
      let run = try await Rollcall.run(arguments, in: folder)
      expectPrintable(run)
      #expect(run.status != 0 && run.errors.contains("2J"), "\(arguments): \(run)")
    }
  }

  @Test func aLineBreakInAPathIsReplaced() async throws {
    let folder = try TemporaryFolder()
    let run = try await Rollcall.run("replay", "a\nb", in: folder)
    expectEqual(run.errors, "There is no file 'a b'.\n")
    let map = try await Rollcall.run("check", "a\nb", in: folder)
    #expect(map.errors.hasPrefix("a b: "))
    let twice = try await Rollcall.run("replay", "a", "b\nc", in: folder)
    #expect(twice.errors.hasPrefix("Error: Unexpected argument 'b c'\n"))
  }

  /// The line of a mistake is shown with a caret below the mistake.
  @Test func aQuotedLineOfAMap() async throws {
    let run = try await Rollcall.run(
      "check", map: "main: Scene\nmodules:\n  - \u{9B}\u{202E}Scene: { tpye: Scripted }\n")
    expectPrintable(run)
    expectEqual(run.status, 65)
    #expect(run.errors.contains("\u{FFFD}"))
  }

  /// A name must not have control characters. The message shows the one that it has.
  @Test func aNameWithControlCharactersInAMap() async throws {
    let run = try await Rollcall.run(
      "check", map: "application: { name: \"Sh\\u202Eop\" }\nmain: Scene\nmodules: [Scene]\n")
    expectEqual(
      run.errors,
      #"""
      Modules.map:1:22: the application's name, 'Sh\u{202E}op', contains a control character. Delete it.
          1 | application: { name: "Sh\u202Eop" }
            |                      ^

      """#)
  }

  /// Arguments are echoed with their dispatch.
  @Test func argumentsOfEvents() async throws {
    let folder = try TemporaryFolder()
    try folder.write("main: Scene\nmodules: [Scene]\n", to: "Modules.map")
    let event = "openURL={\"url\":\"pay:42\",\"options\":{\"from\":\"a\u{9B}2Jb\u{202E}c\"}}"
    let runs = [
      try await Rollcall.run("fire", event, in: folder),
      try await Rollcall.run("fire", event, "--repeat", "2", in: folder),
      try await Rollcall.lines("fire \u{9B}2J\u{202E}\nmodules\nquit\n", "run", "--plain", in: folder),
    ]
    for run in runs { expectPrintable(run) }
    #expect(runs[0].output.contains("a\u{FFFD}2Jb\u{FFFD}c"), "\(runs[0])")
  }

  /// JSON escapes control characters, and therefore keeps them.
  @Test func argumentsInJSON() async throws {
    let folder = try TemporaryFolder()
    try folder.write("main: Scene\nmodules: [Scene]\n", to: "Modules.map")
    let event = "openURL={\"url\":\"pay:42\",\"options\":{\"from\":\"a\u{7F}\u{9B}2Jb\u{202E}c\"}}"
    let fired = try await Rollcall.run("fire", event, "--json", in: folder)
    try folder.write(fired.output, to: "fired.rollcall")
    for run in [fired] + [
      try await Rollcall.run("export", "fired.rollcall", "--format", "json", in: folder),
      try await Rollcall.run("export", "fired.rollcall", "--format", "trace", in: folder),
    ] {
      expectPrintable(run)
      #expect(run.output.contains(#""from":"a\u007f\u009b2Jb\u202ec""#), "\(run)")
    }
  }

  @Test func aLineBreakInThePathOfANewMapIsReplaced() async throws {
    let folder = try TemporaryFolder()
    let run = try await Rollcall.run("init", "a\nb", in: folder)
    #expect(run.output.contains("\nrollcall check 'a b'\n"), "\(run)")
  }

  /// Every output for a recording with control characters and line breaks in its names.
  @Test func namesInARecording() async throws {
    let folder = try TemporaryFolder()
    let name = #"Appearance\u001b[201~\rtouch OWNED\r\nsecond\u009b\u202e"#
    let lines = [
      #"{"application":"\#(name)","rollcall":1,"started_ns":0}"#,
      #"{"type":"module","at_ns":1,"change":"registered","handles":[],"id":1,"late_release":false,"main":true,"name":"\#(name)","on":true,"order":1,"owner_id":1}"#,
      #"{"type":"warning","at_ns":2,"kind":"handlerThrew","message":"\#(name)","module":"\#(name)"}"#,
    ]
    try folder.write(lines.joined(separator: "\n") + "\n", to: "hostile.rollcall")
    let plain = try await Rollcall.lines("go end\nmodules\nwarnings\nquit\n", "replay", "hostile.rollcall", in: folder)
    expectPrintable(plain)
    #expect(plain.output.contains("touch OWNED"))
    #expect(!plain.lines.contains { $0.hasPrefix("second") })
    for format in ["csv", "markdown", "otlp"] {
      let run = try await Rollcall.run("export", "hostile.rollcall", "--format", format, in: folder)
      #expect(!run.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" || $0 == "\u{202E}" })
    }
  }
}
