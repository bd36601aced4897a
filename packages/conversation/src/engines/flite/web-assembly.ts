export interface WasmInstance {
  readonly exports: {
    readonly memory: { readonly buffer: ArrayBuffer };
    _start(): void;
  };
}

interface WasmApi {
  compile(bytes: Uint8Array): Promise<WebAssembly.Module>;
  readonly Instance: new (
    module: WebAssembly.Module,
    imports: Record<string, Record<string, (...args: never[]) => number>>,
  ) => WasmInstance;
}

/** Node's WebAssembly, narrowed to commands; TypeScript declares the global one for browsers only. */
export const wasm = (globalThis as unknown as { readonly WebAssembly: WasmApi }).WebAssembly;
