#if CommandLine
import ModuleLifecycle
import TextFormatting

extension DashboardState {
  /// Exports in a format, into a file that the rest of the line names.
  func export(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    let formats = source.exports
    guard !formats.isEmpty else { throw PlainProblem("Nothing can be exported from here.") }
    guard line.words.count > 1 else {
      let lines = formats.map { "\($0.name): \($0.purpose)." }
      return [.say(lines + ["Write '\(PlainVerb.export.usage)'."])]
    }
    let name = line.words[1]
    guard let format = formats.first(where: { $0.name == name.lowercased() }) else {
      throw PlainProblem(
        no: "format", named: name, suggestion: NearestName.suggestion(for: name, among: formats.map(\.name)))
    }
    let path = PlainLine.unquoted(line.words.dropFirst(2).joined(separator: " "))
    return [.perform(exporting(format, to: path.isEmpty ? nil : path))]
  }
}
#endif
