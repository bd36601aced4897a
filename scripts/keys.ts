import { parseArgs } from 'node:util';

/** Makes a new private key for the operator, while the server does not run. */

const USAGE = `Makes a new private key with the role admin and keeps it in the data folder, for the
organisation of this server. The key that was kept there before is revoked. Stop the server first.

  npm run keys

KINDLING_DATA names the data folder (or data), DATABASE_URL the database, as for the server.
`;

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } });
  if (values.help) process.stdout.write(USAGE);
  else {
    const { renewKeys } = await import('../apps/server/src/main/renew-keys.ts');
    await renewKeys(process.env);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
