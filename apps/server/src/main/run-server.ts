import type { Logger } from 'pino';
import { readConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { StartupError } from '../platform/errors/startup-error.ts';
import { createLogger } from '../platform/metrics/logger.ts';
import { listeningText, readyText } from './announce.ts';
import type { ServerParts } from './server-parts.ts';
import { type RunningServer, startServer } from './start-server.ts';

/**
 * How long calls have to be notified, ended and stored before the process stops anyway. Longer than the
 * time allowed for requests, jobs and mail together, shorter than the ten seconds until a container is killed.
 */
const SHUTDOWN_DEADLINE = 8_000;

/** Environment → config → start; the process then runs until a signal. Exits 1 when it cannot start. */
export async function runServer(parts: ServerParts): Promise<void> {
  // Before the first file: whatever writes one, it is for this user alone.
  process.umask(0o077);
  try {
    const config = readConfig(process.env);
    const log = createLogger(config.logLevel);
    const server = await startServer(config, parts, log);
    stopOnSignal(server, log);
    process.stdout.write(`${listeningText(config, server)}\n`);
    const engines = await server.ready.catch(async (error: unknown) => {
      await server.close();
      throw error;
    });
    process.stdout.write(`${readyText(config, engines)}\n`);
    log.info({ port: server.port, udpPort: server.udpPort }, 'server ready');
  } catch (error) {
    const known = error instanceof ConfigError || error instanceof StartupError;
    process.stderr.write(`${known ? error.message : describe(error)}\n`);
    process.exit(1);
  }
}

function stopOnSignal(server: RunningServer, log: Logger): void {
  const impatient = new AbortController();
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    // Asked again: who still talks is not waited for.
    if (stopping) return impatient.abort();
    stopping = true;
    log.info({ signal }, 'server stopping');
    void server.drain(impatient.signal).then(close);
  };
  const close = () => {
    setTimeout(() => {
      log.error('server did not stop in time');
      process.exit(1);
    }, SHUTDOWN_DEADLINE).unref();
    server.close().then(
      () => {
        log.info('server stopped');
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'server stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
