import Testing

@testable import Store

struct StoreQuotaTests {
  private let a = StoreKey([1])
  private let b = StoreKey([2])
  private let c = StoreKey([3])
  private let fetch = StoreQuota.chargeOfFetch

  /// A quota and what was asked of it; a class, so that expectations may change it.
  private final class Account {
    var quota: StoreQuota

    init(_ limit: Int, fetches: Int = 0) {
      quota = StoreQuota(limit: limit)
      for _ in 0..<fetches { _ = quota.addFetch() }
    }

    func accept(_ charge: Int, of key: StoreKey, at date: Int64 = 0) -> Bool {
      quota.accept(StoreQuota.Entry(charge: charge, fetchedAt: date), of: key)
    }

    func addFetch() -> Int { quota.addFetch() }
    func free(for key: StoreKey) -> StoreQuota.Dropped? { quota.free(for: key) }
  }

  @Test func `a value may fill the quota and no more`() {
    let account = Account(1_000)
    #expect(account.accept(1_000, of: a))
    #expect(!account.accept(1, of: b))
    #expect(account.quota.bytes == 1_000 && account.quota.values.count == 1)
  }

  @Test func `a value takes the place of the one with its key`() {
    let account = Account(1_000)
    #expect(account.accept(900, of: a))
    #expect(account.accept(1_000, of: a))
    #expect(!account.accept(1_001, of: a))
    #expect(account.quota.bytes == 1_000)
  }

  @Test func `history takes half of the quota, and its oldest go`() {
    let account = Account(10 * fetch)
    #expect((1...8).map { _ in account.addFetch() } == [0, 0, 0, 0, 0, 1, 1, 1])
    #expect(account.quota.historyCount == 5)
  }

  @Test func `history has what values leave of its half`() {
    let account = Account(10 * fetch)
    #expect(account.accept(8 * fetch, of: a))
    #expect((1...4).map { _ in account.addFetch() } == [0, 0, 1, 1])
    #expect(account.quota.bytes == 10 * fetch)
  }

  @Test func `a long history drops more than one at a time`() {
    let account = Account(2 * 640 * fetch, fetches: 640)
    #expect((1...12).map { _ in account.addFetch() } == [11] + Array(repeating: 0, count: 10) + [11])
  }

  @Test func `history goes before values, and no more than is needed`() {
    let account = Account(10 * fetch, fetches: 5)
    #expect(!account.accept(6 * fetch, of: a))
    #expect(account.free(for: a)?.history == 1)
    #expect(account.accept(6 * fetch, of: a))
    #expect(account.quota.bytes == 10 * fetch)
  }

  @Test func `then the oldest values of others go`() {
    let account = Account(1_000, fetches: 1)
    #expect(account.accept(100, of: a, at: 5))
    #expect(account.accept(300, of: b, at: 1))
    #expect(account.accept(300, of: c, at: 2))
    #expect(!account.accept(550, of: a, at: 9))
    let dropped = account.free(for: a)
    #expect(dropped?.history == 1 && dropped?.values == [b] && dropped?.count == 2)
    #expect(account.accept(550, of: a, at: 9))
  }

  @Test func `nothing goes for a value that cannot fit`() {
    let account = Account(1_000, fetches: 1)
    #expect(account.accept(300, of: b))
    #expect(!account.accept(1_001, of: a))
    #expect(account.free(for: a) == nil)
    #expect(account.quota.bytes == 300 + fetch)
  }

  @Test func `a refusal is forgotten with its instance`() {
    let account = Account(1_000, fetches: 1)
    #expect(!account.accept(2_000, of: a))
    #expect(account.free(for: a) == nil)
    account.quota.forgetRefusal(of: a)
    #expect(account.free(for: a)?.history == 1)
  }

  @Test func `where nothing was refused, the older half of the history goes, or the oldest value`() {
    let account = Account(10_000, fetches: 5)
    #expect(account.accept(300, of: b, at: 2))
    #expect(account.accept(300, of: c, at: 1))
    #expect((1...3).map { _ in account.free(for: a)?.history } == [3, 1, 1])
    #expect(account.free(for: a)?.values == [c])
    #expect(account.free(for: b)?.count == 0)
  }

  @Test func `more space is twice the space`() {
    let account = Account(1_000)
    #expect(!account.accept(2_000, of: a))
    account.quota.raise()
    #expect(account.quota.limit == 2_000)
    #expect(account.accept(2_000, of: a))
    let large = Account(.max / 2 + 1)
    large.quota.raise()
    #expect(large.quota.limit == .max)
  }

  @Test func `what was accepted before the file was read is newer`() {
    let account = Account(1_000)
    #expect(account.accept(10, of: a))
    account.quota.begin(
      values: [a: .init(charge: 20, fetchedAt: 0), b: .init(charge: 30, fetchedAt: 0)], historyCount: 2)
    #expect(account.quota.bytes == 40 + 2 * fetch)
    account.quota.forget(b)
    account.quota.forget(b)
    #expect(account.quota.bytes == 10 + 2 * fetch)
    account.quota.clear()
    #expect(account.quota.bytes == 0 && account.quota.limit == 1_000)
  }
}
