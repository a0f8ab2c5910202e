/// What the bytes of an input say: one names the reader, one the pieces in which the rest comes.
struct SourceInput {
  enum Reader: UInt8, CaseIterable {
    case track, route, gpsd, header, redirect, fleet, menu, any, events, text, lines
  }

  let reader: Reader
  /// Bytes of a piece, from 1.
  let pieces: Int
  let text: [UInt8]

  /// nil for an input that is too short to choose.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    reader = Reader.allCases[Int(bytes[0]) % Reader.allCases.count]
    pieces = Int(bytes[1]) + 1
    text = Array(bytes.dropFirst(2))
  }

  var cut: [[UInt8]] {
    stride(from: 0, to: text.count, by: pieces).map { Array(text[$0..<min($0 + pieces, text.count)]) }
  }
}

/// Inputs to begin with: what each reader accepts, and some of what it refuses.
package enum SourceSeeds {
  package static let all: [[UInt8]] = texts.map { reader, text in [reader.rawValue, 6] + Array(text.utf8) }

  private static let point =
    #"<trkpt lat="1" lon="-2.5"><ele> 3 </ele><time>2026-07-21T12:00:00.5Z</time><speed>1</speed></trkpt>"#

  private static let texts: [(SourceInput.Reader, String)] = [
    (.track, "<?xml version='1.0'?><gpx><trk><trkseg>\(point)\(point)</trkseg></trk></gpx>"),
    (
      .track,
      "<g:gpx xmlns:g='u'><g:trkpt lat='1' lon='2'><g:time>2026-07-21T12:00:00+02:00</g:time></g:trkpt></g:gpx>"
    ),
    (.track, "<!DOCTYPE gpx [<!ENTITY a 'b'>]><gpx>&a;</gpx>"),
    (.route, "\u{FEFF}name,lon,lat,alt\r\n\"home\",2,1,7\r\n# no\n\nx,3,4\n"),
    (.route, "1,2\n-3.5, 4 ,5\n"),
    (.route, #"[{"latitude":1,"longitude":2},{"lat":-3.5,"lng":4,"altitude":5,"x":["]",{"\"":1}]}]"#),
    (.gpsd, "{\"class\":\"VERSION\",\"proto_major\":3}\r\n{\"class\":\"WATCH\",\"enable\":true}\n"),
    (.gpsd, #"{"class":"DEVICES","devices":[{"path":"/dev/a","activated":0},{"path":"/dev/b"}]}"# + "\n"),
    (.gpsd, #"{"class":"TPV","mode":3,"lat":1,"lon":2,"altMSL":3,"eph":4,"speed":5,"track":360}"# + "\n"),
    (.header, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nmax-age=60, no-cache\r\n10, 20\r\n"),
    (.header, "Sat, 01 Jan 2000 00:02:00 GMT"), (.header, "120"), (.header, "max-age=\"5\",s-maxage=6"),
    (.redirect, "../a?b#c"), (.redirect, "//me:pass@[::1]:8080/x"),
    (.redirect, "HTTPS://b\u{FC}cher.example/%20"),
    (.redirect, "javascript:alert(1)"),
    (
      .fleet,
      #"{"central":{"lat":1,"lng":2},"couriers":[{"id":"c","name":"n","location":{"latitude":1,"longitude":2}}],"packages":[],"vehicles":[]}"#
    ),
    (.menu, #"[{"name":"Soup","category":"starters","spicy":false,"price":4.5}]"#),
    (.menu, #"{"items":[{"name":"Soup","category":"a","spicy":true,"price":1e2}]}"#),
    (
      .events,
      "\u{FEFF}: hi\r\n\r\nid: 7\revent: problem\ndata: {\ndata\ndata:  }\n\nretry: 3000\n\ndata: x\n"
    ),
    (.events, "id\ndata:123456789\n\nid:a\0\nidx:b\ndata\n\n:data:c\n data:d\n\n"),
    (.text, "\u{FEFF}a \"b\" \\ \t\u{1}\u{7F}\u{2028}é🛵\r\n\n\r\n"), (.text, "\n"),
    (.lines, "\u{FEFF}one\r\ntwo\rthree\n\n é🛵\r\n\r\n"), (.lines, "\r\r\n\rlast"),
    (.lines, String(repeating: "a\n", count: 9) + "b"),
    (.any, #"{"a":[1,2.5e-3,"\u00e9\n",null,true]}"#),
  ]
}
