/**
 * What Visual Studio Code and its extension host say to each other over a socket: its `PersistentProtocol`, which
 * carries its `RPCProtocol`. Neither is documented; this is what version 1.96 does.
 * @module
 */

/** Of frames: 13 bytes, the kind, the number, the last number that came, and the length of what follows. */
const HEAD = 13;
const REGULAR = 1;
const ACKNOWLEDGED = 3;
/** Of calls. Those whose arguments are not all JSON come from the host alone. */
const CALL = 1;
const LAST_CALL_AS_JSON = 2;
const LAST_CALL = 4;
const CALL_ACKNOWLEDGED = 5;
const DONE = 7;
const DONE_WITH_JSON = 9;
const FAILED = 11;

/** Frames in, frames out. */
export class Frames {
  #socket;
  #received = Buffer.alloc(0);
  #number = 0;
  #last = 0;

  constructor(socket, take) {
    this.#socket = socket;
    socket.on("error", () => {}); // The end of the host, which is waited for.
    socket.on("data", (piece) => {
      this.#received = Buffer.concat([this.#received, piece]);
      for (let frame = this.#next(); frame; frame = this.#next()) take(frame);
    });
  }

  /** The content of the next whole frame that has any. */
  #next() {
    while (this.#received.length >= HEAD) {
      const end = HEAD + this.#received.readUInt32BE(9);
      if (this.#received.length < end) return null;
      const [head, content] = [this.#received.subarray(0, HEAD), this.#received.subarray(HEAD, end)];
      this.#received = this.#received.subarray(end);
      if (head.readUInt8(0) !== REGULAR) continue;
      this.#last = head.readUInt32BE(1);
      this.#write(ACKNOWLEDGED, 0, Buffer.alloc(0));
      return content;
    }
    return null;
  }

  send(content) {
    this.#write(REGULAR, ++this.#number, content);
  }

  #write(kind, number, content) {
    const head = Buffer.alloc(HEAD);
    head.writeUInt8(kind, 0);
    [number, this.#last, content.length].forEach((each, index) => head.writeUInt32BE(each, 1 + 4 * index));
    this.#socket.write(Buffer.concat([head, content]));
  }
}

/** Calls of the host's actors, and calls from there, which `answer` responds to. */
export class Calls {
  #send;
  #numbers;
  #names;
  #answer;
  #waiting = new Map();
  #last = 0;

  /** `names`: of all actors, in the order in which the editor numbers them. */
  constructor(send, names, answer) {
    this.#send = send;
    this.#names = names;
    this.#numbers = new Map(names.map((name, index) => [name, index + 1]));
    this.#answer = answer;
  }

  call(actor, method, ...args) {
    const id = ++this.#last;
    const number = Buffer.from([this.#numbers.get(actor)]);
    this.#send(Buffer.concat([head(CALL, id), number, short(method), long(JSON.stringify(args))]));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  take(content) {
    const reader = new Reader(content);
    const [kind, id] = [reader.byte(), reader.number()];
    if (kind <= LAST_CALL) this.#called(id, this.#names[reader.byte() - 1], reader.short(), arguments_(kind, reader));
    if (kind === DONE) this.#settled(id).resolve(undefined);
    if (kind === DONE_WITH_JSON) this.#settled(id).resolve(JSON.parse(reader.long()));
    if (kind === FAILED) this.#settled(id).reject(new Error(JSON.parse(reader.long()).message));
  }

  #settled(id) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  async #called(id, actor, method, args) {
    this.#send(head(CALL_ACKNOWLEDGED, id));
    const result = await this.#answer(actor, method, args);
    if (result === undefined) this.#send(head(DONE, id));
    else this.#send(Buffer.concat([head(DONE_WITH_JSON, id), long(JSON.stringify(result))]));
  }
}

function arguments_(kind, reader) {
  if (kind <= LAST_CALL_AS_JSON) return JSON.parse(reader.long());
  return Array.from({ length: reader.byte() }, () => argument(reader.byte(), reader));
}

/** JSON, bytes, or nothing at all: `undefined`. */
function argument(kind, reader) {
  if (kind === 1) return JSON.parse(reader.long());
  return kind === 2 ? reader.long() : undefined;
}

function head(kind, id) {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(kind, 0);
  bytes.writeUInt32BE(id, 1);
  return bytes;
}

function short(text) {
  return Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);
}

function long(text) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text), 0);
  return Buffer.concat([length, Buffer.from(text)]);
}

class Reader {
  #bytes;
  #place = 0;

  constructor(bytes) {
    this.#bytes = bytes;
  }

  byte() {
    return this.#take(1).readUInt8(0);
  }

  number() {
    return this.#take(4).readUInt32BE(0);
  }

  short() {
    return this.#take(this.byte()).toString("utf8");
  }

  long() {
    return this.#take(this.number()).toString("utf8");
  }

  #take(length) {
    this.#place += length;
    return this.#bytes.subarray(this.#place - length, this.#place);
  }
}
