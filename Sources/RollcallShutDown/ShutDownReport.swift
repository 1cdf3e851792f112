import ModuleLifecycle
import RollcallTextFormatting

/// What a shutdown waits for, as lines for people.
struct ShutDownReport {
  /// Why there is a report.
  enum Cause {
    /// The shutdown has taken as long as it may, in nanoseconds.
    case limit(UInt64)
    /// The service group has cancelled its services, this many nanoseconds after the shutdown has begun.
    case cancellation(after: UInt64)
    /// A second signal asks for the end, this many nanoseconds after the shutdown has begun.
    case signal(after: UInt64)
  }

  /// How many objects of one owner are named.
  private static let mostObjects = 10
  /// How many owners are named.
  private static let mostOwners = 100

  let cause: Cause
  let work: [PendingWork]

  /// The lines, without control characters of names.
  var text: String {
    let beginning =
      switch cause {
      case .limit(let limit): "The shutdown has reached its limit of \(TimeInWords.exact(limit))"
      case .cancellation(let elapsed):
        "The services were cancelled, \(TimeInWords.measured(elapsed)) after the shutdown had begun"
      case .signal(let elapsed):
        "A second signal asks for the end. The shutdown has taken \(TimeInWords.measured(elapsed))"
      }
    guard !work.isEmpty else {
      return
        "\(beginning). Nothing that the composite knows of is under way: it waits for a service that is not observed, "
        + "or for code on the main actor."
    }
    return (["\(beginning). It waits for:"] + work.flatMap(Self.lines)).joined(separator: "\n")
  }

  /// The sentence for a launch that the shutdown cancels; `nil` when no module is starting.
  static func cancelledLaunch(_ work: [PendingWork]) -> String? {
    let starting = work.filter { $0.kind == .starting }
    return starting.isEmpty
      ? nil : starting.map { "The launch is cancelled while \(line($0))." }.joined(separator: "\n")
  }

  /// The lines about what a shutdown has left; `nil` when it has left nothing.
  static func left(_ objects: [OwnedObjectStatus]) -> String? {
    var groups: [(beginning: String, titles: [String])] = []
    var places: [String: Int] = [:]
    for object in objects {
      let name = object.owner.printable(.line)
      let beginning =
        object.state == .releasing ? "\(name) still closes" : "something still holds \(name), which has not closed"
      let place = places[beginning] ?? groups.count
      if place == groups.count {
        groups.append((beginning, []))
        places[beginning] = place
      }
      groups[place].titles.append(object.kind.title(of: object.name))
    }
    guard !groups.isEmpty else { return nil }
    let lines = groups.prefix(mostOwners).map { "- \($0.beginning): \(listed($0.titles))" }
    let more = groups.count - lines.count
    return (["The shutdown has ended, and this is left:"] + lines + (more > 0 ? ["- \(more) more"] : []))
      .joined(separator: "\n")
  }

  /// The first of some names.
  private static func listed(_ names: [String]) -> String {
    let (named, more) = (names.prefix(mostObjects), names.count - mostObjects)
    return (named.map { $0.printable(.line) } + (more > 0 ? ["\(more) more"] : [])).joined(separator: ", ")
  }

  private static func lines(of work: PendingWork) -> [String] {
    var lines = ["- \(line(work))"]
    if !work.objects.isEmpty { lines.append("  owns: \(listed(work.objects))") }
    if let last = work.lastLine { lines.append("  its last line: \(last.printable(.line))") }
    return lines
  }

  private static func line(_ work: PendingWork) -> String {
    let (name, time) = (work.name.printable(.line), TimeInWords.measured(work.elapsedNanoseconds))
    return switch work.kind {
    case .starting: "\(name) is starting, for \(time) so far"
    case .stopping: "\(name) is stopping, for \(time) so far"
    case .cleaning(let object): "\(name) closes its \(object.printable(.line)), for \(time) so far"
    case .handling(let event): "\(name) handles \(event.printable(.line)), for \(time) so far"
    }
  }
}
