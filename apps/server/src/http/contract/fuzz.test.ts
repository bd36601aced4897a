import { randomInt } from 'node:crypto';
import { errorBodySchema, type OperationName } from '@kindling/protocol';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { NO_FFMPEG } from '../../../testing/calls/recorded-call.ts';
import type { World } from '../../../testing/contract/example.ts';
import { NEVER_INVALID, REFUSED } from '../../../testing/contract/exceptions.ts';
import { createWorld, exampleOf, sendExample } from '../../../testing/contract/world.ts';
import {
  describeOnBothDatabases,
  describeOnOneDatabase,
} from '../../../testing/databases/describe-databases.ts';
import { testDatabases } from '../../../testing/databases/test-databases.ts';
import { type MadeUpOptions, madeUpRequests } from '../../../testing/requests/made-up-requests.ts';
import { operationNames, operationOf } from '../../../testing/requests/sample-request.ts';
import type { Answer } from '../../../testing/server/test-server.ts';
import { logTable } from '../../platform/database/platform-tables.ts';

/** Made-up requests for every operation: none may break the server or get an answer of another shape. */

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000);
const isLong = process.env.FUZZ_REQUESTS !== undefined;
/** Others in every run; it is printed, and `FUZZ_SEED` repeats them. */
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
console.log(`made-up requests: FUZZ_SEED=${SEED}`);
/** What the server logged as a fault of its own while it answered the last request. */
let faults = '';
const log = pino(
  { level: 'error' },
  {
    write(line: string) {
      faults += line;
    },
  },
);
/** Requests that share an example, at most; what one of them changed or deleted, the next example has anew. */
const ROUND = 28;
const KINDS = 4;
/** Of each kind that each operation gets of so many requests. */
const eachOf = (wanted: number) =>
  Math.min(ROUND / KINDS, Math.ceil(wanted / operationNames.length / KINDS));
/** One round is enough: a worker reads each upload, and what asks for a person looks through all there is. */
const SLOW: readonly OperationName[] = [
  ...(['file.create', 'file.upload'] as const),
  ...(['person.export', 'person.erase'] as const),
];
/** Of a long run both engines share the requests; PGlite, which takes most of the time of one, has a fifth. */
const hasBoth = isLong && testDatabases.every(({ missing }) => missing === null);
const shareOf = (isPglite: boolean) => (hasBoth ? (isPglite ? 0.2 : 0.8) : 1);

const LIMITS = {
  API_RATE_PER_IP: '1000000',
  CALL_RATE_PER_IP: '1000000',
  CALL_RATE_PER_KEY: '1000000',
  CHAT_RATE_PER_IP: '1000000',
  CHAT_RATE_PER_KEY: '1000000',
  MAX_CALLS: '1000000',
  ...{ LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'none' },
};

/** Sends the requests of one example; answers how many met which status. */
async function sendRound(
  world: World,
  name: OperationName,
  options: MadeUpOptions,
): Promise<Map<number, number>> {
  const { server } = world;
  const statuses = new Map<number, number>();
  const example = await exampleOf(world, name);
  const { key = server.privateKey, providerAnswers = {} } = example;
  for (const request of madeUpRequests(operationOf(name), example, options)) {
    // Nobody outside is asked: a provider that has no answer here answers nothing.
    const { path, ...rest } = request;
    const sent = { ...example, ...rest, key, providerAnswers, ...(path !== undefined && { path }) };
    faults = '';
    const answer = await sendExample(server, name, sent);
    checkAnswer(name, answer, request);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  }
  return statuses;
}

function checkAnswer(name: OperationName, { status, headers, json }: Answer, request: object) {
  const operation = operationOf(name);
  const seen = (issues?: unknown) =>
    [
      `FUZZ_SEED=${SEED} ${name} → ${status} ${JSON.stringify(json).slice(0, 600)}`,
      issues === undefined ? faults.slice(0, 4_000) : JSON.stringify(issues),
      JSON.stringify(request).slice(0, 4_000),
    ].join('\n');
  const type = headers.get('content-type') ?? '';
  // Said of a provider that answers nothing of use, as all do here.
  if (status >= 500 && json.code !== 'provider_failed') expect.fail(seen());
  if (status >= 400) {
    if (!errorBodySchema.safeParse(json).success) expect.fail(seen());
  } else if (type.includes('application/json')) {
    const { error } = operation.answer.safeParse(json);
    if (status !== operation.status || error) expect.fail(seen(error?.issues ?? 'status'));
  } else if (operation.alsoAnswers !== '*/*' && !type.includes(operation.alsoAnswers ?? 'json'))
    expect.fail(seen());
}

(isLong ? describeOnBothDatabases : describeOnOneDatabase)(
  'made-up requests',
  (server, database) => {
    it('meet no fault, and no answer is outside its schema', async () => {
      const { db, description } = database();
      const wanted = REQUESTS * shareOf(description.startsWith('PGlite'));
      const each = eachOf(wanted);
      const most = Math.ceil(
        (wanted / (each * KINDS) - SLOW.length) / (operationNames.length - SLOW.length),
      );
      const world = createWorld(server(), database());
      let sent = 0;
      for (const name of operationNames) {
        // What all of the others wrote would be looked through again and again.
        await server().logs.flush();
        await db.delete(logTable);
        const statuses = new Map<number, number>();
        const rounds = SLOW.includes(name) ? 1 : most;
        for (let round = 1; round <= rounds; round += 1)
          for (const [status, count] of await sendRound(world, name, { seed: SEED + round, each }))
            statuses.set(status, (statuses.get(status) ?? 0) + count);
        for (const count of statuses.values()) sent += count;
        expectCarriedOut(name, statuses, rounds);
        if (each * KINDS === ROUND) expectRefused(name, statuses);
      }
      expect(sent).toBeGreaterThanOrEqual(wanted);
    }, 600_000);
  },
  LIMITS,
  { ffmpeg: NO_FFMPEG, log },
);

/** Some, its handler carried out. */
function expectCarriedOut(
  name: OperationName,
  statuses: ReadonlyMap<number, number>,
  rounds: number,
): void {
  const expected = REFUSED[name]?.slice(0, 3) ?? operationOf(name).status;
  const met = `${name} ${JSON.stringify([...statuses])}`;
  // At least the example of each round; the others may meet what these took away.
  const right = statuses.get(Number(expected)) ?? 0;
  expect(right, `carried out: ${met}`).toBeGreaterThanOrEqual(rounds);
}

/** Of many, some never reached it. */
function expectRefused(name: OperationName, statuses: ReadonlyMap<number, number>): void {
  if (NEVER_INVALID[name] !== undefined) return;
  const met = `${name} ${JSON.stringify([...statuses])}`;
  expect(statuses.get(400) ?? 0, `invalid: ${met}`).toBeGreaterThan(0);
}
