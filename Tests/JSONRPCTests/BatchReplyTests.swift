import JSONRPC
import Jansson
import Testing

@Suite struct BatchReplyTests {
  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func `answers come in request order, whenever they came`(order: [Int]) {
    var reply = BatchResponse(count: 3)
    let wholes = order.map { index in reply.set(JSONText { $0.integer(index) }, at: index)?.description }
    #expect(wholes == [nil, nil, "[0,1,2]"])
  }

  @Test func `one answer is still an array`() {
    var reply = BatchResponse(count: 1)
    #expect(reply.set(.null, at: 0)?.description == "[null]")
  }
}
