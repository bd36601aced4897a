import { parseArgs } from 'node:util';
import { CommandError } from './command-error.ts';

export const USAGE = `Makes an assistant of your own on the running server, and prints the address where it answers.

  npm run assistant -- --name "Ada" --knowledge examples/school.md

  --name <name>             what it is called; the same name again changes the same assistant
  --knowledge <file>        what it answers from: txt, md, pdf, docx, csv or json; may be given again
  --first-message <words>   what it says when a call begins
  --voice <voice>           one of the server's voices: slt, rms, awb, or one that was installed
  --remove                  deletes the one of this name, with its files and its address
  --url <url>               the server; without it the one that runs with the data folder

The data folder is KINDLING_DATA, or data. Where it does not say where its server runs, that is PUBLIC_URL,
or http://127.0.0.1 and PORT (8787).
`;

/** What was asked for; what was not is left as it is. */
export interface AssistantWish {
  readonly name: string;
  /** Paths as they were typed. */
  readonly knowledge: readonly string[];
  readonly firstMessage?: string;
  readonly voice?: string;
  readonly url?: string;
  /** It shall go. */
  readonly remove: boolean;
}

const NAME_MAX = 40;
const FIRST_MESSAGE_MAX = 4_000;

/** Reads what stands after the command. Throws a `CommandError` that names what does not fit. */
export function readArguments(given: readonly string[]): AssistantWish | 'help' {
  const values = parse(given);
  if (values.help) return 'help';
  const firstMessage = values['first-message']?.trim();
  const voice = values.voice?.trim();
  if (firstMessage !== undefined) checkText('--first-message', firstMessage, FIRST_MESSAGE_MAX);
  if (voice !== undefined) checkText('--voice', voice, NAME_MAX);
  if (values.name === undefined) throw wrong('Give the assistant a name: --name "Ada".');
  const name = values.name.trim();
  checkText('--name', name, NAME_MAX);
  const { knowledge, remove } = values;
  if (knowledge.includes('')) throw wrong('--knowledge needs a file.');
  if (remove && (knowledge.length > 0 || firstMessage !== undefined || voice !== undefined)) {
    throw wrong('--remove goes with --name alone.');
  }
  return {
    name,
    knowledge: [...new Set(knowledge)],
    remove,
    ...(firstMessage === undefined ? {} : { firstMessage }),
    ...(voice === undefined ? {} : { voice }),
    ...(values.url === undefined ? {} : { url: values.url }),
  };
}

function parse(given: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...given],
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        name: { type: 'string' },
        knowledge: { type: 'string', multiple: true, default: [] },
        'first-message': { type: 'string' },
        voice: { type: 'string' },
        remove: { type: 'boolean', default: false },
        url: { type: 'string' },
      },
    });
    return values;
  } catch (cause) {
    throw wrong(describe(cause), cause);
  }
}

function checkText(option: string, text: string, most: number): void {
  if (text === '') throw wrong(`${option} is empty.`);
  if (text.length > most)
    throw wrong(`${option} may have at most ${most} characters; this has ${text.length}.`);
}

/** The parser's own words, without its advice, which does not fit npm. */
function describe(cause: unknown): string {
  const { code, message } = cause as { readonly code?: string; readonly message: string };
  const named = /'([^']*)'/.exec(message)?.[1] ?? '';
  switch (code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return `There is no option ${named}.`;
    case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL':
      // What npm leaves of `npm run assistant --name Ada`, too: it takes the options for its own.
      return `“${named}” has no option before it. Did npm get the “--” that stands before the first option?`;
    default:
      return `${message.split(/[.\n]/, 1)[0]}.`;
  }
}

function wrong(message: string, cause?: unknown): CommandError {
  return new CommandError(`${message}\n\n${USAGE}`, cause === undefined ? undefined : { cause });
}
