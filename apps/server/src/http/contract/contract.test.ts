import type { OperationName } from '@kindling/protocol';
import { beforeAll, expect, it } from 'vitest';
import { NO_FFMPEG } from '../../../testing/calls/recorded-call.ts';
import type { Example, World } from '../../../testing/contract/example.ts';
import {
  type Exceptions,
  NEVER_INVALID,
  NEVER_MISSING,
  namesNothing,
  REFUSED,
  takesNothing,
} from '../../../testing/contract/exceptions.ts';
import { expectCarriedOut } from '../../../testing/contract/expect-carried-out.ts';
import { invalidVariants, missingVariants } from '../../../testing/contract/outcomes.ts';
import { createWorld, exampleOf, sendExample } from '../../../testing/contract/world.ts';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { expectRefusal } from '../../../testing/requests/expect-refusal.ts';
import { readEvents } from '../../../testing/requests/read-events.ts';
import { operationNames, operationOf } from '../../../testing/requests/sample-request.ts';

const streams = operationNames.filter(
  (name) => operationOf(name).alsoAnswers === 'text/event-stream',
);

describeOnBothDatabases(
  'the contract',
  (server, database, isPglite) => {
    let world: World;
    const keys = { anyone: null as string | null, public: '', viewer: '', editor: '', admin: '' };
    const examples = new Map<OperationName, Promise<Example>>();

    beforeAll(async () => {
      world = createWorld(server(), database());
      keys.public = await server().addToken({ kind: 'public', name: 'page' });
      for (const role of ['viewer', 'editor', 'admin'] as const)
        keys[role] = await server().addToken({ kind: 'private', name: role, role });
    });

    /** Refusals change nothing: they and what is carried out at last share an example. */
    const exampleFor = (name: OperationName) => {
      const example = examples.get(name) ?? exampleOf(world, name);
      examples.set(name, example);
      return example;
    };
    const leastKey = (name: OperationName, { key }: Example) =>
      key ?? keys[operationOf(name).access];
    const send = (name: OperationName, example: Example & { readonly path?: string }) =>
      sendExample(server(), name, { ...example, key: leastKey(name, example) });

    /** An outcome that cannot be is excepted; one that can be is not. */
    const expectException = (
      exceptions: Exceptions,
      name: OperationName,
      { cannotBe, byItself }: { readonly cannotBe: boolean; readonly byItself: boolean },
    ) => {
      const excepted = exceptions[name] !== undefined;
      const hint = `${name}: name ids in its example, or say in exceptions.ts why not`;
      expect(excepted || (byItself && cannotBe), hint).toBe(cannotBe);
    };

    // What does not fit is refused before a store is asked: on either engine the same.
    if (isPglite)
      it.each(operationNames)('%s: invalid', async (name) => {
        const operation = operationOf(name);
        const variants = invalidVariants(operation, await exampleFor(name));
        expectException(NEVER_INVALID, name, {
          cannotBe: variants.length === 0,
          byItself: takesNothing(operation),
        });
        for (const { example, field } of variants) {
          const { fields = [] } = expectRefusal(await send(name, example), '400 bad_request');
          const named = fields.map(({ path }) => path.split('.')[0]);
          expect([field, named.includes(field)]).toEqual([field, true]);
        }
      });

    it.each(operationNames)('%s: missing', async (name) => {
      const operation = operationOf(name);
      const variants = missingVariants(operation, await exampleFor(name));
      const isRefused = REFUSED[name] !== undefined;
      expectException(NEVER_MISSING, name, {
        cannotBe: isRefused || variants.length === 0,
        byItself: namesNothing(operation),
      });
      if (isRefused) return;
      for (const { example, field } of variants) {
        const answer = await send(name, example);
        if (example.path !== undefined) {
          expectRefusal(answer, '404 not_found');
          continue;
        }
        const { warnings = [] } = answer.json as { warnings?: readonly { path: string }[] };
        // An assistant of another account may name what is there alone: a warning says so.
        if (warnings.some(({ path }) => path === field)) continue;
        // Where a code in the body is the key, it is refused as one.
        const refusals = ['404 not_found', '400 bad_request', '401 unauthenticated'] as const;
        const { fields = [] } = expectRefusal(
          answer,
          ...refusals.slice(0, operation.access === 'anyone' ? 3 : 2),
        );
        const named = fields.map(({ path }) => path);
        expect([field, named.some((path) => `${field}.`.startsWith(`${path}.`))]).toEqual([
          field,
          true,
        ]);
      }
    });

    it.each(operationNames)('%s: ok', async (name) => {
      const operation = operationOf(name);
      const example = await exampleFor(name);
      const answer = await send(name, example);
      const refused = REFUSED[name];
      if (refused !== undefined) return void expectRefusal(answer, refused);
      expect([answer.status, answer.json]).toEqual([operation.status, expect.anything()]);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      if (operation.status === 302) {
        const { pathname, search } = new URL(answer.headers.get('location') ?? '');
        const file = await server().fetch(pathname + search);
        expect([file.status, file.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
        return;
      }
      const type = answer.headers.get('content-type') ?? '';
      expect(answer.json).not.toBe('');
      if (typeof answer.json === 'string')
        expect(type).toMatch(
          operation.alsoAnswers === '*/*' ? 'text/plain' : (operation.alsoAnswers ?? 'json'),
        );
      else expect(operation.answer.parse(answer.json)).toEqual(answer.json);
      await expectCarriedOut(world, operation, { example, answer });
    });

    it.each(streams)('%s: events', async (name) => {
      const { body, ...example } = await exampleFor(name);
      const answer = await send(name, { ...example, body: { ...(body as object), stream: true } });
      expect(answer.headers.get('content-type')).toContain('text/event-stream');
      const events = readEvents(answer.json.replace(/data: \[DONE\]\n\n$/, ''));
      expect(events.length).toBeGreaterThan(0);
      for (const { data } of events) expect(operationOf(name).events?.parse(data)).toEqual(data);
    });
  },
  {
    API_RATE_PER_IP: '1000000',
    CALL_RATE_PER_IP: '1000000',
    CALL_RATE_PER_KEY: '1000000',
    ...{ LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'none' },
  },
  { ffmpeg: NO_FFMPEG },
);
