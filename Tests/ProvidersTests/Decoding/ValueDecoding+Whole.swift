import StatusCore

@testable import Providers

extension ValueDecoding {
  /// Decodes a body to its end.
  ///
  /// - Parameter step: How much is done at a time; 1 is every place at which a decoding can be resumed.
  static func whole(_ body: [UInt8], as shape: ResourceShape, step: Int) -> Result<ResourceValue, Problem> {
    var decoding = ValueDecoding(body, as: shape, from: "test:x", workOfStep: step)
    while true {
      switch decoding.proceed() {
      case .value(let value, _): return .success(value)
      case .failure(let problem): return .failure(problem)
      case .unchanged, nil: break
      }
    }
  }
}
