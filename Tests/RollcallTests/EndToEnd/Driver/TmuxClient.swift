import Foundation
import Synchronization

/// A client of a new tmux server, in control mode.
///
/// In control mode, tmux reads commands from its standard input. It writes their replies, and a line for each event in
/// its panes, to its standard output. Therefore a test can wait for a change instead of polling. The server ends with
/// its only client. The client ends with this object or with the test process, however that ends.
actor TmuxClient {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The number of events so far.
  private(set) var changes = 0

  private let process = Process()
  private let commands: FileHandle
  private var replies: [CheckedContinuation<[String], any Error>] = []
  private var block: Block?
  private var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
  private var waiterCount = 0
  private var hasEnded = false

  /// A reply that is being received. No caller waits for the replies to commands on the command line.
  private struct Block {
    let number: Substring
    let isReply: Bool
    var lines: [String] = []
  }

  /// - Parameters:
  ///   - executable: The tmux to run.
  ///   - arguments: The arguments after the client's own options.
  init(
    executable: URL, socket: String, arguments: [String], environment: [String: String]
  ) async throws {
    Self.ignoreBrokenPipes
    let (input, output) = (Pipe(), Pipe())
    commands = input.fileHandleForWriting
    process.executableURL = executable
    process.arguments = ["-S", socket, "-f", "/dev/null", "-u", "-C"] + arguments
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    let (stream, continuation) = AsyncStream<Data>.makeStream()
    output.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      guard !data.isEmpty else {
        handle.readabilityHandler = nil
        return continuation.finish()
      }
      continuation.yield(data)
    }
    try process.runWithAllSignals()
    Task { [weak self] in
      var pending: [UInt8] = []
      for await data in stream {
        pending += data
        while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
          await self?.receive(String(decoding: pending[..<end], as: UTF8.self))
          pending.removeSubrange(...end)
        }
      }
      await self?.end()
    }
  }

  deinit { try? commands.close() }

  /// Sends a command to tmux, and returns the lines of its reply.
  func send(_ command: String) async throws -> [String] {
    try await withCheckedThrowingContinuation { continuation in
      guard !hasEnded else { return continuation.resume(throwing: Failure(description: "tmux has ended.")) }
      do {
        replies.append(continuation)
        try commands.write(contentsOf: Data("\(command)\n".utf8))
      } catch {
        end()
      }
    }
  }

  /// Waits for an event after the first `count` events. Returns `false` if there was none before the deadline.
  func waitForChange(after count: Int, until deadline: ContinuousClock.Instant) async -> Bool {
    guard changes == count, !hasEnded else { return !hasEnded }
    waiterCount += 1
    let id = waiterCount
    let timeout = Task { [weak self] in
      try await Task.sleep(until: deadline)
      await self?.resume(id, with: false)
    }
    defer { timeout.cancel() }
    return await withCheckedContinuation { waiters[id] = $0 }
  }

  private func resume(_ id: Int, with value: Bool) { waiters.removeValue(forKey: id)?.resume(returning: value) }

  private func receive(_ line: String) {
    if block != nil { return receiveInBlock(line) }
    if line.hasPrefix("%begin ") {
      let words = line.split(separator: " ")
      if words.count == 4 { block = Block(number: words[2], isReply: words[3] == "1") }
      return
    }
    // Otherwise the client would wait for the end of its input.
    if line.hasPrefix("%exit") { return end() }
    changes += 1
    for id in waiters.keys { resume(id, with: true) }
  }

  private func receiveInBlock(_ line: String) {
    let words = line.split(separator: " ")
    guard words.count == 4, words[0] == "%end" || words[0] == "%error", words[2] == block?.number else {
      block?.lines.append(line)
      return
    }
    let lines = block?.lines ?? []
    let isReply = block?.isReply == true
    block = nil
    guard isReply, !replies.isEmpty else { return }
    let reply = replies.removeFirst()
    if words[0] == "%end" {
      reply.resume(returning: lines)
    } else {
      reply.resume(throwing: Failure(description: "tmux: \(lines.joined(separator: " "))"))
    }
  }

  private func end() {
    hasEnded = true
    try? commands.close()
    for reply in replies { reply.resume(throwing: Failure(description: "tmux has ended.")) }
    replies = []
    for id in waiters.keys { resume(id, with: false) }
  }

  /// Writing to a tmux that has ended throws an error instead of ending the test process.
  private static let ignoreBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()
}
