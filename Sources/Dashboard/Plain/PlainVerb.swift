#if CommandLine
import ModuleLifecycle
import TextFormatting

/// What can be done line by line: the first word of each line.
enum PlainVerb: String, CaseIterable {
  case fire, stop, again, resend, relaunch
  case events, modules, timings, stats, cleanup, warnings, detail, status
  case remove, back
  case catchUp = "catch"
  case on, off, move, fix, filter, record, export, lab, help, quit

  /// The verb that a word stands for; some have another word too.
  init?(word: String) {
    let word = word.lowercased()
    guard let verb = Self(rawValue: word) ?? Self.others[word] else { return nil }
    self = verb
  }

  private static let others: [String: PlainVerb] = [
    "bring": .back, "q": .quit, "exit": .quit, "?": .help, "warning": .warnings, "timing": .timings,
    "statistics": .stats, "module": .modules, "event": .events,
  ]

  /// How it is written.
  var usage: String {
    switch self {
    case .fire: "fire EVENT [xTIMES [resend]] [NAME=VALUE ...]"
    case .timings: "timings [#DISPATCH]"
    case .stats: "stats [EVENT]"
    case .events, .modules, .cleanup, .filter: "\(rawValue) [WORDS]"
    case .warnings: "warnings [KIND or NUMBER]"
    case .detail: "detail MODULE [OBJECT], or detail #DISPATCH"
    case .back: "bring back [MODULE]"
    case .catchUp: "catch up MODULE"
    case .remove, .on, .off: "\(rawValue) MODULE"
    case .move: "move MODULE PLACE"
    case .fix: "fix MODULE [OBJECT]"
    case .export: "export FORMAT [FILE]"
    case .lab: "lab [EXPERIMENT]"
    case .help: "help [COMMAND]"
    case .stop: "stop, or stop recording"
    case .record: "record [FILE]"
    case .again, .resend, .relaunch, .status, .quit: rawValue
    }
  }

  /// What it does, completing its usage.
  var summary: String {
    switch self {
    case .fire:
      "fires an event, or so many times, such as x20; arguments that are left out are those of its example; a launch that "
        + "is repeated creates all modules anew each time, unless 'resend' sends it to those that are there"
    case .stop: "while an event is fired repeatedly: no more of it; or ends a recording"
    case .again: "fires the last event again"
    case .resend: "when launching again: sends the event to the modules as they are"
    case .relaunch: "when launching again: creates all modules anew, and launches"
    case .events: "lists the events, their arguments, and how they are answered"
    case .modules: "lists the modules in the order of the calls"
    case .timings: "what each module answered, when it was called and how long it took, in the latest event or another"
    case .stats: "how long each module's handler took over all dispatches of an event that are kept"
    case .cleanup: "what was cleaned up, and what should have been, by owner"
    case .warnings: "all warnings by kind; one of them with why it matters and what to do"
    case .detail: "all that is known of a module, of one of its objects, or of a dispatch"
    case .status: "the application's state, and what there is to count"
    case .remove: "removes a module: the composite lets go of it"
    case .back: "brings a removed module back, the last one if none is named"
    case .catchUp: "sends a module, and no other, the launch that it came too late for"
    case .on: "switches a module on, from the next event on"
    case .off: "switches a module off: no event calls it, and it keeps what it owns"
    case .move: "gives a module another place in the order of the calls"
    case .fix: "cleans the object that may hold an overdue module, or one of its objects by number"
    case .filter: "shows only what fits in 'modules' and 'cleanup', from now on; without words, everything"
    case .record: "writes what happens to a file; without one, to one named after the application and the time"
    case .export: "writes what the journal keeps into a file, without a name into one in this folder"
    case .lab: "lists the delegate lab's experiments, or runs one"
    case .help: "this list, or one command"
    case .quit: "ends, as does the end of the input"
    }
  }
}

/// Why a line can't be obeyed, in sentences.
struct PlainProblem: Error, Equatable {
  let text: String

  init(_ text: String) { self.text = text }

  /// A sentence about a name, and which may have been meant.
  init(_ sentence: String, for name: String, among names: [String], otherwise: String = "") {
    let suggestion = NearestName.suggestion(for: name, among: names)
    text = [sentence, suggestion.isEmpty ? otherwise : suggestion].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// That there is nothing of that name, and what may have been meant.
  init(no noun: String, named name: String, among names: [String], otherwise: String = "") {
    self.init("There is no \(noun) '\(Excerpt.of(name))'.", for: name, among: names, otherwise: otherwise)
  }
}

/// What can be done with a recording line by line, beside looking at it.
enum ReplayVerb: String, CaseIterable {
  case play, pause, step, back, speed, go, `where`

  /// The verb that a word stands for.
  init?(word: String) { self.init(rawValue: word.lowercased()) }

  /// How it is written.
  var usage: String {
    switch self {
    case .step, .back: "\(rawValue) [ENTRIES]"
    case .speed: "speed FACTOR"
    case .go: "go EVENT, go back EVENT, or go TIME, start, end, entry NUMBER"
    case .play, .pause, .where: rawValue
    }
  }

  /// What it does, completing its usage.
  var summary: String {
    switch self {
    case .play: "plays on, and says what happens; at the end, from the beginning"
    case .pause: "stands still"
    case .step: "goes one entry of the recording on, or so many, and says what happens"
    case .back: "goes one entry back, or so many"
    case .speed: "plays so many times as fast as it happened, from 1/8 to 1,000, or max"
    case .go: "goes to where an event comes next or came last, or to a time from the beginning, such as 90s"
    case .where: "which entry is shown, of how many, and when that was"
    }
  }
}

extension PlainVerb {
  /// Whether it acts on the application, and so not on a recording.
  var isActing: Bool {
    switch self {
    case .fire, .stop, .again, .resend, .relaunch, .remove, .back, .catchUp, .on, .off, .move, .fix, .record: true
    case .events, .modules, .timings, .stats, .cleanup, .warnings, .detail, .status, .filter, .export, .lab, .help,
      .quit:
      false
    }
  }
}

/// A typed line, in words.
///
/// Words end at spaces, save within double quotes, brackets and braces: `url="pay: 42" options={"a": 1}` are two.
struct PlainLine: Equatable {
  let words: [String]

  init(_ text: some StringProtocol) {
    var words: [String] = []
    var word = ""
    var (depth, isQuoted, isEscaped) = (0, false, false)
    for character in text {
      if isQuoted {
        isQuoted = isEscaped || character != "\""
        isEscaped = character == "\\" && !isEscaped
      } else if character.isWhitespace, depth <= 0 {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      } else {
        isQuoted = character == "\""
        if "{[".contains(character) { depth += 1 }
        if "}]".contains(character) { depth -= 1 }
      }
      word.append(character)
    }
    self.words = word.isEmpty ? words : words + [word]
  }

  /// The words after the first, as they were typed but for the spaces between.
  var rest: String { words.dropFirst().joined(separator: " ") }

  /// A value without the quotes around it.
  static func unquoted(_ value: some StringProtocol) -> String {
    guard value.count >= 2, value.first == "\"", value.last == "\"" else { return String(value) }
    return String(value.dropFirst().dropLast()).replacing("\\\"", with: "\"")
  }
}
#endif
