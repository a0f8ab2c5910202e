import StatusCore
import Testing

@testable import Providers

/// Ids of a fleet are references, so each is there once, and none is empty.
@Suite struct EntityIDTests {
  private static func path(couriers: [String] = [], packages: [String] = [], vehicles: [String] = [])
    -> String?
  {
    let place = #"{"lat":1,"lng":2}"#
    func array(_ ids: [String], _ more: String) -> String {
      "[" + ids.map { #"{"id":"\#($0)","location":\#(place),\#(more)}"# }.joined(separator: ",") + "]"
    }
    let body =
      #"{"central":\#(place),"couriers":\#(array(couriers, #""name":"n""#)),"#
      + #""packages":\#(array(packages, #""destination":\#(place),"delivered":false"#)),"#
      + #""vehicles":\#(array(vehicles, #""name":"n""#))}"#
    guard case .failure(let problem) = ValueDecoder.decode(Array(body.utf8), as: .fleet, from: "test:x")
    else {
      return nil
    }
    #expect(problem.kind == .unexpectedShape && problem.detail.excerpt?.hasPrefix(#"{"central""#) == true)
    return problem.detail.path
  }

  @Test func `an empty id is another shape`() {
    #expect(Self.path(couriers: ["a", ""]) == "/couriers/1/id")
    #expect(Self.path(packages: [""]) == "/packages/0/id")
    #expect(Self.path(vehicles: ["b", "a", ""]) == "/vehicles/2/id")
  }

  @Test(arguments: [
    (["a", "a"], 1), (["b", "a", "b"], 2), (["a", "c", "b", "c", "a"], 3), (["z", "y", "x", "z", "x"], 3),
    (["a", #"\u0061"#], 1), ([#"q\""#, "x", #"q\u0022"#], 2),
  ])
  func `the first id that comes again is another shape`(ids: [String], index: Int) {
    #expect(Self.path(couriers: ids) == "/couriers/\(index)/id")
    #expect(Self.path(vehicles: ids) == "/vehicles/\(index)/id")
  }

  @Test func `things of two kinds may have one id, and ids that differ in their bytes are two`() {
    #expect(Self.path(couriers: ["1"], packages: ["1"], vehicles: ["1"]) == nil)
    #expect(Self.path(couriers: ["é", #"e\u0301"#, "E"]) == nil)
  }

  @Test func `one of many is found`() {
    let ids = (0..<5_000).map { "id-\($0 * 7_919 % 5_000)" }
    #expect(Self.path(couriers: ids) == nil)
    #expect(Self.path(couriers: ids + ["id-4"]) == "/couriers/5000/id")
  }
}
