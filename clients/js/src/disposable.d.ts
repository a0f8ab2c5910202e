/** The end of what `await using` has begun. */
export type Disposal = Promise<void>;

declare global {
  /** For compilers whose library does not have the name: it came with TypeScript 5.2. */
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}
