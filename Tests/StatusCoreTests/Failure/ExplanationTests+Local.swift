@testable import StatusCore

// The sentences about libcurl, about data, and about what is on this computer.

private let program = LocalOrigin.program("ls")
private let stream = LocalOrigin.stream("sensors")
private let file = LocalOrigin.file("/srv/menu.json")
private let places = LocalOrigin.places("/srv/tour.gpx")

extension ExplanationTests {
  static let libraries: [Example] = [
    (
      .library(.notLoaded(words: "no such file", on: .debian)),
      "HTTP needs libcurl, which could not be loaded (no such file)."
    ),
    (
      .library(.tooOld(lacking: "curl_url_get")),
      "HTTP needs a newer libcurl: this one has no curl_url_get."
    ),
    (.library(.notSetUp), "HTTP needs libcurl, which could not be initialized."),
    (.library(.noMultiHandle), "libcurl could not create a multi handle."),
    (.library(.multiOptionRefused), "libcurl refuses an option of its multi handle."),
    (.library(.noHandle), "libcurl could not create a handle."),
    (
      .library(.optionRefused(code: 48)),
      "This libcurl refuses an option of statusd (code 48): it may be too old."
    ),
    (.library(.notStarted), "libcurl could not start the transfer."),
    (.library(.addressNotKept), "libcurl could not keep an address."),
    (.library(.headerNotKept), "libcurl could not keep a header."),
    (
      .library(.noLocale),
      "The host of the URL is not a valid internationalized domain name: this computer has no locale C.UTF-8."
    ),
    (
      .library(.noHostName),
      "The host of the URL is not a valid internationalized domain name: write it in its form that begins with xn--."
    ),
  ]

  static let data: [Example] = [
    (.data(.notUTF8), "The data is not UTF-8 text."),
    (.data(.notUTF8, of: program), "The output of ls is not UTF-8 text."),
    (.data(.notUTF8, of: stream), "A line of sensors is not UTF-8 text."),
    (.data(.notUTF8, of: file), "/srv/menu.json is not UTF-8 text."),
    (.data(.webPage), "The data is a web page, not JSON; it may be a login page."),
    (.data(.webPage, of: program), "ls printed a web page or XML, not JSON."),
    (.data(.text, of: program), "ls printed text, not JSON."),
    (.data(.text, of: stream), "sensors printed a line of text, not JSON."),
    (.data(.text, of: file), "/srv/menu.json holds text, not JSON."),
    (.data(.notJSON), "The data is not JSON."),
    (
      .data(.syntax(found: "not a value", offset: 11)), "The data is not JSON: not a value at byte 11."
    ),
    (
      .data(.syntax(found: "not a value", offset: 11), of: file),
      "/srv/menu.json is not JSON: not a value at byte 11."
    ),
    (
      .data(.duplicateName), "The data is not usable JSON: an object has two members with the same name."
    ),
    (.data(.numberRange), "The data is not usable JSON: a number is too large for a double."),
    (.data(.nullInName), "The data is not usable JSON: a member's name has U+0000 in it."),
    (.data(.unreadable(offset: 7)), "The data is not usable JSON: it cannot be read at byte 7."),
    (.data(.tooDeep(limit: 64)), "The data nests deeper than 64 levels."),
    (.data(.tooDeep(limit: nil)), "The data nests too deeply."),
    (.data(.tooManyValues(limit: 26, key: nil)), "The data has more than 26 values."),
    (
      .data(.tooManyValues(limit: 26, key: "limits.bodyValues")),
      "The data has more than 26 values (limits.bodyValues)."
    ),
    (.data(.tooManyValues(limit: nil, key: nil)), "The data has too many values."),
    (
      .shape(.other(found: "a string", expected: "an array"), at: "/items"),
      "/items is a string, not an array."
    ),
    (
      .shape(.other(found: "a string", expected: "an array"), at: ""),
      "The outermost value is a string, not an array."
    ),
    (.shape(.missing, at: "/central/lat"), "/central/lat is missing."),
    (.shape(.repeatedID, at: "/items/2/id"), "/items/2/id repeats the id of an earlier element."),
    (.shape(.notExpected("an array"), at: "/items"), "/items is not an array."),
    (.shape(.notExpected(nil), at: "/items"), "/items is not what was expected."),
  ]

  static let locations: [Example] = [
    (.places(.noPlaces), "The file names no place."),
    (.places(.noTrackPoints), "The file has no track points."),
    (.places(.tooMany(limit: 100_000)), "The file has more than 100000 positions."),
    (.places(.tooDeep(limit: 124)), "The file nests deeper than 124 elements."),
    (.places(.elementTooLarge(3, limit: 65_536)), "/3 has more than 65536 bytes."),
    (.places(.lineTooLarge(3, limit: 65_536)), "Line 3 of the file has more than 65536 bytes."),
    (
      .places(.line(3, lacks: "a latitude between -90 and 90")),
      "Line 3 of the file lacks a latitude between -90 and 90."
    ),
    (
      .places(.trackPointWithoutPlace(3)),
      "Track point 3 of the file has no latitude and longitude in degrees."
    ),
    (
      .places(.trackPointWithoutTime(3)),
      "Track point 3 of the file has no time, without which it cannot be replayed."
    ),
    (
      .places(.notXML(found: "mismatched tag", line: 3)),
      "The file is not usable XML: mismatched tag at line 3."
    ),
    (.receiver(.noReceiver), "gpsd has no receiver."),
    (.receiver(.unknownHost), "No address is known for the host of gpsd."),
    (.receiver(.unreachable), "gpsd cannot be reached."),
    (.receiver(.closed), "gpsd closed the connection."),
    (.receiver(.silent), "gpsd does not respond."),
    (.receiver(.foreign), "The server is not a gpsd with protocol 3."),
    (.receiver(.refused), "gpsd refuses to report positions."),
  ]

  static let local: [Example] = [
    (.file(.empty), "The file is empty."),
    (.file(.tooLarge(limit: 100)), "The file is larger than 100 bytes."),
    (.file(.notRegular), "The path does not name a regular file."),
    (.file(.system(words: "Input/output error")), "The system says: Input/output error."),
    (
      .file(.header("Authorization", need: "needs the file /run/token, which does not exist")),
      "The header Authorization needs the file /run/token, which does not exist."
    ),
    (
      .file(.keyWithPassphrase), "The key of the certificate has a passphrase, which statusd does not know."
    ),
    (
      .file(.unusable(.authorities, .bodyTooLarge, .file(.tooLarge(limit: 100)))),
      "The file of trusted certificates cannot be used. The file is larger than 100 bytes."
    ),
    (
      .file(.unusable(.certificate, .fileNotFound, nil)),
      "The file of the certificate cannot be used. There is nothing at this path."
    ),
    (
      .file(.unusable(.key, .fileNotFound, nil)),
      "The file of the certificate's key cannot be used. There is nothing at this path."
    ),
    (.program(.wroteTooMuch(limit: 100), of: "ls"), "ls writes more than 100 bytes."),
    (.program(.wroteNothing, of: "ls"), "ls wrote nothing."),
    (.program(.wroteNoValue, of: "sensors"), "sensors wrote no value in time."),
    (.program(.closedOutput, of: "sensors"), "sensors has closed its output."),
    (.program(.stillRunning, of: "ls"), "ls was still running."),
    (.program(.exited(status: 3, words: nil), of: nil), "The program ended with status 3."),
    (.program(.exited(status: 3, words: "no list"), of: "ls"), "ls ended with status 3: no list."),
    (.program(.exited(status: 3, words: "No list!"), of: "ls"), "ls ended with status 3: No list!"),
    (.program(.signalled(15, words: nil), of: "ls"), "ls was ended by signal 15."),
    (.program(.notFound(isPath: true), of: "./ls"), "There is no program ./ls."),
    (.program(.notFound(isPath: false), of: "ls"), "There is no program ls in PATH."),
    (.program(.notFound(isPath: true), of: nil), "There is no such program."),
    (.program(.noInterpreter, of: "./ls"), "./ls names an interpreter that does not exist."),
    (
      .program(.notExecutable(cause: "Permission denied"), of: "./ls"),
      "./ls cannot be executed (Permission denied)."
    ),
    (.program(.notExecutable(cause: nil), of: nil), "The program cannot be executed."),
    (
      .program(.notStarted(cause: "Argument list too long"), of: "ls"),
      "ls could not be started (Argument list too long)."
    ),
    (.store(.notRegular), "Something that is not a store is at the path of the store."),
    (.store(.locked), "The store is locked by another process, or its file system has no locks."),
    (.store(.noLibrary(on: nil)), "The store needs SQLite, which could not be loaded."),
    (.store(.system), "The system refuses to write the store."),
    (.store(.slow), "The disk of the store does not respond in time."),
    (
      .store(.valueTooLarge),
      "The value would not fit even if everything else were dropped, so nothing was dropped."
    ),
    (.misconfiguration("c.toml: a is unknown.", variable: nil), "c.toml: a is unknown."),
    (
      .scenarioIsOver(steps: 2), "The scenario has 2 steps for this resource, and this attempt is one more."
    ),
  ]

  static let suggestions: [(suggestion: Suggestion, english: String)] = [
    (
      .setShape(.menu, .menu),
      "Set shape = \"any\" for menu, which is a menu by default, or name another resource for "
        + "other JSON: --resource NAME=SOURCE."
    ),
    (.provideData(program), "Run ls by hand to find the cause, then try again."),
    (.provideData(stream), "Run sensors by hand to find the cause, then try again."),
    (.provideData(file), "Fill the file, then try again."),
    (.provideData(places), "Add a place to the file, then try again."),
    (.provideUTF8(program), "Have ls print UTF-8, then try again."),
    (.provideUTF8(file), "Convert the file to UTF-8, then try again."),
    (.correct(stream), "Correct what sensors prints, then try again."),
    (.correct(places), "Correct the file, then try again."),
    (.install(.curl, on: .debian), "Install Debian's package libcurl4, then try again."),
    (.install(.sqlite, on: nil), "Install SQLite 3 (libsqlite3.so.0), then try again."),
    (.update, "Update libcurl to version 7.87 or later, then try again."),
    (
      .correctVariable("SSL_CERT_FILE"),
      "Correct or unset the variable SSL_CERT_FILE, then start statusd again."
    ),
    (.correctConfiguration, "Correct the file: statusd goes on as soon as it is saved."),
    (.listTools, "Call tools/list to list the tools."),
    (.startServe, "Start statusd serve to call it, or call tools/list to list the tools."),
    (.startMCP, "Start statusd mcp to call it."),
    (
      .takeText(program),
      "Set shape = \"text\" to get it as a string, shape = \"lines\" to get an array of its lines, "
        + "or have ls print JSON."
    ),
    (
      .takeText(file),
      "Set shape = \"text\" to get it as a string, shape = \"lines\" to get an array of its lines, "
        + "or put JSON into the file."
    ),
  ]
}
