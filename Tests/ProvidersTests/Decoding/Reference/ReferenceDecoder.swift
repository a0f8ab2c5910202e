import Jansson
import StatusCore

@testable import Providers

/// Decodes bodies by jansson's trees and values of Swift: a second statement of what ``ValueDecoding`` does.
enum ReferenceDecoder {
  static func decode(_ body: [UInt8], as shape: ResourceShape) -> Result<ResourceValue, Problem> {
    Result { () throws(Problem) in
      do throws(Problem) {
        let isMarked = body.starts(with: [0xEF, 0xBB, 0xBF])
        let reader = try ValueDecoder.reader(of: Array(body.dropFirst(isMarked ? 3 : 0)), at: "", offset: 0)
        return shape == .fleet ? .fleet(try Fleet(reader)) : .menu(try Menu(reader))
      } catch {
        var problem = error.kind == .missingData ? error : error.quoting(body)
        problem.detail.url = "test:x"
        throw problem
      }
    }
  }
}
