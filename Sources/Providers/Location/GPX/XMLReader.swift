import CExpat

/// What is found in a document, in its order.
protocol XMLReceiver: AnyObject {
  /// An element begins. Names are without their prefixes; of an attribute that stands there twice under different
  /// prefixes the last counts.
  func begin(_ name: String, _ attributes: [String: String])

  /// Text within the innermost element, in pieces.
  func text(_ piece: String)

  func end(_ name: String)
}

/// Reads XML by expat, which copes with every encoding that XML has to.
///
/// A document type is refused: nothing that is read here has one, and entities are what attacks are made of.
enum XMLReader {
  /// Why a text is not read to its end.
  struct Fault: Error, Hashable {
    /// From 1.
    let line: Int
    /// In a few words, without any of the text.
    let words: String
  }

  /// Shows `receiver` all there is, until something is wrong.
  static func read(_ text: [UInt8], to receiver: any XMLReceiver) throws(Fault) {
    guard let parser = unsafe XML_ParserCreate(nil) else { throw Fault(line: 1, words: "no memory") }
    defer { unsafe XML_ParserFree(parser) }
    let context = unsafe Context(receiver, parser)
    // SAFETY: `context` lives until the parser is freed, and expat hands the pointer back to the handlers alone,
    // which run within XML_Parse.
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(context).toOpaque())
    unsafe setHandlers(of: parser)
    let status = unsafe text.withUnsafeBytes { bytes in
      unsafe XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(clamping: bytes.count), 1)
    }
    withExtendedLifetime(context) {}
    guard status != XML_STATUS_OK else { return }
    let code = unsafe XML_GetErrorCode(parser)
    let line = unsafe Int(clamping: XML_GetCurrentLineNumber(parser))
    if code == XML_ERROR_ABORTED { throw Fault(line: line, words: "it has a document type") }
    throw Fault(
      line: line, words: unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "not XML")
  }

  /// What the handlers are given.
  @safe
  private final class Context {
    let receiver: any XMLReceiver
    // SAFETY: lives longer than this object is used.
    private let parser: XML_Parser

    init(_ receiver: any XMLReceiver, _ parser: XML_Parser) {
      self.receiver = receiver
      unsafe self.parser = parser
    }

    /// Has XML_Parse end with XML_ERROR_ABORTED.
    static func stop(_ pointer: UnsafeMutableRawPointer?) {
      // SAFETY: as below.
      guard let pointer = unsafe pointer else { return }
      let context = unsafe Unmanaged<Context>.fromOpaque(pointer).takeUnretainedValue()
      _ = unsafe XML_StopParser(context.parser, 0)
    }

    static func at(_ pointer: UnsafeMutableRawPointer?) -> (any XMLReceiver)? {
      // SAFETY: it is the pointer that `read` has set.
      unsafe pointer.map { unsafe Unmanaged<Context>.fromOpaque($0).takeUnretainedValue().receiver }
    }
  }

  private static func setHandlers(of parser: XML_Parser) {
    unsafe XML_SetElementHandler(
      parser,
      { context, name, attributes in
        guard let name = unsafe name else { return }
        unsafe Context.at(context)?.begin(XMLReader.localName(name), XMLReader.attributes(attributes))
      },
      { context, name in
        guard let name = unsafe name else { return }
        unsafe Context.at(context)?.end(XMLReader.localName(name))
      })
    unsafe XML_SetCharacterDataHandler(parser) { context, text, count in
      // SAFETY: expat says how many bytes there are, UTF-8 that it has checked.
      let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
      unsafe Context.at(context)?.text(String(decoding: bytes, as: UTF8.self))
    }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
      unsafe Context.stop(context)
    }
  }

  private static func localName(_ name: UnsafePointer<CChar>) -> String {
    let name = unsafe String(cString: name)
    return name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// Names and values in turn, and NULL at the end.
  private static func attributes(
    _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) -> [String: String] {
    var attributes: [String: String] = [:]
    guard var next = unsafe list else { return [:] }
    // SAFETY: the list is expat's during the handler, and ends with NULL after a value.
    while let name = unsafe next[0], let value = unsafe next[1] {
      unsafe attributes[localName(name)] = String(cString: value)
      unsafe next += 2
    }
    return attributes
  }
}
