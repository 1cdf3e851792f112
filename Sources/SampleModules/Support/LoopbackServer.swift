#if CommandLine
import Foundation
import ModuleLifecycle
import Synchronization

/// A part of the web server that only this machine can reach, so that the samples' requests are real without a network.
/// Its answers take their time, until it is closed.
///
/// All parts share one server, which is started for the first and stays until the process ends: each server of its own
/// would leave a descriptor open when it stops.
final class LoopbackServer: Sendable {
  private struct State: Sendable {
    var isClosed = false
    var underWay: [Int: Task<Data?, Never>] = [:]
    var count = 0
  }

  /// Where the server listens.
  let port: UInt16
  private let number: Int
  private let delay: Duration
  private let answer: @Sendable (String) throws -> Data
  private let state = Locked(State())
  private static let parts = Locked<[Int: LoopbackServer]>([:])
  private static let count = Atomic(0)

  /// Has each path answered with what `answer` returns, after a while.
  ///
  /// The first time it waits until the server listens, a few milliseconds: a module that sends requests at launch needs
  /// the port. While the threads that tasks share are all busy it can be longer.
  ///
  /// - Throws: `SharedServer.NotStarted`, for example when the process has too many files open.
  init(answersAfter delay: Duration, _ answer: @escaping @Sendable (_ path: String) throws -> Data) throws {
    port = try SharedServer.port()
    number = Self.count.add(1, ordering: .relaxed).newValue
    self.delay = delay
    self.answer = answer
    Self.parts.withLock { $0[number] = self }
  }

  /// Answers nothing any more; the answers under way end.
  func close() {
    Self.parts.withLock { _ = $0.removeValue(forKey: number) }
    let underWay = state.withLock { state in
      state.isClosed = true
      return Array(state.underWay.values)
    }
    for work in underWay { work.cancel() }
  }

  /// The address of a page.
  func url(path: String) throws -> URL {
    // The port is another one if the server had to be started again.
    guard let url = URL(string: "http://127.0.0.1:\(try SharedServer.port())/\(number)/\(path)") else {
      throw URLError(.badURL)
    }
    return url
  }

  /// What the server answers to a path; `nil` where there is nothing, or not any more.
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
