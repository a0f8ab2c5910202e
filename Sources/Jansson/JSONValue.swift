import CJansson

/// A JSON value that jansson parsed, immutable, with its members read lazily from it.
///
/// It owns one reference to the `json_t`; a member owns one of its own, so that it outlives its parent.
/// Values stay on the thread that parsed them.
@safe
package final class JSONValue {
  // SAFETY: points to a live json_t for as long as this object lives: both initialisers bring one
  // reference, which `deinit`, and nothing else, gives back.
  private let pointer: UnsafeMutablePointer<json_t>

  /// Takes over the caller's reference ("new reference" in jansson's manual).
  init(adopting pointer: UnsafeMutablePointer<json_t>) {
    unsafe self.pointer = pointer
  }

  /// Adds a reference to one that belongs to something else ("borrowed reference").
  private init(retaining pointer: UnsafeMutablePointer<json_t>) {
    unsafe self.pointer = json_incref(pointer)
  }

  deinit {
    unsafe json_decref(pointer)
  }

  package enum Kind: String, Sendable {
    case object, array, string, integer, real, boolean, null
  }

  package var kind: Kind {
    switch unsafe pointer.pointee.type {
    case JSON_OBJECT: .object
    case JSON_ARRAY: .array
    case JSON_STRING: .string
    case JSON_INTEGER: .integer
    case JSON_REAL: .real
    case JSON_TRUE, JSON_FALSE: .boolean
    default: .null
    }
  }
}

// MARK: Scalars

extension JSONValue {
  package var isNull: Bool { kind == .null }

  package var string: String? {
    guard kind == .string, let start = unsafe json_string_value(pointer) else { return nil }
    return unsafe String(jansson: start, count: json_string_length(pointer))
  }

  package var boolean: Bool? {
    switch unsafe pointer.pointee.type {
    case JSON_TRUE: true
    case JSON_FALSE: false
    default: nil
    }
  }

  /// An integer or a real, as a double; integers beyond 2^53 lose their last digits.
  package var number: Double? {
    switch kind {
    case .integer: unsafe Double(json_integer_value(pointer))
    case .real: unsafe json_real_value(pointer)
    default: nil
    }
  }

  /// An integer, however it is written: `10`, `10.0` and `1e1` are the same.
  package var integer: Int? {
    switch kind {
    case .integer: unsafe Int(json_integer_value(pointer))
    case .real: unsafe Int(exactly: json_real_value(pointer))
    default: nil
    }
  }
}

// MARK: Containers

extension JSONValue {
  /// The number of elements or members; 0 for a scalar.
  package var count: Int {
    switch kind {
    case .object: unsafe json_object_size(pointer)
    case .array: unsafe json_array_size(pointer)
    default: 0
    }
  }

  /// The member of that name; nil when there is none or this is no object.
  package subscript(name: String) -> JSONValue? {
    var name = name
    let member = name.withUTF8 { utf8 in
      unsafe utf8.withMemoryRebound(to: CChar.self) { key in
        unsafe json_object_getn(pointer, key.baseAddress, key.count)
      }
    }
    return unsafe member.map { unsafe JSONValue(retaining: $0) }
  }

  /// The element at that index; nil when there is none or this is no array.
  package subscript(index: Int) -> JSONValue? {
    guard index >= 0, let element = unsafe json_array_get(pointer, index) else { return nil }
    return unsafe JSONValue(retaining: element)
  }

  /// The elements of an array; empty for anything else.
  package var elements: some Sequence<JSONValue> {
    (0..<(kind == .array ? count : 0)).lazy.compactMap { self[$0] }
  }

  /// The members of an object in the order of the text; empty for anything else.
  package var members: [(name: String, value: JSONValue)] {
    var members: [(name: String, value: JSONValue)] = []
    members.reserveCapacity(kind == .object ? count : 0)
    var iterator = unsafe json_object_iter(pointer)
    while let entry = unsafe iterator {
      if let key = unsafe json_object_iter_key(entry), let value = unsafe json_object_iter_value(entry) {
        let name = unsafe String(jansson: key, count: json_object_iter_key_len(entry))
        unsafe members.append((name, JSONValue(retaining: value)))
      }
      unsafe iterator = json_object_iter_next(pointer, entry)
    }
    return members
  }
}

extension String {
  /// Copies a string of jansson's: UTF-8 that it checked, `count` bytes of it, which may hold NUL.
  fileprivate init(jansson start: UnsafePointer<CChar>, count: Int) {
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    self = unsafe String(decoding: bytes, as: UTF8.self)
  }
}
