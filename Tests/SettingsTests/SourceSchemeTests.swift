import Engine
import StatusCore
import Testing

@testable import Providers
@testable import Settings

/// Every scheme of a source is in each place that lists or reads them.
struct SourceSchemeTests {
  typealias Scheme = SourceAddress.Scheme

  /// Why the text names no source, or no location; nil for one that does.
  private func problem(ofSource text: String) -> String? {
    do throws(SourceAddressError) {
      _ = try SourceAddress(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func problem(ofLocation text: String) -> String? {
    do throws(LocationAddressError) {
      _ = try LocationAddress(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func example(of scheme: Scheme) -> String { scheme.fullForm.replacing("…", with: "x") }

  @Test(arguments: Scheme.allCases)
  func `an address of its form is one of that scheme`(scheme: Scheme) {
    #expect(problem(ofSource: example(of: scheme)) == nil)
    #expect(Scheme(of: example(of: scheme)) == scheme)
  }

  @Test(arguments: Scheme.allCases)
  func `what names no source is answered with its form`(scheme: Scheme) throws {
    let words = try #require(problem(ofSource: "gopher://x")).split { " ,".contains($0) }
    #expect(words.contains { scheme.form == $0 })
  }

  @Test(arguments: Scheme.allCases)
  func `what is near to its name leads to it`(scheme: Scheme) {
    for (word, proposal) in scheme.beginnings {
      #expect(problem(ofSource: " \(word.uppercased())")?.hasSuffix("; did you mean \(proposal)?") == true)
      #expect(proposal.hasPrefix(scheme.prefix))
    }
    for name in scheme.otherNames {
      #expect(problem(ofSource: "\(name):it's")?.hasSuffix("; did you mean \(scheme.proposal)?") == true)
    }
  }

  @Test(arguments: Scheme.allCases)
  func `a location has it, or says why not`(scheme: Scheme) throws {
    let mistake = problem(ofLocation: example(of: scheme))
    let words = try #require(problem(ofLocation: "gopher://x")).split { " ,".contains($0) }
    #expect((mistake == nil) == scheme.canLocate)
    #expect(words.contains { scheme.form == $0 } == scheme.canLocate)
    #expect((mistake?.contains(" \(scheme.prefix) ") == true) == scheme.isLive)
  }

  @Test(arguments: Scheme.allCases)
  func `the keys of the configuration name it`(scheme: Scheme) throws {
    let ofResources = try #require(TableRow.all.first { $0.key == "resources.NAME.source" })
    let ofLocation = try #require(TableRow.all.first { $0.key == "location.source" })
    #expect(ofResources.summary.contains("`\(scheme.fullForm)`"))
    #expect(ofLocation.summary.contains("`\(scheme.fullForm)`") == scheme.canLocate)
  }

  @Test(arguments: Scheme.allCases)
  func `a variable in it is put in, and shown, unless it is the program's`(scheme: Scheme) throws {
    let source = "\(scheme.prefix)x ${X}"
    let toml = "resources.x.source = '\(source)'"
    #expect(try missing(toml: toml).isEmpty == scheme.isProgram)
    let shown = scheme.isProgram ? source : "\(scheme.prefix)x $${X}"
    #expect(ShownValue(.text(source)) == .string(shown))
  }
}
