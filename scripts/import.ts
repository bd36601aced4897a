import { resolve } from 'node:path';
import { ApiClient } from '@kindling/api-client';
import { CommandError } from './assistant/command-error.ts';
import { explain, findServer } from './assistant/find-server.ts';
import { importAccount } from './import/import-account.ts';
import { outcomeText } from './import/outcome-text.ts';
import { type ImportWish, readArguments, USAGE } from './import/read-arguments.ts';
import { createSourceAccount } from './import/source-account.ts';

/** Copies what an account of another platform holds into the running server. */

const root = resolve(import.meta.dirname, '..');

try {
  const wish = readArguments(process.argv.slice(2));
  process.stdout.write(wish === 'help' ? USAGE : await copy(wish));
} catch (error) {
  process.stderr.write(`${error instanceof CommandError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function copy(wish: ImportWish): Promise<string> {
  const dataFolder = resolve(root, process.env.KINDLING_DATA || 'data');
  const server = await findServer(dataFolder, process.env, wish.url);
  const client = new ApiClient({ token: server.privateKey, baseUrl: server.url });
  const source = createSourceAccount({ baseUrl: wish.baseUrl, key: wish.key });
  try {
    return outcomeText(await importAccount({ client, source, isDry: wish.isDry }), wish);
  } catch (error) {
    throw explain(error, server);
  }
}
