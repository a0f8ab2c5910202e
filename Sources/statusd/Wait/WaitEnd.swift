/// How a wait has ended, by the names of the method waitFor.
enum WaitEnd: String {
  /// A condition of `--until` holds.
  case met
  /// A condition of `--unless` holds.
  case unless
  /// The time is over.
  case timeout

  /// As grep(1) and timeout(1) end.
  var status: CInt {
    switch self {
    case .met: 0
    case .unless: 1
    case .timeout: 124
    }
  }
}
