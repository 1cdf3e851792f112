import ModuleLifecycle
import RollcallRecordings
import RollcallTextFormatting

/// The lines that a program reads of an attached application: those of the application, unchanged, and between them
/// those about the contact with it.
enum PassedLines {
  /// Returns an application's line for a program. All characters that control a terminal are escaped.
  ///
  /// - Parameter line: The line; `nil` for one that was too long. A gap replaces it, as it replaces a line that is
  ///   damaged.
  static func line(_ line: [UInt8]?) -> String {
    let isSound = line.map { ((try? JournalLine.object($0)) as TypedLine?) != nil } ?? false
    guard isSound, let line else { return JournalLine.encode(.gap(GapEntry(dropped: 1))) + "\n" }
    // Between values, JSON can have tabs and carriage returns.
    return String(decoding: line.map { max($0, UInt8(ascii: " ")) }, as: UTF8.self).printableJSON + "\n"
  }

  /// Returns the line of a message that does not come from the application.
  static func text(of message: InspectionMessage) -> String {
    if case .contact(let contact) = message { return MessageLines.line(ContactLine(contact)) }
    return MessageLines.text(of: message, now: 0)
  }
}

/// Any object of the protocol.
private struct TypedLine: LineCoded {
  var type = ""
  mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    try fields.field("type", &type)
  }
}

/// Whether an application responds, for a program.
private struct ContactLine: LineCoded {
  /// How many applications have the name and the program of the one that has gone.
  var count: Int?
  /// Why the application rejected the inspector, as a sentence.
  var message: String?
  /// How the connection ended.
  var reason: String?
  /// Since when the application has not responded.
  var since: UInt64?
  var state = ""

  init() {}

  init(_ contact: Contact) {
    switch contact {
    case .answers: state = "answers"
    case .hangs(let since): (state, self.since) = ("hangs", since)
    case .isSilent(let since, let isStopped): (state, self.since) = (isStopped ? "stopped" : "silent", since)
    case .ended(.cut): state = "cut"
    case .ended(.orderly): (state, reason) = ("ended", "ended")
    case .ended(.stopped): (state, reason) = ("ended", "stopped")
    case .ended(.sentAway(let message)): (state, reason, self.message) = ("ended", "rejected", message)
    case .ended(.withoutSayingSo): (state, reason) = ("ended", "unannounced")
    case .isAmbiguous(let count): (state, self.count) = ("ambiguous", count)
    }
  }

  mutating func visit<Visitor: FieldVisitor>(_ fields: inout Visitor) throws(Visitor.Problem) {
    var type = "contact"
    try fields.optional("count", &count)
    try fields.optional("message", &message)
    try fields.optional("reason", &reason)
    try fields.optional("since_ns", &since)
    try fields.field("state", &state)
    try fields.field("type", &type)
  }
}
