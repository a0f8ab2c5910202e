import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// The built-in route and those of files.
@Suite struct RouteTests {
  init() {
    EventLoopThread.start()
  }

  private static let latitudes = [
    "53.619653", "53.080917", "52.378385", "52.496385", "53.866865", "54.30454", "54.797277", "52.426412",
    "53.542788", "53.141598",
  ]

  @LoopActor @Test func `ten places, the first at once and one each ten seconds, round and round`() {
    let (timers, told) = (TimerQueue(source: ManualTime()), Box<[Position]>([]))
    let route = JourneySource(routeEvery: .seconds(10), timers: timers)
    route.start { if case .success(let position) = $0 { told.value.append(position) } }
    #expect(told.value.count == 1)
    timers.advance(by: .milliseconds(9_999))
    #expect(told.value.count == 1)
    timers.advance(by: .seconds(115))
    #expect(
      told.value.map { "\($0.coordinate.latitude)" } == Self.latitudes + Array(Self.latitudes.prefix(3)))
  }

  @LoopActor @Test func `it keeps its place while nobody listens`() {
    let (timers, told) = (TimerQueue(source: ManualTime()), Box<[Double]>([]))
    let route = JourneySource(routeEvery: .seconds(10), timers: timers)
    let listen: LocationListener = {
      if case .success(let position) = $0 { told.value.append(position.coordinate.latitude) }
    }
    route.start(listen)
    timers.advance(by: .seconds(25))
    route.stop()
    timers.advance(by: .seconds(1_000))
    route.start(listen)
    timers.advance(by: .seconds(10))
    #expect(told.value.map { "\($0)" } == Array(Self.latitudes.prefix(3)) + Array(Self.latitudes[2...3]))
  }

  @LoopActor
  @Test(arguments: [
    (#"[{"latitude":1,"longitude":2},{"lat":-3.5,"lng":4,"altitude":5}]"#, "1.0 2.0 nil, -3.5 4.0 5.0"),
    ("1,2\n-3.5, 4 ,5\n", "1.0 2.0 nil, -3.5 4.0 5.0"),
    ("\u{FEFF}latitude,longitude\r\n1,2\r\n", "1.0 2.0 nil"),
    ("\"1\",\"2\", \"3\" \n", "1.0 2.0 3.0"),
    ("\"lon\",\"lat\"\n\"2\",\"1\"\n", "1.0 2.0 nil"),
    ("# a walk\n\nname;x,LON,lat\n\"home\",2,1\n", "1.0 2.0 nil"),
  ])
  func `a file of places`(text: String, places: String) throws {
    let route = try Route(decoding: Array(text.utf8))
    let words = route.positions.map {
      "\($0.coordinate.latitude) \($0.coordinate.longitude) \($0.altitude.map { "\($0)" } ?? "nil")"
    }
    #expect(words.joined(separator: ", ") == places)
  }

  @LoopActor
  @Test(arguments: [
    ("[]", FailureKind.missingData, "The file names no place."),
    ("\n# nothing\n", .missingData, "The file names no place."),
    ("[{]", .malformedData, "The data is not JSON"),
    (#"[{"latitude":1}]"#, .unexpectedShape, "/0/longitude is missing."),
    (#"[{"latitude":91,"longitude":0}]"#, .unexpectedShape, "/0/latitude"),
    (#"{"latitude":1,"longitude":0}"#, .unexpectedShape, "The outermost value is an object, not an array."),
    ("1,2\n3;4\n", .unexpectedShape, "Line 2 of the file lacks a latitude"),
    ("1,2\n3\n", .unexpectedShape, "Line 2 of the file lacks a longitude"),
    ("1,2\n3,181\n", .unexpectedShape, "Line 2 of the file lacks a longitude"),
    ("place,where\nhome,here\n", .unexpectedShape, "Line 1 of the file lacks a latitude"),
  ])
  func `a damaged file says what is wrong, and where`(text: String, kind: FailureKind, words: String) {
    #expect {
      try Route(decoding: Array(text.utf8))
    } throws: { error in
      let problem = error as? Problem
      return problem?.kind == kind && problem?.explanation?.english.hasPrefix(words) == true
    }
  }

  @LoopActor @Test func `a file that is mended is read at the next try`() throws {
    let file = try TemporaryFile("1,none")
    let (timers, told) = (TimerQueue(source: ManualTime()), Box<[String]>([]))
    let source = JourneySource(
      route: RegularFile(path: file.path, limit: 1_000), every: .seconds(1), timers: timers)
    source.start { outcome in
      switch outcome {
      case .success(let position): told.value.append("\(position.coordinate.latitude)")
      case .failure(let problem): told.value.append("\(problem.kind.rawValue) \(problem.detail.url ?? "?")")
      }
    }
    try file.write("1,2\n3,4\n")
    timers.advance(by: .seconds(5))
    #expect(told.value == ["unexpectedShape route:\(file.path)"])
    source.tryAgain()
    timers.advance(by: .seconds(1))
    #expect(told.value.dropFirst() == ["1.0", "3.0"])
  }
}
