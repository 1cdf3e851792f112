#if CommandLine
import Foundation
import ModuleLifecycle
import Synchronization

/// A part of a web server that only this machine can reach. The samples' requests are real, but need no network. It
/// answers after a delay, until it is closed.
///
/// All parts share one server, which starts with the first part and runs until the process ends: separate servers would
/// each leave a descriptor open when they stop.
final class LoopbackServer: Sendable {
  private struct State: Sendable {
    var isClosed = false
    var underWay: [Int: Task<Data?, Never>] = [:]
    var count = 0
  }

  /// The port of the server.
  let port: UInt16
  private let number: Int
  private let delay: Duration
  private let answer: @Sendable (String) throws -> Data
  private let state = Locked(State())
  private static let parts = Locked<[Int: LoopbackServer]>([:])
  private static let count = Atomic(0)

  /// Creates a part that answers each path with the result of `answer`, after a delay.
  ///
  /// The first call waits a few milliseconds until the server listens: a module that sends requests at launch needs the
  /// port. The wait is longer while all threads of the concurrency runtime are busy.
  ///
  /// - Throws: `SharedServer.NotStarted`, for example when the process has too many files open.
  init(answersAfter delay: Duration, _ answer: @escaping @Sendable (_ path: String) throws -> Data) throws {
    port = try SharedServer.port()
    number = Self.count.add(1, ordering: .relaxed).newValue
    self.delay = delay
    self.answer = answer
    Self.parts.withLock { $0[number] = self }
  }

  /// Stops answering, and cancels the pending answers.
  func close() {
    Self.parts.withLock { _ = $0.removeValue(forKey: number) }
    let underWay = state.withLock { state in
      state.isClosed = true
      return Array(state.underWay.values)
    }
    for work in underWay { work.cancel() }
  }

  /// Returns the URL of a page.
  func url(path: String) throws -> URL {
    // The port changes if the server had to be started again.
    guard let url = URL(string: "http://127.0.0.1:\(try SharedServer.port())/\(number)/\(path)") else {
      throw URLError(.badURL)
    }
    return url
  }

  /// Returns the server's answer to a path; `nil` when there is no page, or its part is closed.
  static func answer(to path: String) async -> Data? {
    let words = path.split(separator: "/", maxSplits: 1)
    guard words.count == 2, let number = Int(words[0]), let part = parts.withLock({ $0[number] }) else { return nil }
    return await part.page("/\(words[1])")
  }

  private func page(_ path: String) async -> Data? {
    let work = Task { [delay, answer] () -> Data? in
      guard (try? await Task.sleep(for: delay)) != nil else { return nil }
      return try? answer(path)
    }
    let number = state.withLock { state -> Int? in
      guard !state.isClosed else { return nil }
      state.count += 1
      state.underWay[state.count] = work
      return state.count
    }
    guard let number else {
      work.cancel()
      return nil
    }
    defer { state.withLock { _ = $0.underWay.removeValue(forKey: number) } }
    return await work.value
  }
}
#endif
