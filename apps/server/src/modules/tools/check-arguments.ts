import type { ArgumentsCheck } from './schemas/compile-check.ts';
import {
  createSchemaThread,
  SchemaBoundError,
  type SchemaThread,
} from './schemas/schema-thread.ts';

export type { ArgumentsCheck };

const MAX_CHARACTERS = 50_000;
/** Texts of schemas that were found good, so that each call need not ask again. */
const MAX_CACHED = 500;
/** One that takes longer than this to compile, ms, is refused: an ordinary one takes a few. */
const COMPILE_TIMEOUT = 2_000;
/** What was good when it was stored may take longer on a busy machine, ms. */
const CHECK_TIMEOUT = 5_000;

/** `what` the text is, for messages. @default 'arguments' */
export type CheckArguments = (text: string, what?: string) => Promise<ArgumentsCheck>;

// Two threads, so that trying out a schema delays no call.
const tried = createSchemaThread({ patience: COMPILE_TIMEOUT });
const used = createSchemaThread({ patience: CHECK_TIMEOUT });
const known = new Set<string>();

/** Reads and checks what a model wrote, by a schema without fault. */
export function createArgumentsCheck(schema: object): CheckArguments {
  const text = JSON.stringify(schema);
  return async (written, what = 'arguments') => {
    const reply = await used
      .ask({ schema: text, written: { text: written, what } })
      .catch(toBoundFault);
    if (reply.fault === null && reply.checked !== null) return reply.checked;
    return { ok: false, message: `The ${what} cannot be checked: their schema ${reply.fault}.` };
  };
}

/** What is wrong with a schema, as the message of its field; null: nothing. */
export const schemaFault = (schema: object): Promise<string | null> => createSchemaTrial()(schema);

/**
 * The same for schemas that come together, one after another: once one takes too long, no other is tried that is not
 * known to be good, so that nobody waits for a hundred such.
 */
export function createSchemaTrial(
  thread: SchemaThread = tried,
): (schema: object) => Promise<string | null> {
  let turn: Promise<unknown> = Promise.resolve();
  const trial: Trial = { thread, isOver: false };
  return (schema) => {
    const outcome = turn.then(() => tryOut(schema, trial));
    turn = outcome.catch(() => undefined);
    return outcome;
  };
}

interface Trial {
  readonly thread: SchemaThread;
  isOver: boolean;
}

async function tryOut(schema: object, trial: Trial): Promise<string | null> {
  const text = textOf(schema);
  if (text === null) return 'is not a JSON Schema: it is nested too deep.';
  if (known.has(text)) return null;
  if (text.length > MAX_CHARACTERS)
    return `is not a JSON Schema: it has more than ${MAX_CHARACTERS} characters.`;
  if (trial.isOver) return 'is not tried: another one took too long.';
  const reply = await trial.thread.ask({ schema: text }).catch(toBoundFault);
  if (reply.fault === null) {
    note(text);
    return null;
  }
  if ('tooMuch' in reply) {
    trial.isOver = true;
    return `${reply.fault} to be read: make it simpler, with fewer allOf, anyOf and $ref.`;
  }
  return `is not a JSON Schema: ${reply.fault.slice(0, 300)}.`;
}

/** Null: nested deeper than texts are made of. */
function textOf(schema: object): string | null {
  try {
    return JSON.stringify(schema);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function note(text: string): void {
  known.add(text);
  const [oldest] = known;
  if (known.size > MAX_CACHED && oldest !== undefined) known.delete(oldest);
}

function toBoundFault(error: unknown): { readonly fault: string; readonly tooMuch: true } {
  if (!(error instanceof SchemaBoundError)) throw error;
  return { fault: error.message, tooMuch: true };
}
