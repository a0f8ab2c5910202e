import Jansson

extension SharedInfo {
  /// The JSON of the file.
  var text: JSONText {
    JSONText { json in
      json.object { json in
        json.member("statusd", "info")
        json.member("version", version)
        json.member("configuration", file)
        json.member("parts") { json in
          json.array(of: parts) { json, part in
            json.object { json in
              json.member("name", part.name)
              json.member("value", part.value)
            }
          }
        }
      }
    }
  }

  init?(_ bytes: [UInt8]) {
    guard let json = try? JSONValue.parse(bytes.span), json["statusd"]?.string == "info",
      let parts = json["parts"]?.elements
    else { return nil }
    self.init(
      version: json["version"]?.string ?? "", file: json["configuration"]?.string,
      parts: parts.compactMap { part in
        guard let name = part["name"]?.string, let value = part["value"]?.string else { return nil }
        return Part(name: name, value: value)
      })
  }
}
