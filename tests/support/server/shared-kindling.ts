import { learnProductMeanings } from '../../../packages/conversation/src/testing/product-meanings.ts';
import { bundleKindling, type RunningKindling, startKindling } from './kindling.ts';
import makeMigratedDatabase from './migrated-database.ts';
import { letSilenceLast } from './patient-agent.ts';

const compiled = new URL('../../../node_modules/.cache/compiled', import.meta.url).pathname;
const VARIABLE = 'KINDLING_SHARED_SERVER';

/** A server shared with other tests: do not stop it, and expect rows that they store. */
export type SharedKindling = Pick<RunningKindling, 'url' | 'dataFolder'>;

/** Vitest's global setup: one server for every test that asks nothing special of its environment. */
export default async function startSharedKindling(): Promise<() => Promise<void>> {
  // Another project of the same run has started it.
  if (process.env[VARIABLE] !== undefined) return async () => undefined;
  // Every server and command that tests start loads the same modules: they are compiled once.
  process.env.NODE_COMPILE_CACHE ??= compiled;
  const removeDatabase = await makeMigratedDatabase();
  await learnProductMeanings();
  const kindling = await startKindling({
    env: { CHAT_RATE_PER_IP: '100000', CHAT_RATE_PER_KEY: '100000', FORM_RATE_PER_IP: '100000' },
  });
  // After the first start, which is an operator's and builds the pages.
  await bundleKindling();
  await letSilenceLast(kindling);
  const { url, dataFolder } = kindling;
  process.env[VARIABLE] = JSON.stringify({ url, dataFolder } satisfies SharedKindling);
  return async () => {
    await kindling.stop();
    await removeDatabase();
  };
}

/** The server of the whole run. */
export function sharedKindling(): SharedKindling {
  const given = process.env[VARIABLE];
  if (given === undefined) throw new Error('no global setup has started the shared server');
  return JSON.parse(given) as SharedKindling;
}
