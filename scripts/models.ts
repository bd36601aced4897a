import { runModelsCommand } from '../apps/server/src/platform/models/models-command.ts';
import { tryModel } from '../apps/server/src/platform/models/try-model.ts';

/** Lists, installs and removes voices, recognisers and sentence encoders. */

const stop = new AbortController();
// Once: the second Ctrl-C ends the process at once.
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());
process.umask(0o077);

try {
  await runModelsCommand({
    args: process.argv.slice(2),
    environment: process.env,
    out: process.stdout,
    signal: stop.signal,
    tryOut: tryModel,
  });
} catch (error) {
  process.exitCode = 1;
  const text = stop.signal.aborted
    ? 'Stopped. What has arrived is kept: the same command goes on from there.'
    : error instanceof Error
      ? error.message
      : String(error);
  process.stderr.write(`${text}\n`);
}
