import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import type { Scene } from './check.ts';
import { CHECKS, countFindings, examine, type NamedFinding } from './doctor.ts';
import { fail } from './finding.ts';
import { findServer } from './looking/find-server.ts';
import { headText, sumText, toLines } from './report.ts';

const NAMES = CHECKS.map(({ name }) => name.replace(' ', '-'));

export const DOCTOR_USAGE = `Looks at a deployment from inside and says what to mend, whether the server runs or not.

  npm run doctor
  npm run doctor -- --json              one JSON document
  npm run doctor -- --only mail,turn    these checks alone; --skip speech all but these
  npm run doctor -- --send-to me@school.example   sends one mail; without it none is sent

Checks: ${NAMES.join(', ')}.
It reads the environment that the server reads, and asks only servers that are named there.
It exits with 0 when nothing needs fixing (warnings are only printed), with 1 when something does, and with 2 when it
was called wrongly.
`;

export interface DoctorCommandOptions {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly out: { write(text: string): unknown };
  /** For one answer of one server, ms. @default 5000 */
  readonly timeout?: number;
  /** Authorities in PEM besides those this machine trusts. */
  readonly ca?: string;
}

const TIMEOUT = 5_000;

/** Answers the status to exit with. */
export async function runDoctorCommand(options: DoctorCommandOptions): Promise<0 | 1 | 2> {
  const { args, environment, out, timeout = TIMEOUT, ca } = options;
  const asked = readArgs(args);
  if (typeof asked === 'string') {
    out.write(asked);
    return asked === DOCTOR_USAGE ? 0 : 2;
  }
  const config = readOrExplain(environment);
  if (Array.isArray(config)) return report(config, null, asked.json, out);
  const server = await findServer(config);
  const scene: Scene = { config, server, sendTo: asked.sendTo, timeout, ca };
  if (!asked.json) out.write(headText(config, server));
  const found: NamedFinding[] = [];
  for await (const finding of examine(scene, CHECKS.filter(asked.wants))) {
    found.push(finding);
    if (!asked.json) out.write(toLines(finding));
  }
  if (!asked.json) {
    const counts = countFindings(found);
    out.write(sumText(counts));
    return counts.fail > 0 ? 1 : 0;
  }
  return report(found, server?.pid ?? null, true, out);
}

/** Everything at once. */
function report(
  found: readonly NamedFinding[],
  pid: number | null,
  json: boolean,
  out: DoctorCommandOptions['out'],
): 0 | 1 {
  const counts = countFindings(found);
  out.write(
    json
      ? `${JSON.stringify({ healthy: counts.fail === 0, server: pid, counts, findings: found }, null, 2)}\n`
      : `${found.map(toLines).join('')}${sumText(counts)}`,
  );
  return counts.fail > 0 ? 1 : 0;
}

interface Asked {
  readonly json: boolean;
  readonly sendTo: string | null;
  readonly wants: (check: { readonly name: string }) => boolean;
}

/** A text says what is wrong, or what can be asked. */
function readArgs(args: readonly string[]): Asked | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        only: { type: 'string' },
        skip: { type: 'string' },
        'send-to': { type: 'string' },
      },
    });
    if (values.help) return DOCTOR_USAGE;
    const only = listOf(values.only);
    const skip = listOf(values.skip);
    const unknown = [...(only ?? []), ...(skip ?? [])].filter((name) => !NAMES.includes(name));
    if (unknown.length > 0)
      return `There is no check “${unknown.join(', ')}”. There are: ${NAMES.join(', ')}.\n`;
    return {
      json: values.json,
      sendTo: values['send-to'] ?? null,
      wants({ name }) {
        const wanted = name.replace(' ', '-');
        return (only?.includes(wanted) ?? true) && !skip?.includes(wanted);
      },
    };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${DOCTOR_USAGE}`;
  }
}

const listOf = (text: string | undefined) => text?.split(',').map((name) => name.trim());

function readOrExplain(environment: DoctorCommandOptions['environment']): Config | NamedFinding[] {
  try {
    return readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => ({
      check: 'settings',
      ...fail(problem, 'Correct it in the environment; docs/operate/configuration.md lists all.'),
    }));
  }
}
