import { createOwnerKey } from '../modules/tokens/owner-key.ts';
import { readConfig } from '../platform/config/config.ts';
import { openDataFolder } from '../platform/data-folder/data-folder.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { StartupError } from '../platform/errors/startup-error.ts';
import { createLogger } from '../platform/metrics/logger.ts';

/**
 * Makes a new key for the operator when the old one is lost. Locks the data folder and the database as
 * a server does; the key itself is never printed.
 */
export async function renewKeys(environment: NodeJS.ProcessEnv): Promise<void> {
  process.umask(0o077);
  const config = readConfig(environment);
  await using resources = new AsyncDisposableStack();
  const folder = resources.adopt(await openDataFolder(config.dataFolder).catch(sayWhatToDo), (it) =>
    it.release(),
  );
  // When everything is written and closed; the folder is still this process's.
  resources.defer(() => folder.tightenDatabase());
  const database = resources.adopt(
    await openDatabase(
      {
        url: config.databaseUrl,
        folder: folder.databasePath,
        statementTimeout: config.statementTimeout,
        isCluster: config.cluster !== null,
      },
      createLogger('silent'),
    ).catch(sayWhatToDo),
    (it) => it.close(),
  );
  await createOwnerKey(database.db, folder).renew();
  process.stdout.write(
    `A new private key is in ${folder.privateKeyPath}; one that was there before is revoked.\n`,
  );
}

/** The server says “stop it”; here there is another way, too. */
function sayWhatToDo(error: unknown): never {
  const isRunning =
    error instanceof StartupError && /^(?:data_folder|database)_in_use$/.test(error.code);
  if (!isRunning) throw error;
  throw new StartupError(
    error.code,
    'The server is running. Stop it, run this again and start it; or, with a key that still works, ask it for another one: POST /token.',
    { cause: error },
  );
}
