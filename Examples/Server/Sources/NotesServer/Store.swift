import Foundation
import GRDB
import ModuleLifecycle
import Synchronization

/// A note, in the form in which it is stored and sent.
public struct Note: Codable, Sendable, Equatable, FetchableRecord, MutablePersistableRecord {
  /// The row id, set by the database. `nil` before the note is stored.
  public var id: Int64?
  /// The note's text.
  public var text: String
  /// The name of the notes' table.
  public static let databaseTableName = "note"

  /// Creates a note. Without an id it is not stored yet.
  public init(id: Int64? = nil, text: String) { (self.id, self.text) = (id, text) }

  /// Sets the id that the database assigned.
  public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// The notes in a database file. The application needs it: it is registered as required.
final class Store: StartingModule {
  let owned = OwnedObjects()
  private let path: String
  /// Guarded by a lock, because requests come on any thread.
  private nonisolated let database = Mutex<DatabaseQueue?>(nil)

  init(path: String) { self.path = path }

  /// Opens the database. The module owns it, and the shutdown closes it, waiting up to five seconds.
  ///
  /// Waits up to eight seconds while another process writes, and does not notice that the launch is cancelled.
  func start() async throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(8)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    owned.own(closing: queue, path, as: "database", within: .seconds(5)) { try? $0.close() }
    try await queue.write { database in
      try database.create(table: Note.databaseTableName, ifNotExists: true) { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("text", .text).notNull()
      }
    }
    database.withLock { $0 = queue }
  }

  nonisolated var isOpen: Bool { database.withLock { $0 != nil } }

  /// Throws if the database can't be read.
  nonisolated func check() async throws { _ = try await queue().read { try Note.fetchOne($0) } }

  nonisolated func all() async throws -> [Note] { try await queue().read { try Note.fetchAll($0) } }

  nonisolated func note(_ id: Int64) async throws -> Note? {
    try await queue().read { try Note.fetchOne($0, key: id) }
  }

  nonisolated func add(_ text: String) async throws -> Note {
    try await queue().write { database in
      var note = Note(text: text)
      try note.insert(database)
      return note
    }
  }

  nonisolated func remove(_ id: Int64) async throws -> Bool {
    try await queue().write { try Note.deleteOne($0, key: id) }
  }

  /// Removes all but the latest notes.
  nonisolated func keep(_ count: Int) async throws -> Int {
    try await queue().write { database in
      try Note.order(sql: "id DESC").limit(-1, offset: count).fetchAll(database)
        .reduce(0) { try $1.delete(database) ? $0 + 1 : $0 }
    }
  }

  private nonisolated func queue() throws -> DatabaseQueue {
    guard let queue = database.withLock({ $0 }) else { throw StoreClosed() }
    return queue
  }
}

/// The error when the store has not been started.
struct StoreClosed: Error {}
