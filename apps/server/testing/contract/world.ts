import type { OperationName } from '@kindling/protocol';
import type { OpenDatabase } from '../../src/platform/database/database.ts';
import { tableNameOf } from '../../src/platform/database/resource-tables.ts';
import { storeCall } from '../calls/stored-call.ts';
import { storeRecording } from '../calls/stored-recording.ts';
import { operationNames, operationOf, samplePath, tableOf } from '../requests/sample-request.ts';
import type { Answer, TestServer } from '../server/test-server.ts';
import type { Example, Ids, World } from './example.ts';
import { fillExample } from './fill-example.ts';
import { invite, PREPARATIONS } from './preparations.ts';

/** What makes a row of a table: its operation, and the table of the row above it. */
function creationOf(table: string): readonly [OperationName, string | null] {
  const name = operationNames.find(
    (one) => one.endsWith('.create') && tableNameOf(operationOf(one).resource) === table,
  );
  if (name === undefined) throw new Error(`Say in MAKERS what makes a ${table}.`);
  return [name, tableOf(operationOf(name))];
}

/** What makes rows that begin elsewhere: in a call, in a mail. */
const MAKERS: Readonly<Record<string, (world: World) => Promise<Ids>>> = {
  call: async ({ server, database }) => ({ call: await storeCall(database.db, server.orgId) }),
  recording: async ({ server, database }) => {
    const row = { file: { name: 'recording.mp4', size: 1 } };
    return { recording: await storeRecording(database.db, server.orgId, row) };
  },
  org: async ({ server }) => ({ org: server.orgId }),
  app_user: async (world) => (await invite(world)).ids,
};

export function createWorld(server: TestServer, database: OpenDatabase): World {
  const made = new Map<string, Promise<Ids>>();
  const world: World = {
    server,
    database,
    async make(table) {
      const maker = MAKERS[table];
      if (maker !== undefined) return maker(world);
      const [name, above] = creationOf(table);
      const example = await exampleOf(world, name);
      const { id, ...row } = await world.perform(name, example);
      const parent = above === null ? {} : { [above]: example.ids?.[above] ?? '' };
      // Rooms are found by their names.
      return { ...parent, [table]: table === 'room' ? row.name : id };
    },
    known(table) {
      const ids = made.get(table) ?? world.make(table);
      made.set(table, ids);
      return ids;
    },
    idOf: async (table) => (await world.known(table))[table] ?? '',
    async perform(name, example) {
      const { privateKey: key } = server;
      const asked =
        example?.ids === undefined ? { ...(await exampleOf(world, name)), ...example } : example;
      const answer = await sendExample(server, name, { ...asked, key });
      if (answer.status >= 300) throw new Error(`${name}: ${JSON.stringify(answer.json)}`);
      return answer.json;
    },
  };
  return world;
}

/** A request that the operation carries out, with what it needs made first. */
export async function exampleOf(world: World, name: OperationName): Promise<Example> {
  const operation = operationOf(name);
  const { stands, ...prepared } = (await PREPARATIONS[name]?.(world)) ?? {};
  const filled = await fillExample(world, operation.example ?? {}, stands);
  const example = { ...filled, ...prepared };
  const table = tableOf(operation);
  if (table === null || example.ids?.[table] !== undefined) return { ids: {}, ...example };
  // What is only read can be read again.
  const ids = await (operation.method === 'GET' ? world.known(table) : world.make(table));
  return { ...example, ids: { ...ids, ...example.ids } };
}

export interface SentExample extends Omit<Example, 'key'> {
  readonly key: string | null;
  /** @default that of the operation, filled with `ids` */
  readonly path?: string;
}

/** Sends an example; the server that is asked meanwhile answers as it says. */
export async function sendExample(
  server: TestServer,
  name: OperationName,
  example: SentExample,
): Promise<Answer> {
  const operation = operationOf(name);
  const { query, body, key } = example;
  server.parts.model.otherwise(example.modelSays ?? 'Hello.');
  server.parts.providerAnswer = () => example.providerAnswers ?? null;
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  const path = `${example.path ?? samplePath(operation, example.ids)}${search}`;
  if (!(body instanceof FormData))
    return server.send(operation.method, path, { key, ...(body === undefined ? {} : { body }) });
  const response = await server.fetch(path, {
    method: operation.method,
    headers: key === null ? {} : { Authorization: `Bearer ${key}` },
    body,
  });
  return { status: response.status, headers: response.headers, json: await response.json() };
}
