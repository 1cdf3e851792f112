import EventArguments
import ModuleLifecycle
import Recordings

/// Messages and requests as lines of JSON: entries are a recording's own lines, everything else is one object a line with
/// its `type`. A prologue's line says how many of the lines that follow are its entries.
enum MessageLines {
  /// The most bytes of a prologue's entries that are read.
  static let mostPrologueBytes = 64 << 20

  /// The lines of a message, each with its end.
  ///
  /// - Parameter now: Nanoseconds since the journal's start.
  static func text(of message: InspectionMessage, now: UInt64) -> String {
    switch message {
    case .hello(let hello): line(HelloLine(hello: hello, now: now))
    case .prologue(let prologue):
      line(PrologueLine(prologue: prologue, count: prologue.entries.count))
        + prologue.entries.map(line(entry:)).joined()
    case .entries(let entries): entries.map(line(entry:)).joined()
    case .events(let events): line(EventsLine(events: events))
    case .running(let handler): line(HandlerLine(handler))
    case .reply(let reply): line(ReplyLine(reply))
    case .bye: line(ByeLine())
    }
  }

  static func text(of request: InspectionRequest) -> String { line(RequestLine(request)) }

  static func line(_ object: some LineCoded) -> String { JournalLine.encode(object: object) + "\n" }

  private static func line(entry: JournalEntry) -> String {
    let line = JournalLine.encode(entry)
    return (line.utf8.count > JournalLine.mostBytes ? JournalLine.encode(.gap(GapEntry(dropped: 1))) : line) + "\n"
  }

  /// The type of a line that is no entry; `nil` where it says none.
  static func type(of line: Span<UInt8>) -> String? { (try? JournalLine.object(line) as TypeLine)?.type }
}

/// Makes messages of the lines that an application sends.
struct MessageReader {
  private var prologue: (prologue: Prologue, missing: Int, bytes: Int)?

  /// What a line says.
  enum Told {
    case hello(Hello, now: UInt64)
    case message(InspectionMessage)
    /// Nothing yet, or something that this version does not know.
    case nothing
    /// It sends the inspector away, and why.
    case refused(String)
    /// More than is ever meant.
    case tooMuch
  }

  /// Takes in the next line.
  ///
  /// - Parameter line: `nil` for one that was too long. It, and one that is damaged, counts as an entry that is missing.
  mutating func read(_ line: [UInt8]?) -> Told {
    let found: JournalEntry?
    do throws(JournalLineError) {
      guard let line else { throw .damaged("") }
      found = try JournalLine.entry(line.span)
    } catch .unknownType {
      guard prologue == nil else { return take(nil, bytes: 0) }
      return line.map { message($0.span) } ?? .nothing
    } catch .unknownValue {
      // An entry of a later version.
      return prologue == nil ? .nothing : take(nil, bytes: 0)
    } catch {
      return prologue == nil ? .message(.entries([.gap(GapEntry(dropped: 1))])) : take(nil, bytes: 0)
    }
    guard let found else { return .nothing }
    return prologue == nil ? .message(.entries([found])) : take(found, bytes: line?.count ?? 0)
  }

  /// Takes in one of a prologue's lines.
  private mutating func take(_ entry: JournalEntry?, bytes: Int) -> Told {
    guard var rest = prologue else { return .nothing }
    prologue = nil
    if let entry { rest.prologue.entries.append(entry) }
    rest.missing -= 1
    rest.bytes += bytes
    if rest.bytes > MessageLines.mostPrologueBytes { return .tooMuch }
    if rest.missing == 0 { return .message(.prologue(rest.prologue)) }
    prologue = rest
    return .nothing
  }

  private mutating func message(_ line: Span<UInt8>) -> Told {
    do throws(JournalLineError) {
      switch MessageLines.type(of: line) {
      case "hello":
        let found: HelloLine = try JournalLine.object(line)
        return .hello(found.hello, now: found.now)
      case "prologue":
        let found: PrologueLine = try JournalLine.object(line)
        if found.count <= 0 { return .message(.prologue(found.prologue)) }
        prologue = (found.prologue, found.count, 0)
      case "events": return .message(.events((try JournalLine.object(line) as EventsLine).events))
      case "handler": return .message(.running((try JournalLine.object(line) as HandlerLine).handler))
      case "reply": if let reply = (try JournalLine.object(line) as ReplyLine).reply { return .message(.reply(reply)) }
      case "bye": return .message(.bye)
      case "error": return .refused((try JournalLine.object(line) as ErrorLine).message)
      default: break
      }
    } catch {}
    return .nothing
  }
}
