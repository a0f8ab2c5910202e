/**
 * What carries the messages. The client knows nothing else of processes and sockets.
 * @module
 */

/**
 * How a daemon ended, as far as the transport can know.
 * @typedef {{status: number | null, signal: string | null, stderr: string[]}} Ending
 */

/**
 * Who takes what comes.
 * @typedef {object} Receiver
 * @property {(text: string) => void} message One whole message.
 * @property {(problem: Error) => void} failed What came is no message. Nothing that follows is looked at.
 * @property {(ending: Ending) => void} ended After the last message. Called once.
 */

/**
 * One way to one daemon, opened once.
 * @typedef {object} Transport
 * @property {(receiver: Receiver) => Promise<void>} open
 * @property {(text: string) => void} write One message. That the daemon is gone shows by `ended`.
 * @property {boolean} halfCloses Whether responses still come behind `close`.
 * @property {(grace: number) => Promise<void>} close Ends the daemon's input and waits for `ended`; `grace` seconds
 *   until it is made to end.
 * @property {() => void} kill Ends the daemon now.
 */

export {};
