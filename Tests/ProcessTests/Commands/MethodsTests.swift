import Foundation
import StatusServer
import TestSupport
import Testing

@testable import statusd

/// `statusd methods`, and the methods that other commands list.
struct MethodsTests {
  @Test func `each method has its params and a sentence`() throws {
    let run = try Run("methods")
    #expect(run.output.contains("\nrefresh [resource] [timeout] [arguments]\n  Fetch a resource once.\n"))
    #expect(
      run.output.contains(
        "\nretry [failureId] [optionId]\n  Perform one of a failure's recovery options. For "))
    #expect(run.errors == "" && run.status == 0)
  }

  @Test func `the list is that of the contract`() throws {
    struct Method: Decodable {
      struct Parameter: Decodable {
        let name: String
        let required: Bool
      }
      let name, summary: String
      let params: [Parameter]
      let call: Bool
    }
    struct Contract: Decodable {
      struct Method: Decodable { let name, summary: String }
      let methods: [Method]
    }
    let listed = try JSONDecoder().decode([Method].self, from: Data(try Run("methods", "--json").output.utf8))
    let contract = try JSONDecoder().decode(Contract.self, from: Data(try Run("schema").output.utf8))
    #expect(listed.map(\.name) == contract.methods.map(\.name))
    #expect(listed.map(\.summary) == contract.methods.map(\.summary))
    let anchor = try #require(listed.first { $0.name == "getHelp" }?.params.first)
    #expect(anchor.name == "anchor" && anchor.required)
    for method in listed where method.call == false {
      #expect(try Run("call", method.name).errors.hasPrefix("statusd: \(method.name) "))
    }
    #expect(listed.count { !$0.call } == 9)
  }

  @Test func `the man page has every method`() throws {
    let page = try Run("manual").output
    for method in MethodDescription.all {
      #expect(page.contains("\n\\fB\(method.name)\\fR"), "\(method.name)")
    }
  }
}
