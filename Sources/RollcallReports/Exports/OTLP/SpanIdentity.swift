import ModuleLifecycle
import RollcallRecordings
import RollcallTextFormatting

/// The ids of traces and spans. They are computed from the recording: they are equal each time it is exported, and in
/// all recordings of one run of an application.
///
/// The session is 128 random bits, here two words, and a dispatch has a number in the session. `mix` maps each word to
/// a different one (the last step of SplitMix64):
///
/// - A trace's id is `mix(first ^ mix(dispatch))`, then `mix(second ^ mix(~dispatch))`. No two dispatches of a session
///   share an id, nor do dispatches with the same number in two sessions.
/// - A span's id is `mix(mix(mix(mix(first ^ rotated second) ^ kind) ^ dispatch) ^ detail)`. For a handler's call, the
///   detail is its row in the dispatch, from one; for a creation, the module's registration.
///
/// An id of zero becomes one. A session that is not 32 hexadecimal digits is replaced by its FNV-1a hashes. For a
/// recording without a session, the application's name and the journal's start are hashed.
struct SpanIdentity {
  /// The subject of a span.
  enum Subject {
    case dispatch(DispatchID)
    /// A row of a dispatch, by its index.
    case row(Int, of: DispatchID)
    /// The launch that a dispatch completes.
    case launch(DispatchID)
    /// The time before the composite, in the launch that a dispatch completes.
    case before(DispatchID)
    /// A module's creation in the launch that a dispatch completes.
    case creation(ModuleID, of: DispatchID)
    /// A named moment of the launch that a dispatch completes, by its index.
    case mark(Int, of: DispatchID)
  }

  private let first, second: UInt64

  init(_ header: JournalHeader) {
    let name = header.session ?? "\(header.application)\0\(header.startedNanoseconds)"
    let digits = Array(name.utf8)
    let isHexadecimal = digits.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0)
    }
    if isHexadecimal, digits.count == 32, let first = UInt64(name.prefix(16), radix: 16),
      let second = UInt64(name.suffix(16), radix: 16)
    {
      (self.first, self.second) = (first, second)
    } else {
      first = Self.hash(digits, 0xCBF2_9CE4_8422_2325)
      second = Self.hash(digits, Self.mix(0xCBF2_9CE4_8422_2325))
    }
  }

  /// The id of a dispatch's trace: 32 hexadecimal digits.
  func trace(of dispatch: DispatchID) -> String {
    let (high, low) = (Self.mix(first ^ Self.mix(dispatch.rawValue)), Self.mix(second ^ Self.mix(~dispatch.rawValue)))
    return high.digits(16, radix: 16) + (high | low == 0 ? 1 : low).digits(16, radix: 16)
  }

  /// The id of a span: 16 hexadecimal digits.
  func span(_ subject: Subject) -> String {
    let (kind, dispatch, detail): (UInt64, DispatchID, UInt64) =
      switch subject {
      case .dispatch(let id): (0, id, 0)
      case .row(let place, let id): (1, id, UInt64(place) &+ 1)
      case .launch(let id): (2, id, 0)
      case .creation(let module, let id): (3, id, module.rawValue)
      case .mark(let place, let id): (4, id, UInt64(place))
      case .before(let id): (5, id, 0)
      }
    let key = Self.mix(first ^ (second << 32 | second >> 32))
    let id = Self.mix(Self.mix(Self.mix(key ^ kind) ^ dispatch.rawValue) ^ detail)
    return max(id, 1).digits(16, radix: 16)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var word = value &+ 0x9E37_79B9_7F4A_7C15
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  private static func hash(_ bytes: [UInt8], _ basis: UInt64) -> UInt64 {
    bytes.reduce(basis) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
