/// The program's description of its command line, limited to the fields of the manual page.
struct ToolDescription: Decodable {
  struct Name: Decodable {
    let kind: String
    let name: String

    var spelled: String { kind == "long" ? "--\(name)" : "-\(name)" }
  }

  struct Argument: Decodable {
    let kind: String
    let abstract: String?
    let discussion: String?
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool
  }

  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [Command]?
    let shouldDisplay: Bool?
  }

  let command: Command
}
