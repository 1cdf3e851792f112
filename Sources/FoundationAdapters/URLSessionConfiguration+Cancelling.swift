#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLSessionConfiguration {
  /// A configuration, ephemeral and without a cache, for sessions whose requests may be cancelled at any time.
  ///
  /// On Linux a session with a cache looks a request up there, on another queue, before it is sent. A request that is
  /// cancelled meanwhile ends the program: "Trying to access a behaviour for a task that in not in the registry". Use
  /// this one for every session that something owned sends requests through, or take the cache away from your own.
  public static var cancellable: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    return configuration
  }
}
