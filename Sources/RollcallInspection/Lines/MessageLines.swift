import ModuleLifecycle
import RollcallEventArguments
import RollcallRecordings

/// Encodes messages and requests as lines of JSON. Entries are encoded as in a recording; everything else is one object
/// per line with a `type`. A prologue's line gives the number of its entries, which follow as lines.
enum MessageLines {
  /// Returns the lines of a message, each with its line break.
  ///
  /// - Parameters:
  ///   - now: Nanoseconds since the journal's start.
  ///   - redaction: Replaces texts before they are sent; `nil` for none.
  static func text(of message: InspectionMessage, now: UInt64, redaction: Redaction? = nil) -> String {
    func redacted(_ entry: AnyEntry) -> AnyEntry { redaction.map(entry.redacted) ?? entry }
    switch message {
    case .hello(var hello):
      if let redaction { hello.events = hello.events.map { $0.redacted(by: redaction) } }
      return line(HelloLine(hello: hello, now: now))
    case .prologue(let prologue):
      return prologue.entries.reduce(into: line(PrologueLine(prologue: prologue, count: prologue.entries.count))) {
        $0 += line(redacted($1), nil)
      }
    case .entries(let entries, let first):
      var (text, number) = ("", first)
      for entry in entries {
        text += line(redacted(entry), number)
        number = number.map { $0.plus(entry.span) }
      }
      return text
    case .events(let events):
      let shown = redaction.map { redaction in events.map { $0.redacted(by: redaction) } } ?? events
      return line(NoticeLine(type: "events", events: shown))
    case .role(let role): return line(NoticeLine(type: "role", role: role))
    case .running(let handler): return line(HandlerLine(handler: handler))
    case .reply(let reply): return line(ReplyLine(reply: redaction.map(reply.redacted) ?? reply))
    // Sent as beats instead.
    case .contact: return ""
    case .bye: return line(NoticeLine(type: "bye"))
    }
  }

  static func text(of request: InspectionRequest) -> String { line(RequestLine(request)) }

  static func line(_ object: some LineCoded) -> String { JournalLine.encode(object: object) + "\n" }

  private static func line(_ entry: AnyEntry, _ seq: UInt64?) -> String {
    let line = JournalLine.encode(entry, seq: seq)
    let isTooLong = line.utf8.count > JournalLine.mostBytes
    return (isTooLong ? JournalLine.encode(.gap(GapEntry(dropped: 1)), seq: seq) : line) + "\n"
  }
}

extension AnyEntry {
  /// The least memory that an entry takes, however short its line is, in bytes.
  static let leastBytes = 256

  /// How many numbers in the journal the entry takes.
  var span: UInt64 { if case .gap(let gap) = self { gap.dropped } else { 1 } }
}

extension Reply {
  fileprivate func redacted(by redaction: Redaction) -> Reply {
    switch answer {
    case .refused(let problem): Reply(id: id, answer: .refused(redaction(problem, .error)))
    case .finished(let problem?): Reply(id: id, answer: .finished(problem: redaction(problem, .error)))
    case .problems(let problems):
      Reply(
        id: id,
        answer: .problems(
          problems.map { EventArgumentProblem(argument: $0.argument, expected: redaction($0.expected, .error)) }))
    default: self
    }
  }
}

extension EventDescription {
  /// Returns the event with its example arguments redacted.
  fileprivate func redacted(by redaction: @escaping Redaction) -> EventDescription {
    var event = self
    event.changeTexts { key, text in key == "example" ? redaction(text, .argument) : text }
    return event
  }
}

/// Decodes the lines that an application sends.
struct MessageReader {
  /// A prologue that is being read, how many of its lines are still to come, the size of its entries, and how many are
  /// lost.
  private typealias PartialPrologue = (prologue: Prologue, missing: Int, bytes: Int, lost: UInt64)

  private var prologue: PartialPrologue?
  /// The limit for a prologue's entries, in bytes.
  private let mostPrologueBytes: Int

  init(mostPrologueBytes: Int = 64 << 20) { self.mostPrologueBytes = mostPrologueBytes }

  enum Told {
    case hello(Hello, now: UInt64)
    case message(InspectionMessage)
    /// A sign of life, with the time when the main actor last responded.
    case beat(answered: UInt64, now: UInt64)
    /// The application ends the connection, with the reason.
    case bye(reason: String?)
    /// The application rejects the inspector, with the reason.
    case refused(String)
  }

  /// Decodes the next line.
  ///
  /// A prologue ends with a gap that counts those of its entries that are above the limit, or can't be read. It also
  /// ends, with a gap for the lines that are missing, when another message comes: an application sends a prologue as a
  /// whole.
  ///
  /// - Parameter line: The line; `nil` for one that was too long. A line that was too long, or is damaged, counts as
  ///   one missing entry.
  /// - Returns: What the line says, after the prologue that it ends, if any.
  mutating func read(_ line: [UInt8]?) -> [Told] {
    let found: (seq: UInt64?, entry: AnyEntry)
    do throws(JournalLineError) {
      guard let line else { throw .damaged("") }
      found = try JournalLine.numbered(line)
    } catch .unknownType {
      return line.map { readMessage($0) } ?? []
    } catch .unknownValue {
      // An entry of a later version.
      return prologue == nil ? [] : take(nil, bytes: 0)
    } catch {
      found = (nil, .gap(GapEntry(dropped: 1)))
    }
    return prologue == nil
      ? [.message(.entries([found.entry], from: found.seq))] : take(found.entry, bytes: line?.count ?? 0)
  }

  /// Decodes a line that is no entry.
  private mutating func readMessage(_ line: [UInt8]) -> [Told] {
    var before = prologue
    prologue = nil
    let told = message(line)
    if told == nil, prologue == nil, before != nil {
      // An entry of a later version, or a message of one. Either counts as a line.
      prologue = before
      return take(nil, bytes: 0)
    }
    if let rest = before { before?.lost = rest.lost.plus(UInt64(clamping: rest.missing)) }
    return [before.map { .message(Self.whole($0)) }, told].compactMap(\.self)
  }

  /// Adds one of a prologue's lines; `nil` for an entry of a later version.
  private mutating func take(_ entry: AnyEntry?, bytes: Int) -> [Told] {
    guard var rest = prologue else { return [] }
    prologue = nil
    rest.missing -= 1
    let size = max(bytes, AnyEntry.leastBytes)
    switch entry {
    case .gap(let gap)?: rest.lost = rest.lost.plus(gap.dropped)
    case let entry? where size <= mostPrologueBytes - rest.bytes:
      rest.prologue.entries.append(entry)
      rest.bytes += size
    case _?: rest.lost = rest.lost.plus(1)
    case nil: break
    }
    guard rest.missing == 0 else {
      prologue = rest
      return []
    }
    return [.message(Self.whole(rest))]
  }

  /// A prologue with a gap for what is lost of it.
  private static func whole(_ read: PartialPrologue) -> InspectionMessage {
    var prologue = read.prologue
    if read.lost > 0 { prologue.entries.append(.gap(GapEntry(dropped: read.lost))) }
    return .prologue(prologue)
  }

  /// - Returns: `nil` for the head of a prologue, and for something that this version does not know.
  private mutating func message(_ line: [UInt8]) -> Told? {
    do throws(JournalLineError) {
      let notice: NoticeLine = try JournalLine.object(line)
      switch notice.type {
      case "hello":
        let found: HelloLine = try JournalLine.object(line)
        return .hello(found.hello, now: found.now)
      case "prologue":
        let found: PrologueLine = try JournalLine.object(line)
        if found.count <= 0 { return .message(.prologue(found.prologue)) }
        prologue = (found.prologue, found.count, 0, 0)
      case "handler": return .message(.running((try JournalLine.object(line) as HandlerLine).handler))
      case "reply": if let reply = (try JournalLine.object(line) as ReplyLine).reply { return .message(.reply(reply)) }
      case "events": return .message(.events(notice.events ?? []))
      case "role": return .message(.role(notice.role ?? .view))
      case "beat":
        if let answered = notice.answered, let now = notice.now { return .beat(answered: answered, now: now) }
      case "bye": return .bye(reason: notice.reason)
      case "error": return .refused(notice.message ?? "")
      default: break
      }
    } catch {}
    return nil
  }
}
