import StatusCore
import Testing

struct RecencyOrderTests {
  @Test func `slots are in the order of their last use`() {
    var order = RecencyOrder()
    let slots = (0..<3).map { _ in order.take() }
    #expect(slots == [0, 1, 2] && order.count == 3)
    order.use(0)
    #expect(order.oldest { _ in true } == 1)
    #expect(order.oldest { $0 != 1 } == 2)
    order.use(1)
    order.use(1)
    #expect(order.oldest { _ in true } == 2)
    #expect(order.oldest { _ in false } == nil)
  }

  @Test func `a slot that was released is taken again`() {
    var order = RecencyOrder()
    for _ in 0..<3 { _ = order.take() }
    order.release(1)
    #expect(order.count == 2)
    #expect(order.take() == 1)
    #expect(order.take() == 3)
    #expect(order.oldest { $0 != 0 } == 2)
  }

  @Test func `the last slot leaves an order that is empty`() {
    var order = RecencyOrder()
    order.release(order.take())
    #expect(order.count == 0 && order.oldest { _ in true } == nil)
    #expect(order.take() == 0)
    #expect(order.oldest { _ in true } == 0)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `at random it does what an array does`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var order = RecencyOrder()
    var reference: [Int] = []
    for _ in 0..<2_000 {
      let known = reference.randomElement(using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        let slot = order.take()
        #expect(!reference.contains(slot))
        reference.append(slot)
      case 1, 2:
        guard let known else { continue }
        order.use(known)
        reference.removeAll { $0 == known }
        reference.append(known)
      case 3:
        guard let known else { continue }
        order.release(known)
        reference.removeAll { $0 == known }
      default:
        let odd = order.oldest { $0 % 2 == 1 }
        #expect(odd == reference.first { $0 % 2 == 1 })
      }
      #expect(order.count == reference.count && order.oldest { _ in true } == reference.first)
    }
  }
}
