import StatusCore
import TestSupport
import Testing

@testable import Providers

/// What is decoded without a tree, next to the decoder that makes one.
@Suite struct DecodingPropertyTests {
  private static func compare(_ body: [UInt8], _ shape: ResourceShape, _ seed: UInt64) {
    let expected = ReferenceDecoder.decode(body, as: shape)
    for step in [1, 16_384] {
      let isEqual = ValueDecoding.whole(body, as: shape, step: step) == expected
      #expect(isEqual, "seed \(seed), step \(step): \(String(decoding: body, as: UTF8.self))")
    }
  }

  @Test(arguments: [ResourceShape.fleet, .menu])
  func `good bodies give the values of the reference`(shape: ResourceShape) {
    var taken = 0
    for seed in 1...150 as ClosedRange<UInt64> {
      var random = RandomBody(seed: seed, mistakes: 0)
      let body = random.body(of: shape, size: 8)
      Self.compare(body, shape, seed)
      if case .success = ReferenceDecoder.decode(body, as: shape) { taken += 1 }
    }
    #expect(taken == 150)
  }

  @Test(arguments: [ResourceShape.fleet, .menu])
  func `wrong bodies have the problems of the reference`(shape: ResourceShape) {
    var refused = 0
    for seed in 1...800 as ClosedRange<UInt64> {
      var random = RandomBody(seed: seed, mistakes: 15)
      let body = random.body(of: shape, size: 4)
      Self.compare(body, shape, seed)
      if case .failure = ReferenceDecoder.decode(body, as: shape) { refused += 1 }
    }
    #expect(refused > 100 && refused < 750)
  }

  @Test(arguments: [ResourceShape.fleet, .menu])
  func `damaged bodies have the problems of the reference`(shape: ResourceShape) {
    for seed in 1...800 as ClosedRange<UInt64> {
      var random = RandomBody(seed: seed, mistakes: 2)
      Self.compare(random.damaged(random.body(of: shape, size: 3)), shape, seed)
    }
  }

  @Test(arguments: [ResourceShape.fleet, .menu])
  func `large bodies give the values of the reference`(shape: ResourceShape) {
    var random = RandomBody(seed: 7, mistakes: 0)
    let body = random.body(of: shape, size: 2_000)
    Self.compare(body, shape, 7)
  }
}
