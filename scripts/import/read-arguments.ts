import { parseArgs } from 'node:util';
import { CommandError } from '../assistant/command-error.ts';

export const USAGE = `Copies the files, tools, assistants, squads and evals of an account elsewhere into the running server.
Run it again to copy what has changed there: nothing is doubled, and nothing is deleted.

  npm run import -- --from vapi --key <private key>

  --from <platform>   vapi, or what answers as its API does
  --key <key>         a private key of the account; without it VAPI_API_KEY
  --base-url <url>    of its API (https://api.vapi.ai)
  --dry-run           says what would be copied, and copies nothing
  --url <url>         the server; without it the one that runs with the data folder
`;

export interface ImportWish {
  readonly key: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly isDry: boolean;
  readonly url?: string;
}

const BASE_URL = 'https://api.vapi.ai';

/** Reads what stands after the command. Throws a `CommandError` that names what does not fit. */
export function readArguments(given: readonly string[]): ImportWish | 'help' {
  const values = parse(given);
  if (values.help) return 'help';
  if (values.from !== 'vapi') throw wrong('Say where from: --from vapi.');
  const key = values.key ?? process.env.VAPI_API_KEY ?? '';
  if (key === '') throw wrong('Give a private key of the account: --key <key>.');
  const baseUrl = values['base-url'] ?? BASE_URL;
  if (!/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : ''))
    throw wrong(`“${baseUrl}” is not an http or https url.`);
  return {
    key,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    isDry: values['dry-run'],
    ...(values.url === undefined ? {} : { url: values.url }),
  };
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        from: { type: 'string' },
        key: { type: 'string' },
        'base-url': { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        url: { type: 'string' },
      },
    }).values;
  } catch (cause) {
    throw wrong(cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function wrong(message: string, cause?: unknown): CommandError {
  return new CommandError(`${message}\n\n${USAGE}`, cause === undefined ? undefined : { cause });
}
