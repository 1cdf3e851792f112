#if CommandLine
public import Inspection
import TextFormatting

/// How a dashboard is attached to an application in another process.
public struct Attachment: Sendable, Equatable {
  /// The application's process, as far as it is known.
  public var process: Int?
  /// This dashboard's own process: what it asks for itself is no news.
  public var own: Int
  /// What it has asked to be allowed.
  public var asked: InspectionRole
  /// Whether the user wants it to look and nothing else.
  public var isReadOnly: Bool
  /// Whether it attaches again when the application has gone and is back.
  public var isLasting: Bool
  /// Whether the application answers.
  public internal(set) var contact = Contact.answers

  /// An attachment to an application that answers.
  public init(process: Int?, own: Int, asked: InspectionRole, isReadOnly: Bool = false, isLasting: Bool = true) {
    (self.process, self.own, self.asked) = (process, own, asked)
    (self.isReadOnly, self.isLasting) = (isReadOnly, isLasting)
  }

  /// How it stands, in a word.
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

extension InspectionRole {
  /// What it allows, in a word or two.
  var words: String {
    switch self {
    case .view: "view only"
    case .control: "control"
    case .firing: "may fire"
    }
  }
}
#endif
