import { createOutputFile } from './output-file.ts';
import { type WasmInstance, wasm } from './web-assembly.ts';

/** Codes and file types of WASI preview 1. */
const OK = 0;
const BAD_DESCRIPTOR = 8;
const NO_ENTRY = 44;
const DIRECTORY = 3;
const CHARACTER_DEVICE = 2;
const REGULAR_FILE = 4;
/** Descriptors: 0 to 2 are the standard streams. */
const ROOT = 3;
const OUTPUT = 4;
const ALL_RIGHTS = 0xffff_ffffn;
const MAX_LOG_CHARACTERS = 2_000;

/** Where the one file that a command can write lies. */
export const OUTPUT_PATH = '/out';

export interface CommandResult {
  readonly exitCode: number;
  /** What the command wrote to `OUTPUT_PATH`. */
  readonly output: Uint8Array<ArrayBuffer>;
  /** The start of what it printed. */
  readonly log: string;
}

class ProcessExit extends Error {
  readonly exitCode: number;
  constructor(exitCode: number) {
    super(`exit ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/**
 * Readies a WASI command that sees its arguments and one writable file in memory: no disk, no clock,
 * no environment. The answer runs it, once: a command's memory is not fit for a second run.
 */
export function prepareCommand(module: WebAssembly.Module): (args: string[]) => CommandResult {
  const decoder = new TextDecoder();
  const file = createOutputFile();
  let argv: Uint8Array[] = [];
  let log = '';
  const memory = () => instance.exports.memory.buffer;
  const view = () => new DataView(memory());
  const bytes = (at: number, length: number) => new Uint8Array(memory(), at, length);

  function write(descriptor: number, data: Uint8Array): boolean {
    if (descriptor === OUTPUT) file.write(data);
    else if (descriptor === 1 || descriptor === 2) {
      if (log.length < MAX_LOG_CHARACTERS) log += decoder.decode(data);
    } else return false;
    return true;
  }

  const imports = {
    args_sizes_get(countAt: number, sizeAt: number) {
      view().setUint32(countAt, argv.length, true);
      view().setUint32(sizeAt, sum(argv), true);
      return OK;
    },
    args_get(pointersAt: number, bufferAt: number) {
      let at = bufferAt;
      argv.forEach((arg, index) => {
        view().setUint32(pointersAt + index * 4, at, true);
        bytes(at, arg.length).set(arg);
        at += arg.length;
      });
      return OK;
    },
    clock_time_get(_clock: number, _precision: bigint, timeAt: number) {
      view().setBigUint64(timeAt, 0n, true);
      return OK;
    },
    fd_close: () => OK,
    fd_fdstat_get(descriptor: number, statAt: number) {
      if (descriptor > OUTPUT) return BAD_DESCRIPTOR;
      bytes(statAt, 24).fill(0);
      view().setUint8(statAt, fileType(descriptor));
      view().setBigUint64(statAt + 8, ALL_RIGHTS, true);
      view().setBigUint64(statAt + 16, ALL_RIGHTS, true);
      return OK;
    },
    fd_fdstat_set_flags: () => OK,
    fd_prestat_get(descriptor: number, statAt: number) {
      if (descriptor !== ROOT) return BAD_DESCRIPTOR;
      view().setUint32(statAt, 0, true);
      view().setUint32(statAt + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name(_descriptor: number, nameAt: number) {
      view().setUint8(nameAt, '/'.charCodeAt(0));
      return OK;
    },
    fd_read(_descriptor: number, _vectorsAt: number, _count: number, readAt: number) {
      view().setUint32(readAt, 0, true);
      return OK;
    },
    fd_seek(descriptor: number, offset: bigint, whence: number, positionAt: number) {
      if (descriptor !== OUTPUT) return BAD_DESCRIPTOR;
      view().setBigUint64(positionAt, BigInt(file.seek(Number(offset), whence)), true);
      return OK;
    },
    fd_write(descriptor: number, vectorsAt: number, count: number, writtenAt: number) {
      let written = 0;
      for (let index = 0; index < count; index += 1) {
        const at = view().getUint32(vectorsAt + index * 8, true);
        const length = view().getUint32(vectorsAt + index * 8 + 4, true);
        if (!write(descriptor, bytes(at, length))) return BAD_DESCRIPTOR;
        written += length;
      }
      view().setUint32(writtenAt, written, true);
      return OK;
    },
    path_open(...args: [number, number, number, number, number, bigint, bigint, number, number]) {
      const [, , pathAt, pathLength, , , , , descriptorAt] = args;
      if (`/${decoder.decode(bytes(pathAt, pathLength))}` !== OUTPUT_PATH) return NO_ENTRY;
      view().setUint32(descriptorAt, OUTPUT, true);
      return OK;
    },
    proc_exit(exitCode: number) {
      throw new ProcessExit(exitCode);
    },
  };
  const instance: WasmInstance = new wasm.Instance(module, { wasi_snapshot_preview1: imports });

  return (args) => {
    argv = args.map((arg) => new TextEncoder().encode(`${arg}\0`));
    return { exitCode: start(instance), output: file.content(), log };
  };
}

function start(instance: WasmInstance): number {
  try {
    instance.exports._start();
    return 0;
  } catch (error) {
    if (error instanceof ProcessExit) return error.exitCode;
    throw error;
  }
}

function fileType(descriptor: number): number {
  if (descriptor === ROOT) return DIRECTORY;
  return descriptor === OUTPUT ? REGULAR_FILE : CHARACTER_DEVICE;
}

function sum(arrays: readonly Uint8Array[]): number {
  return arrays.reduce((total, array) => total + array.length, 0);
}
