import type { Operation } from '@kindling/protocol';
import { expect } from 'vitest';
import { expectRefusal } from '../requests/expect-refusal.ts';
import { operationNames, operationOf, samplePath, tableOf } from '../requests/sample-request.ts';
import type { Answer } from '../server/test-server.ts';
import type { Example, World } from './example.ts';

const operations = operationNames.map(operationOf);

/** That what was answered is so, as far as another operation tells. */
export async function expectCarriedOut(
  world: World,
  operation: Operation,
  { example, answer }: { readonly example: Example; readonly answer: Answer },
): Promise<void> {
  const { method } = operation;
  const path = samplePath(operation, example.ids);
  if (isRead(operation.path) && method !== 'GET' && method !== 'POST') {
    const after = await world.server.send('GET', path);
    if (method !== 'DELETE') expect(after.json).toEqual(answer.json);
    else if (tableOf(operation) !== null) expectRefusal(after, '404 not_found');
  }
  const one = readOfOne(operation);
  if (one === undefined) return;
  if (method === 'POST') await expectMade(world, path, answer);
  if (method === 'GET') await expectListed(world, operation, one);
}

async function expectMade({ server }: World, path: string, { json }: Answer): Promise<void> {
  const { id, name, privateKey: key = server.privateKey } = json;
  const made = await server.send('GET', `${path}/${path === '/rooms' ? name : id}`, { key });
  expect([made.status, made.json.id]).toEqual([200, id]);
}

async function expectListed(world: World, list: Operation, one: Operation): Promise<void> {
  const table = tableOf(one) ?? '';
  const ids = await world.make(table);
  const { json } = await world.server.send('GET', samplePath(list, ids));
  const rows: readonly Record<string, unknown>[] = Array.isArray(json) ? json : json.results;
  const found = rows.map(({ id, name }) => (table === 'room' ? name : id));
  expect(found).toContain(ids[table]);
}

function isRead(path: string): boolean {
  return operations.some((one) => one.method === 'GET' && one.path === path);
}

/** What reads one of those that are listed, or made, at the operation's path. */
function readOfOne({ path }: Operation): Operation | undefined {
  const above = path.replace(/^\/v2/, '');
  return operations.find(
    (one) =>
      one.method === 'GET' &&
      one.path.startsWith(`${above}/{`) &&
      /^\/\{\w+\}$/.test(one.path.slice(above.length)) &&
      tableOf(one) !== null,
  );
}
