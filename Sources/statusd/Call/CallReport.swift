import Glibc
import Jansson
import Reactor
import StatusCore
import StatusServer
import Text

/// Prints the outcome of a call.
struct CallReport {
  /// Nil for JSON on standard output, and on standard error JSON or, on a terminal, sentences.
  let format: CallFormat?
  /// The part of the result that is printed; nil for all of it.
  let pointer: String?
  /// Whether a string is printed without its quotes.
  let isRaw: Bool
  /// The command, in which a person performs an option.
  let command: FailedCommand

  /// Whether neither a part nor a string without its quotes is asked for.
  var printsWhole: Bool { pointer == nil && !isRaw }

  private let output = Terminal(STDOUT_FILENO)
  private let errors = Terminal(STDERR_FILENO)

  init(
    format: CallFormat? = nil, pointer: String? = nil, isRaw: Bool = false, of command: FailedCommand = .call
  ) {
    (self.format, self.pointer, self.isRaw, self.command) = (format, pointer, isRaw, command)
  }

  /// - Parameter shape: The shape of the resource of that name.
  /// - Returns: The exit status.
  @LoopActor
  func print(
    _ outcome: Result<JSONText, Failure>, of method: String, shape: (String) -> ResourceShape?
  ) -> Int32 {
    switch outcome {
    case .success(let result): print(result, shape: shape)
    case .failure(let failure): print(failure)
    }
  }

  /// Prints a result, or the part that is asked for.
  ///
  /// - Returns: The exit status.
  @LoopActor
  func print(_ result: JSONText, shape: (String) -> ResourceShape?) -> Int32 {
    let part: JSONText
    do throws(JSONPointer.LookupError) {
      guard let pointer else { return write(text(of: result, shape: shape)) }
      let bytes = result.bytes
      part = JSONText(trusting: Array(bytes[try JSONPointer.find(pointer, in: bytes)]))
    } catch {
      LastWords.write("statusd: \(error.sentence)")
      return error == .syntax ? ExitStatus.usage : FailureStatus.other.rawValue
    }
    return write(text(of: part, shape: { _ in nil }))
  }

  /// Prints metrics.
  ///
  /// - Returns: The exit status.
  func print(metrics: String) -> Int32 { write(String(metrics.dropLast())) }

  private func text(of result: JSONText, shape: (String) -> ResourceShape?) -> String {
    if isRaw, let string = result.string { return output.isTerminal ? string.visible : string }
    switch format {
    case .text: return ResultText(style: output.style).text(of: result, shape: shape)
    case .json, .openmetrics, .prometheus, nil:
      return output.isTerminal ? output.style.text(of: result) : result.description
    }
  }

  /// - Returns: The exit status: 0, or 74 for what cannot be written.
  func write(_ text: String) -> Int32 {
    do throws(SystemError) {
      try StandardOutput.print(text)
    } catch {
      // A reader that has left has what it wanted.
      if error.errno == EPIPE { return 0 }
      LastWords.write("statusd: \(error)")
      return ExitStatus.inputOutputError
    }
    return 0
  }

  /// Prints a failure to standard error.
  ///
  /// - Parameter text: The error object, if another process has written it.
  /// - Returns: The exit status.
  func print(_ failure: Failure, _ text: JSONText? = nil) -> Int32 {
    if format ?? (errors.isTerminal ? .text : .json) == .text {
      // On the person's own screen stands what the person has typed; a file or a log must not have it.
      let pasted = errors.isTerminal ? PastedCommand() : nil
      let sentences = FailureSentences(failure, style: errors.style, of: command, pasted)
      StandardErrorLog.writer.write(sentences.description)
    } else {
      let error = text ?? JSONText { $0.errorObject(failure) }
      StandardErrorLog.writer.write(errors.isTerminal ? errors.style.text(of: error) : error.description)
    }
    return failure.status.rawValue
  }
}

extension JSONText {
  /// The value of a string; nil for anything else.
  fileprivate var string: String? {
    let bytes = bytes
    return bytes.first == UInt8(ascii: "\"") ? JSONString.decode(bytes.span) : nil
  }
}

extension JSONPointer.LookupError {
  /// What a person reads of a `--pointer` that leads nowhere.
  fileprivate var sentence: String {
    switch self {
    case .syntax: "--pointer is no JSON Pointer (RFC 6901): ~ stands as ~0, and / in a name as ~1"
    case .noMember(let container, let nearest?, _):
      "--pointer leads to nothing in \(Self.name(container)); did you mean \(nearest.visible)?"
    case .noMember(let container, nil, let known):
      known.isEmpty
        ? "--pointer leads to nothing: \(Self.name(container)) is empty"
        : "--pointer leads to nothing: \(Self.name(container)) has "
          + known.map(\.excerpt.visible).joined(separator: ", ")
    case .noElement(let container, let count):
      "--pointer leads to nothing: \(Self.name(container)) is an array of \(count)"
    case .scalar(let container): "--pointer leads to nothing: \(Self.name(container)) has no members"
    }
  }

  private static func name(_ container: String) -> String {
    container.isEmpty ? "the result" : container.visible
  }
}
