#if CommandLine
package import RollcallInspection
import RollcallTerminalUI
import RollcallTextFormatting

/// The attachment of a dashboard to an application in another process.
package struct Attachment: Sendable, Equatable {
  /// The process ID of the application; `nil` if unknown.
  package var process: Int?
  /// The process ID of this dashboard, whose own requests are not announced.
  package var own: Int
  /// The role that this dashboard has asked for.
  package var asked: InspectionRole
  /// Whether to attach again when the application has ended and comes back.
  package var isLasting: Bool
  /// Whether and how the application answers.
  package internal(set) var contact = Contact.answers

  /// Creates an attachment to an application that answers.
  package init(process: Int?, own: Int, asked: InspectionRole, isLasting: Bool = true) {
    (self.process, self.own, self.asked, self.isLasting) = (process, own, asked, isLasting)
  }

  /// The status as one word.
  var word: String {
    switch contact {
    case .answers: "ATTACHED"
    case .hangs: "HANGS"
    case .isSilent(_, let isStopped): isStopped ? "STOPPED" : "SILENT"
    case .ended(.cut): "CUT"
    case .ended, .isAmbiguous: "ENDED"
    }
  }
}

/// A command that the user was asked to confirm, by giving it again.
struct Question: Sendable, Equatable {
  let key: Key
  /// What it would do, such as `remove Feed from`.
  let deed: String
}

extension InspectionRole {
  /// The role as a short text.
  var words: String {
    switch self {
    case .view: "view only"
    case .control: "control"
    case .firing: "may fire"
    }
  }
}
#endif
