private import CPseudoTerminal
import Foundation

/// A program on a separate terminal. Every byte that it draws is read and timed.
final class WatchedProgram {
  /// The output between two pauses.
  struct Burst {
    var bytes = 0
    /// When the last byte came.
    var end: ContinuousClock.Instant
  }

  let path: String
  let process: Int32
  let start: ContinuousClock.Instant
  private let terminal: Int32
  private let clock = ContinuousClock()
  /// The end of the output. `wait(for:)` searches it, because a text can arrive in two pieces.
  private var tail: [UInt8] = []
  /// How many times the program has drawn after a pause that is long enough to see a frame.
  private(set) var frames = 0
  private var lastByte: ContinuousClock.Instant?

  /// The time without a byte after which a frame is complete.
  private static let pause = Duration.milliseconds(6)
  /// The time after which a wait fails.
  private static let patience = Duration.seconds(30)

  init(_ path: String, _ arguments: [String], columns: Int = 80, rows: Int = 24) throws {
    let environment = ["TERM=xterm-256color", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "HOME=/tmp"]
    self.path = path
    start = clock.now
    var descriptor: Int32 = -1
    process = unsafe Self.withStrings([path] + arguments) { arguments in
      unsafe Self.withStrings(environment) { environment in
        unsafe pseudo_terminal_run(path, arguments, environment, Int32(columns), Int32(rows), &descriptor)
      }
    }
    terminal = descriptor
    guard process > 0 else { throw Failure("\(path) could not be started.") }
  }

  deinit {
    pseudo_terminal_end(process)
    close(terminal)
  }

  /// Presses keys.
  func press(_ keys: String) {
    var rest = Array(keys.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(terminal, $0.baseAddress, min($0.count, 256)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
      // Reads the program's output meanwhile. Otherwise both would block.
      while !rest.isEmpty, pseudo_terminal_wait(terminal, 0) != 0, readSome() > 0 {}
    }
  }

  /// Reads until a text has been drawn, and returns the time.
  @discardableResult
  func wait(for text: String) throws -> ContinuousClock.Instant {
    let wanted = Array(text.utf8)
    let deadline = clock.now.advanced(by: Self.patience)
    while clock.now < deadline {
      guard pseudo_terminal_wait(terminal, 100) != 0 else { continue }
      guard readSome() > 0 else { break }
      if tail.contains(wanted) {
        tail = []
        return clock.now
      }
    }
    throw Failure("\"\(text)\" was never drawn.")
  }

  /// Waits for the first byte, then reads until there is a pause.
  func burst() throws -> Burst {
    guard pseudo_terminal_wait(terminal, 2_000) != 0 else { throw Failure("Nothing was drawn after a key by \(path).") }
    var burst = Burst(end: clock.now)
    repeat {
      let count = readSome()
      guard count > 0 else { break }
      burst.bytes += count
      burst.end = clock.now
    } while pseudo_terminal_wait(terminal, Int32(Self.pause / .milliseconds(1))) != 0
    tail = []
    return burst
  }

  /// Reads the output for some time.
  func watch(for time: Duration) {
    let deadline = clock.now.advanced(by: time)
    while clock.now < deadline {
      let left = Int32(max(1, clock.now.duration(to: deadline) / .milliseconds(1)))
      if pseudo_terminal_wait(terminal, left) != 0, readSome() <= 0 { return }
    }
  }

  /// Reads until nothing has been drawn for some time.
  func settle(_ quiet: Duration = .milliseconds(200)) {
    while pseudo_terminal_wait(terminal, Int32(quiet / .milliseconds(1))) != 0, readSome() > 0 {}
    tail = []
  }

  private func readSome() -> Int {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(terminal, $0.baseAddress, $0.count) }
    guard count > 0 else { return count }
    let now = clock.now
    if lastByte.map({ $0.duration(to: now) > Self.pause }) ?? true { frames += 1 }
    lastByte = now
    tail = tail.suffix(256) + buffer[..<count]
    return count
  }

  private static func withStrings<Result>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var strings = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe strings.indices { unsafe free(strings[index]) } }
    return unsafe strings.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("There is always the final NULL.") }
      return unsafe body(base)
    }
  }
}

/// Why something could not be measured.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
