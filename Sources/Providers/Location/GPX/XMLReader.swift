import CExpat

/// What is found in a document, in its order.
protocol XMLReceiver: AnyObject {
  /// Whether the text that comes is of interest.
  var wantsText: Bool { get }

  func wantsAttributes(of name: String) -> Bool

  /// An element begins. Names are without their prefixes; of an attribute that stands there twice under different
  /// prefixes the last counts.
  func begin(_ name: String, _ attributes: [String: String])

  /// Text within the innermost element, in pieces.
  func text(_ piece: String)

  func end(_ name: String)
}

/// Reads XML by expat, which copes with every encoding that XML has to, piece by piece.
///
/// A document type is refused: nothing that is read here has one, and entities are what attacks are made of.
@safe
final class XMLReader {
  /// Why a text is not read to its end.
  struct Fault: Error, Hashable {
    /// From 1.
    let line: Int
    /// In a few words, without any of the text.
    let words: String
    var isTooDeep = false
  }

  private let parser: XML_Parser
  private let context: Context
  /// Bytes that expat has been given.
  private var bytes = 0
  /// Bytes that come next.
  private var waiting: [UInt8] = []

  /// Shows `receiver` all there is, until something is wrong.
  init(_ receiver: any XMLReceiver) throws(Fault) {
    guard let parser = unsafe XML_ParserCreate(nil) else { throw Fault(line: 1, words: "no memory") }
    unsafe self.parser = parser
    // `take` sees to it that nothing is looked at too often.
    unsafe statusd_expat_look_at_once(parser)
    context = unsafe Context(receiver, parser)
    // SAFETY: `context` lives until the parser is freed, and expat hands the pointer back to the handlers alone,
    // which run within XML_Parse.
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(context).toOpaque())
    unsafe Self.setHandlers(of: parser)
  }

  deinit {
    unsafe XML_ParserFree(parser)
  }

  func take(_ piece: [UInt8]) throws(Fault) {
    waiting += piece
    // expat keeps what it has not understood yet, and looks at all of it anew each time. So it gets as much again, or
    // what makes it too much.
    guard waiting.count >= min(kept, LocationFileLimits.markupBytes - kept + 1) else { return }
    try parse(isLast: false)
    guard kept <= LocationFileLimits.markupBytes else { throw fault("a tag or a comment is too long") }
  }

  func finish() throws(Fault) {
    try parse(isLast: true)
  }

  /// Bytes of what expat has not understood yet.
  private var kept: Int {
    let understood = unsafe XML_GetCurrentByteIndex(parser)
    return understood < 0 ? 0 : bytes - Int(understood)
  }

  private func parse(isLast: Bool) throws(Fault) {
    defer { waiting.removeAll(keepingCapacity: true) }
    bytes += waiting.count
    // SAFETY: expat reads as many bytes as the array has, and keeps none of the pointers.
    let status = unsafe waiting.withUnsafeBytes { bytes in
      unsafe XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(clamping: bytes.count),
        isLast ? 1 : 0)
    }
    guard status != XML_STATUS_OK else { return }
    let code = unsafe XML_GetErrorCode(parser)
    guard code == XML_ERROR_ABORTED else {
      throw fault(unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "not XML")
    }
    guard !context.isTooDeep else { throw fault("too deep", isTooDeep: true) }
    throw fault("it has a document type")
  }

  private func fault(_ words: String, isTooDeep: Bool = false) -> Fault {
    let line = unsafe Int(clamping: XML_GetCurrentLineNumber(parser))
    return Fault(line: line, words: words, isTooDeep: isTooDeep)
  }
}

// MARK: Handlers

extension XMLReader {
  /// What the handlers are given.
  @safe
  private final class Context {
    let receiver: any XMLReceiver
    private var depth = 0
    // SAFETY: lives longer than this object is used.
    private let parser: XML_Parser

    init(_ receiver: any XMLReceiver, _ parser: XML_Parser) {
      self.receiver = receiver
      unsafe self.parser = parser
    }

    /// expat remembers every element that is open.
    var isTooDeep: Bool { depth > LocationFileLimits.depth }

    func begin() -> Bool {
      depth += 1
      if isTooDeep { stop() }
      return !isTooDeep
    }

    func end() { depth -= 1 }

    /// Has XML_Parse end with XML_ERROR_ABORTED.
    func stop() {
      _ = unsafe XML_StopParser(parser, 0)
    }

    static func at(_ pointer: UnsafeMutableRawPointer?) -> Context? {
      // SAFETY: it is the pointer that the reader has set.
      unsafe pointer.map { unsafe Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  private static func setHandlers(of parser: XML_Parser) {
    unsafe XML_SetElementHandler(
      parser,
      { context, name, attributes in
        guard let name = unsafe name, let context = unsafe Context.at(context), context.begin() else {
          return
        }
        let local = unsafe XMLReader.localName(name)
        let wanted = context.receiver.wantsAttributes(of: local)
        context.receiver.begin(local, wanted ? unsafe XMLReader.attributes(attributes) : [:])
      },
      { context, name in
        guard let name = unsafe name, let context = unsafe Context.at(context) else { return }
        context.end()
        context.receiver.end(unsafe XMLReader.localName(name))
      })
    unsafe XML_SetCharacterDataHandler(parser) { context, text, count in
      guard let receiver = unsafe Context.at(context)?.receiver, receiver.wantsText else { return }
      // SAFETY: expat says how many bytes there are, UTF-8 that it has checked.
      let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
      receiver.text(unsafe String(decoding: bytes, as: UTF8.self))
    }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
      unsafe Context.at(context)?.stop()
    }
  }

  private static func localName(_ name: UnsafePointer<CChar>) -> String {
    let name = unsafe String(cString: name)
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.utf8.index(after: colon)...])
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
