import Engine
import Providers
import Reactor
import StatusCore
import Store

extension DoctorCheck {
  /// What this computer lends: libcurl, the certificates of authorities, SQLite.
  ///
  /// What is missing is no problem as long as nothing asks for it.
  @LoopActor
  static func libraries(for configuration: Configuration) -> [DoctorCheck] {
    let usesHTTP = configuration.resources.contains { $0.source.usesHTTP }
    return [library(isUsed: usesHTTP), certificates(areUsed: usesHTTP)].compactMap(\.self)
      + [store(isUsed: configuration.store.path != nil)]
  }

  @LoopActor
  private static func library(isUsed: Bool) -> DoctorCheck {
    do throws(Problem) {
      return DoctorCheck("libcurl", .ok, try HTTPMeans.library())
    } catch {
      let package = SystemPart.curl.toInstall(on: .ofThisComputer)
      guard isUsed else { return DoctorCheck("libcurl", .ok, "missing; HTTP needs \(package)") }
      return DoctorCheck("libcurl", .problem, error)
    }
  }

  /// - Returns: Nil without libcurl.
  @LoopActor
  private static func certificates(areUsed: Bool) -> DoctorCheck? {
    guard (try? HTTPMeans.library()) != nil else { return nil }
    do throws(Problem) {
      return DoctorCheck("certificates", .ok, try HTTPMeans.authorities())
    } catch {
      return DoctorCheck("certificates", areUsed ? .problem : .warning, error)
    }
  }

  private static func store(isUsed: Bool) -> DoctorCheck {
    if let version = StoreLibrary.version { return DoctorCheck("SQLite", .ok, version) }
    let package = SystemPart.sqlite.toInstall(on: .ofThisComputer)
    guard isUsed else { return DoctorCheck("SQLite", .ok, "missing; a store needs \(package)") }
    return DoctorCheck(
      "SQLite", .problem, "The store needs SQLite, which could not be loaded.", advice: "Install \(package).")
  }

  private init(_ subject: String, _ status: Status, _ problem: Problem) {
    let (explanation, advice) = (problem.explanation?.english, problem.explanation?.advice?.english)
    self.init(subject, status, explanation ?? problem.kind.rawValue, advice: advice)
  }
}
