import Testing

@testable import StatusCore

@Suite struct ResourceSnapshotTests {
  @Test func `a change raises the revision by one`() {
    var snapshot = ResourceSnapshot(resource: .menu)
    snapshot.update {
      $0.status = .loading
      $0.isFetching = true
    }
    #expect(snapshot.revision == 1)
  }

  @Test func `a change of the time alone raises no revision`() {
    var snapshot = ResourceSnapshot(resource: .menu)
    snapshot.update { $0.updatedAt = Timestamp(millisecondsSince1970: 1) }
    #expect(snapshot.revision == 0)
  }

  @Test func `a change of the time is kept all the same`() {
    var snapshot = ResourceSnapshot(resource: .menu)
    snapshot.update { $0.updatedAt = Timestamp(millisecondsSince1970: 1) }
    #expect(snapshot.updatedAt == Timestamp(millisecondsSince1970: 1))
  }

  @Test func `an equal value raises no revision`() {
    var snapshot = ResourceSnapshot(resource: .menu)
    snapshot.update { $0.value = .menu(at: 1) }
    snapshot.update { $0.value = .menu(at: 1) }
    #expect(snapshot.revision == 1)
  }
}
