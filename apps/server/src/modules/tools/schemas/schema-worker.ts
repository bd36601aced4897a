import { parentPort } from 'node:worker_threads';
import { type ArgumentsCheck, type CompiledCheck, compileCheck } from './compile-check.ts';

/** A schema as text, and what is to be checked by it; without that only whether it is one. */
export interface SchemaTask {
  readonly schema: string;
  readonly written?: { readonly text: string; readonly what: string };
}

/** `fault`: why the schema is none, in its library's words. */
export type SchemaReply =
  | { readonly fault: string }
  | { readonly fault: null; readonly checked: ArgumentsCheck | null };

/** How many compiled schemas are cached: enough for the assistants that are in calls. */
const MAX_CACHED = 200;

/** By the schema as text, the one used last at the end. */
const kept = new Map<string, CompiledCheck>();

function checkOf(schema: string): CompiledCheck {
  const check = kept.get(schema) ?? compileCheck(JSON.parse(schema));
  kept.delete(schema);
  kept.set(schema, check);
  const [oldest] = kept.keys();
  if (kept.size > MAX_CACHED && oldest !== undefined) kept.delete(oldest);
  return check;
}

function answer({ schema, written }: SchemaTask): SchemaReply {
  try {
    const check = checkOf(schema);
    const checked = written === undefined ? null : check(written.text, written.what);
    return { fault: null, checked };
  } catch (error) {
    return { fault: toFault(error) };
  }
}

function toFault(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deep or has too many parts';
  return error instanceof Error ? error.message : 'it cannot be read';
}

const port = parentPort;
port?.on('message', (task: SchemaTask) => port.postMessage(answer(task)));
// What comes first says that the time of the first task can be counted.
port?.postMessage('ready');
