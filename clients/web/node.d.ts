/** What the bridge needs of Node and of ws. Written here, because not every Node comes with types. */

declare module "node:util" {
  export function parseArgs(config: object): { values: any };
}

declare module "node:crypto" {
  export function createHash(name: string): { update(text: string): { digest(): Uint8Array } };
  export function randomBytes(count: number): { toString(encoding: "base64url"): string };
  export function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean;
}

declare module "node:fs/promises" {
  export function readFile(file: URL): Promise<Uint8Array>;
}

declare module "node:path" {
  export function extname(path: string): string;
}

declare module "node:net" {
  export interface Socket {
    on(event: "error", listener: (problem: Error) => void): this;
    once(event: "finish", listener: () => void): this;
    end(text: string): void;
    destroy(): void;
  }
}

declare module "node:http" {
  import { Socket } from "node:net";
  export interface IncomingMessage {
    readonly url: string;
    readonly method: string;
    readonly headers: Record<string, string | undefined>;
  }
  export interface ServerResponse {
    writeHead(status: number, headers: Record<string, string | number>): this;
    end(body?: string | Uint8Array): void;
  }
  export interface Server {
    on(event: "upgrade", listener: (request: IncomingMessage, stream: Socket, head: Uint8Array) => void): this;
    once(event: "error", listener: (problem: Error) => void): this;
    listen(port: number, host: string, listening: () => void): this;
    address(): { port: number };
    close(closed: (problem?: Error) => void): this;
    closeAllConnections?(): void;
  }
  export function createServer(serve: (request: IncomingMessage, response: ServerResponse) => void): Server;
}

declare module "ws" {
  export interface WebSocket {
    readonly readyState: number;
    readonly OPEN: number;
    readonly bufferedAmount: number;
    on(event: "message", listener: (data: unknown, isBinary: boolean) => void): this;
    on(event: "error", listener: (problem: Error) => void): this;
    once(event: "close", listener: (value: unknown) => void): this;
    send(text: string, sent: () => void): void;
    pause(): void;
    resume(): void;
    close(code: number, reason: string): void;
  }
  export const WebSocket: new (url: string, protocols?: string[], options?: object) => WebSocket;
  export const WebSocketServer: new (options: object) => {
    handleUpgrade(request: object, stream: object, head: Uint8Array, opened: (socket: WebSocket) => void): void;
  };
}

interface NodeProcess {
  readonly stdout: { write(text: string): boolean };
  readonly stderr: { write(text: string): boolean };
  once(signal: string, listener: (value: unknown) => void): void;
}

declare namespace Intl {
  function supportedValuesOf(key: string): string[];
}
