import Testing

/// The sentences that a wrong configuration gets: file, key, expectation, nearest name.
struct FaultTests {
  @Test(arguments: [
    (
      "retri = 1",
      "FILE: retri is unknown; known there are limits, location, metrics, minimumRequestTime, recoveryOptions, resources, shared, store, watch"
    ),
    ("minimumRequestTim = 1", "FILE: minimumRequestTim is unknown; did you mean minimumRequestTime?"),
    ("resource = {}", "FILE: resource is unknown; did you mean resources?"),
    ("limits.batsh = 1", "FILE: limits.batsh is unknown; did you mean limits.batch?"),
    (
      "[resources.menu.retry]\nattempt = 1",
      "FILE: resources.menu.retry.attempt is unknown; did you mean resources.menu.retry.attempts?"
    ),
    (
      "resources.menu.xyzzy = 1",
      "FILE: resources.menu.xyzzy is unknown; known there are autoPolling, caFile, certificate, connectTimeout, excerpts, headers, key, pointer, recoveryOptions, retry, shape, source, staleAfter, statuses, timeout, totalTimeout"
    ),
    ("resources.stat.timeout = 1", "FILE: resources.stat.source is missing; did you mean resources.state?"),
    ("resources.builds.shape = 'any'", "FILE: resources.builds.source is missing"),
    ("resources = 1", "FILE: resources must be a table, got 1"),
    ("resources.state = 'demo'", "FILE: resources.state must be a table, got a string"),
    ("resources.state.retry = true", "FILE: resources.state.retry must be a table, got true"),
    (
      "resources.location.source = 'demo'",
      "FILE: resources has a resource “location”; a name must be 1 to 64 letters, digits, - and _, and not “location”"
    ),
    (
      "resources.'a b'.source = 'demo'",
      "FILE: resources has a resource “a b”; a name must be 1 to 64 letters, digits, - and _, and not “location”"
    ),
    ("limits = []", "FILE: limits must be a table, got an array"),
    (
      "resources.state.timeout = 'soon'",
      "FILE: resources.state.timeout must be a number of seconds between 0.05 and 3600, got a string"
    ),
    (
      "resources.state.timeout = 0",
      "FILE: resources.state.timeout must be a number of seconds between 0.05 and 3600, got 0"
    ),
    (
      "resources.state.timeout = nan",
      "FILE: resources.state.timeout must be a number of seconds between 0.05 and 3600, got nan"
    ),
    (
      "resources.state.timeout = inf",
      "FILE: resources.state.timeout must be a number of seconds between 0.05 and 3600, got inf"
    ),
    (
      "resources.state.timeout = 2026-11-21",
      "FILE: resources.state.timeout must be a number of seconds between 0.05 and 3600, got a date or time"
    ),
    ("limits.batch = 1.5", "FILE: limits.batch must be a whole number between 1 and 10000, got 1.5"),
    (
      "limits.bodyBytes = -1",
      "FILE: limits.bodyBytes must be a whole number of bytes between 1 and 1073741824, got -1"
    ),
    (
      "resources.state.autoPolling.enabled = 'yes'",
      "FILE: resources.state.autoPolling.enabled must be true or false, got a string"
    ),
    (
      "resources.state.shape = 'txt'",
      "FILE: resources.state.shape must be one of fleet, menu, any, text, lines, got “txt”"
    ),
    (
      "resources.b = {source = 'demo', shape = 'flet'}",
      "FILE: resources.b.shape must be one of fleet, menu, any, text, lines, got “flet”"
    ),
    (
      "resources.state.source = 'gopher://u:p@h/?q=1'",
      "FILE: resources.state.source names no source: a source must be https://…, http://…, events+https://…, file:PATH, command:PROGRAM, stream:PROGRAM or demo, got “gopher:…”"
    ),
    (
      "resources.state.source = ''",
      "FILE: resources.state.source must be a string that names a source, got an empty string"
    ),
    (
      "resources.state.source = 3", "FILE: resources.state.source must be a string that names a source, got 3"
    ),
    (
      "resources.state.caFile = \"a\\u0000b\"",
      "FILE: resources.state.caFile must be the path of a file, got a string with U+0000"
    ),
    (
      "location.source = 'gpsd:localhost'",
      "FILE: location.source names no location: a location must be route, route:FILE, gpsd://HOST:PORT, gpx:FILE, https://…, http://…, file:PATH or command:PROGRAM"
    ),
    (
      "location.source = 'gpx:trip.gpx?rate=fast'",
      "FILE: location.source names no location: the rate of gpx must be a number between 0.001 and 1000"
    ),
    (
      "location.source = 'https://example.org:0/s3cret'",
      "FILE: location.source names no location: the port of a URL must be 1 to 65535"
    ),
    (
      "location = {source = 'file:here.json', interval = 0.5}",
      "FILE: location.interval must be at least 1 second where the location is fetched"
    ),
    (
      "store.path = ''",
      "FILE: store.path must be none or the path of a folder, got an empty string"
    ),
    (
      "a\u{2028}b = 1",
      "FILE: line 1, column 2: = must follow the key; a key with other characters than letters, digits, - and _ stands in quotes"
    ),
    (
      "'a\u{2028}b' = 1",
      "FILE: a\\u{2028}b is unknown; known there are limits, location, metrics, minimumRequestTime, recoveryOptions, resources, shared, store, watch"
    ),
  ])
  func `a wrong key of a TOML file is named with what was expected`(toml: String, line: String) {
    #expect(problem(toml: toml) == line)
  }

  @Test(arguments: [
    ("[1]", "FILE: line 1, column 1: the configuration must be an object, got an array"),
    ("", "FILE: is empty; an empty configuration is {}"),
    ("{\"limits\": null}", "FILE: limits must be a table, got null"),
    ("{\n  \"limits\": {\"batch\": 1,}\n}", "FILE: line 2, column 25: unexpected }"),
    ("{\n  \"limits\": {},\n  \"limits\": {}\n}", "FILE: line 3, column 11: a name that stands there twice"),
    ("{\"a\": \"\u{FF}\"", "FILE: line 1, column 10: the text ends too early"),
    (
      "{\"limits\": {\"batch\": 1e400}}",
      "FILE: line 1, column 27: a number that fits neither 64 bits nor a double"
    ),
  ])
  func `a wrong JSON file is told like a wrong TOML file`(json: String, line: String) {
    #expect(problem(json: json) == line)
  }

  @Test(arguments: [
    (
      "\n\n  x = 0x",
      "FILE: line 3, column 9: Error while parsing hexadecimal integer: encountered end-of-file"
    ),
    ("x = 99999999999999999999", "FILE: line 1, column 25: the number is too large"),
  ])
  func `a TOML file that is none is told with line and column, and nothing of its text`(
    toml: String, line: String
  ) {
    #expect(problem(toml: toml) == line)
  }

  @Test(arguments: [
    (
      "STATUSD_RESOURCES_STATE_TIMEOUT", "s3cret",
      "resources.state.timeout must be a number of seconds between 0.05 and 3600"
    ),
    ("STATUSD_LIMITS_BATCH", "0", "limits.batch must be a whole number between 1 and 10000"),
    (
      "STATUSD_RESOURCES_MENU_AUTO_POLLING_ENABLED", "1",
      "resources.menu.autoPolling.enabled must be true or false"
    ),
    (
      "STATUSD_STATE", "s3cret",
      "resources.state.source names no source: a source must be https://…, http://…, events+https://…, file:PATH, command:PROGRAM, stream:PROGRAM or demo"
    ),
    (
      "STATUSD_LOCATION", "s3cret",
      "location.source names no location: a location must be route, route:FILE, gpsd://HOST:PORT, gpx:FILE, https://…, http://…, file:PATH or command:PROGRAM"
    ),
    (
      "STATUSD_RESOURCES_STATE_SHAPE", "s3cret",
      "resources.state.shape must be one of fleet, menu, any, text, lines"
    ),
  ])
  func `a wrong variable is named, and its value is not told`(name: String, value: String, sentence: String) {
    #expect(problem([name: value]) == "\(name): \(sentence)")
  }

  @Test func `a variable that two keys share is refused`() {
    let toml = "resources.x.source = 'demo'\nresources.x-connect.source = 'demo'"
    #expect(
      problem(toml: toml, ["STATUSD_RESOURCES_X_CONNECT_TIMEOUT": "1"])
        == "STATUSD_RESOURCES_X_CONNECT_TIMEOUT: stands for both resources.x.connectTimeout and resources.x-connect.timeout; set them in the file"
    )
  }
}
