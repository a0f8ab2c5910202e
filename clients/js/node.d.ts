/** What the client needs of Node. Written here, because not every Node comes with types. */

interface Readable {
  on(event: "data", listener: (piece: any) => void): this;
  once(event: "end", listener: () => void): this;
  setEncoding(encoding: "utf8"): this;
  destroy(): void;
  pause(): this;
  resume(): this;
  isPaused(): boolean;
}

interface Writable {
  readonly writable: boolean;
  readonly writableNeedDrain: boolean;
  on(event: "error", listener: (problem: Error) => void): this;
  once(event: "drain" | "close", listener: () => void): this;
  write(piece: Uint8Array): boolean;
  end(): void;
}

declare module "node:child_process" {
  export interface ChildProcess {
    readonly pid?: number;
    readonly exitCode: number | null;
    readonly signalCode: string | null;
    readonly stdin: Writable;
    readonly stdout: Readable;
    readonly stderr: Readable;
    kill(signal: string): boolean;
    on(event: "exit", listener: () => void): this;
    on(event: "error", listener: (problem: Error) => void): this;
    once(event: "exit" | "spawn" | "close", listener: () => void): this;
  }
  export function spawn(program: string, words: string[], options: object): ChildProcess;
}

declare module "node:fs" {
  export function existsSync(path: string): boolean;
}

declare module "node:module" {
  export function createRequire(from: string): { (name: string): any; resolve(name: string): string };
}

interface NodeProcess {
  readonly platform: string;
  readonly arch: string;
  readonly env: Record<string, string | undefined>;
}

declare const process: NodeProcess;
