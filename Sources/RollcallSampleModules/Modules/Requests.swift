#if CommandLine
import Foundation
import RollcallFoundation
import ModuleLifecycle
import RollcallMaps

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads the shop's pages at launch from a slow server.
///
/// Remove the module while they are loading: the requests are cancelled, the session is invalidated and the server
/// stops answering, last acquired first. This works because no closure holds the module.
final class Requests: Module {
  nonisolated static let settings: [SettingKey] = [
    .count("pages", "How many pages it loads at launch.", in: 1...20),
    .duration("answersAfter", "How long the server takes for each."),
    .choice("lifetime", "How long its requests may live.", of: ["module", "application"]),
  ]

  struct Page: Codable, Equatable {
    var path: String
    var products: [String]
  }

  private let owned = OwnedObjects()
  private let server: LoopbackServer
  let session = URLSession(configuration: .cancellable)
  private let pageCount: Int
  private let lifetime: OwnedLifetime
  private(set) var pages: [Page] = []
  private(set) var failures: [String] = []
  private var underWay: [OwnedObject] = []

  init(_ context: ModuleContext, center: NotificationCenter) throws {
    pageCount = context.settings.count("pages") ?? 2
    lifetime = context.settings.text("lifetime") == "application" ? .application : .module
    server = try LoopbackServer(answersAfter: context.settings.duration("answersAfter") ?? .seconds(20)) { path in
      try JSONEncoder().encode(Page(path: path, products: (1...20).map { "product \($0)" }))
    }
    owned.own(server, "127.0.0.1:\(server.port)", as: .server, lifetime: lifetime) { $0.close() }
    owned.own(session: session, named: "feed", lifetime: lifetime)
    owned.observe(.userDidLogOut, owner: self, center: center) { requests in requests.forget() }
  }

  static func handlers(_ handlers: inout ModuleHandlers<Requests>) {
    handlers.answer(DidFinishLaunching.self) { module, _ in
      for number in 1...module.pageCount { try module.load(number) }
      return true
    }
    handlers.on(DidReceiveMemoryWarning.self) { module, _ in module.pages = [] }
    handlers.answer(OpenURL.self) { module, event in
      guard let number = event.url.scheme == "feed" ? Int(event.url.absoluteString.dropFirst(5)) : nil else {
        return nil
      }
      try module.load(number)
      return true
    }
    // Answers when the page arrives. If the module is released earlier, so is the completion, which then abstains.
    handlers.answerLater(PerformFetch.self) { module, _, completion in
      try module.load(1, as: "fetch") { completion($0 == nil ? .failed : .newData) }
    }
  }

  /// Sends a request for a page. Calls `then` with the page, or with `nil` when it did not come.
  private func load(
    _ number: Int, as name: String? = nil, then: @escaping @MainActor @Sendable (Page?) -> Void = { _ in }
  ) throws {
    underWay.removeAll { !$0.isLive }
    // The server may take longer than the default timeout of a request.
    let request = URLRequest(url: try server.url(path: "page\(number)"), timeoutInterval: 3_600)
    underWay.append(
      owned.request(name ?? "page \(number)", request, in: session, lifetime: lifetime) { [weak self] in
        then(self?.take($0))
      })
  }

  private func take(_ result: Result<RequestAnswer, any Error>) -> Page? {
    do {
      let page = try JSONDecoder().decode(Page.self, from: result.get().data)
      pages.append(page)
      return page
    } catch {
      failures.append(error.localizedDescription)
      return nil
    }
  }

  /// Discards the pages of a user who has logged out, and cancels the running requests.
  private func forget() {
    for request in underWay { request.cancel() }
    pages = []
  }
}
#endif
