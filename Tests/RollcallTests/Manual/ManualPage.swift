/// The manual page, generated from the program's description of its command line, with the macros of man(7).
struct ManualPage {
  private var lines: [String] = []

  /// - Parameters:
  ///   - tool: The program.
  ///   - version: Its version.
  ///   - date: The date of the last change, such as `2026-11-21`.
  init(_ tool: ToolDescription, version: String, date: String) {
    let root = tool.command
    let name = root.commandName
    lines = [
      #".\" Made of `rollcall --experimental-dump-help` by a test; 'make goldens' makes it anew."#,
      ".TH \(name.uppercased()) 1 \(date) \"\(name) \(version)\" \"User Commands\"", ".SH NAME",
      "\(name) \\- \(Self.escaped(Self.lowercased(root.abstract ?? "")))", ".SH SYNOPSIS", ".B \(name)",
      ".RI [ command ]", ".RI [ options ]",
    ]
    section("DESCRIPTION")
    prose(root.discussion)
    section("OPTIONS")
    for argument in shown(root) { item(argument) }
    section("COMMANDS")
    addCommands(of: root, name)
    section("FILES")
    lines += [
      ".TP", ".I Modules.map", "The modules that the composite holds, in dispatch order; 'rollcall init' writes one.",
      ".TP", ".I $XDG_CONFIG_HOME/rollcall/config.yaml", "Settings of the dashboard; 'rollcall config init' writes it.",
      "Without that variable it is",
      ".IR ~/.config/rollcall/config.yaml .",
    ]
    section("EXAMPLES")
    lines += [
      ".EX", "rollcall init", "rollcall check", "rollcall fire didFinishLaunching openURL=url:pay:42", ".EE",
    ]
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func section(_ title: String) { lines.append(".SH \(title)") }

  private func shown(_ command: ToolDescription.Command) -> [ToolDescription.Argument] {
    (command.arguments ?? []).filter(\.shouldDisplay)
  }

  private mutating func addCommands(of command: ToolDescription.Command, _ name: String) {
    for command in command.subcommands ?? [] where command.shouldDisplay != false && command.commandName != "help" {
      add(command, of: name)
      addCommands(of: command, "\(name) \(command.commandName)")
    }
  }

  private mutating func add(_ command: ToolDescription.Command, of tool: String) {
    // Every command has these two. They are documented above.
    let arguments = shown(command).filter { $0.names?.contains { ["help", "version"].contains($0.name) } != true }
    lines.append(".SS \(tool) \(command.commandName)")
    lines.append(([".B \(tool) \(command.commandName)"] + arguments.map(Self.usage)).joined(separator: "\n"))
    lines.append(".PP")
    prose(command.abstract)
    for argument in arguments { item(argument) }
    guard command.discussion != nil else { return }
    lines.append(".PP")
    prose(command.discussion)
  }

  private static func usage(of argument: ToolDescription.Argument) -> String {
    let value = argument.valueName.map { "<\(escaped($0))>" } ?? ""
    let more = argument.isRepeating ? " ..." : ""
    let name = (argument.names?.first?.spelled).map(escaped) ?? ""
    let text = argument.kind == "positional" ? value : argument.kind == "flag" ? name : "\(name) \(value)"
    return argument.isOptional ? "[\(text)\(more)]" : "\(text)\(more)"
  }

  private mutating func item(_ argument: ToolDescription.Argument) {
    let names = (argument.names ?? []).map { "\\fB\(Self.escaped($0.spelled))\\fR" }.joined(separator: ", ")
    let value = argument.kind == "flag" ? "" : "<\(Self.escaped(argument.valueName ?? ""))>"
    lines += [".TP", [names, value].filter { !$0.isEmpty }.joined(separator: " ")]
    prose(argument.abstract)
    prose(argument.discussion)
    if let value = argument.defaultValue, argument.kind != "flag" {
      lines.append(Self.escaped("The default is \(value)."))
    }
  }

  /// Paragraphs, separated by empty lines. Indented ones are kept unchanged.
  private mutating func prose(_ text: String?) {
    var paragraphs: [[Substring]] = [[]]
    for line in (text ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.contains(where: { $0 != " " }) {
        paragraphs[paragraphs.count - 1].append(line)
      } else {
        paragraphs.append([])
      }
    }
    for (index, paragraph) in paragraphs.filter({ !$0.isEmpty }).enumerated() {
      if index > 0 { lines.append(".PP") }
      let isLiteral = paragraph[0].hasPrefix("  ")
      lines += (isLiteral ? [".EX"] : []) + paragraph.map(Self.escaped) + (isLiteral ? [".EE"] : [])
    }
  }

  /// A line that is not mistaken for a macro, with hyphens that can be copied.
  private static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      default: escaped.append(character)
      }
    }
    return escaped.hasPrefix(".") ? "\\&\(escaped)" : escaped
  }

  private static func lowercased(_ sentence: String) -> String {
    let text = sentence.prefix(1).lowercased() + sentence.dropFirst()
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
