import Hummingbird
import ModuleLifecycle

extension Note: ResponseEncodable {}

/// The server's routes.
struct Routes {
  let composite: CompositeDelegate

  struct NewNote: Decodable { var text: String }

  func router() -> Router<BasicRequestContext> {
    let router = Router()
    // For a supervisor that asks every few seconds. It is no event, so that it does not fill the journal.
    router.get("ready") { _, _ -> HTTPResponse.Status in
      try await composite.store().check()
      return .ok
    }
    router.add(middleware: Reporter(composite: composite))
    router.get("notes") { _, _ in try await composite.store().all() }
    router.post("notes") { request, context in
      let new = try await request.decode(as: NewNote.self, context: context)
      return EditedResponse(status: .created, response: try await composite.store().add(new.text))
    }
    router.get("notes/:id") { _, context in
      let id = try context.parameters.require("id", as: Int64.self)
      let cache = await composite.module(Cache.self)
      if let known = cache?[id] { return known }
      guard let note = try await composite.store().note(id) else { throw HTTPError(.notFound) }
      cache?[id] = note
      return note
    }
    router.delete("notes/:id") { _, context -> HTTPResponse.Status in
      let id = try context.parameters.require("id", as: Int64.self)
      await composite.module(Cache.self)?[id] = nil
      return try await composite.store().remove(id) ? .noContent : .notFound
    }
    // A slow request, so that a shutdown has something to wait for.
    router.get("slow/:seconds") { _, context in
      try await Task.sleep(for: .seconds(context.parameters.require("seconds", as: Int.self)))
      return "done\n"
    }
    return router
  }
}

/// Sends an event for each answered request.
private struct Reporter<Context: RequestContext>: RouterMiddleware {
  let composite: CompositeDelegate

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let (method, path) = (request.method.rawValue, request.uri.path)
    do {
      let response = try await next(request, context)
      await report(method, path, response.status)
      return response
    } catch {
      await report(method, path, (error as? any HTTPResponseError)?.status ?? .internalServerError)
      throw error
    }
  }

  private func report(_ method: String, _ path: String, _ status: HTTPResponse.Status) async {
    await composite.send(RequestServed(method: method, path: path, status: status.code))
  }
}
