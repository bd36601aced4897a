import { Socket } from 'node:net';
import { createSystemClock } from '@kindling/protocol/clock';
import { hostEngine, type StartEngine } from './host-engine.ts';
import type { Command, Notice, StartOptions } from './messages.ts';
import { createServerWatch, type ServerWatch } from './server-watch.ts';
import { createBatchReader, encodeBatch } from './wire.ts';

/** How long the last packets have to get out, ms. */
const FAREWELL = 200;

/**
 * Makes this process a media process: connections, codecs and pacing, undisturbed by whatever the
 * server is busy with. It lives as long as the pipe to its server.
 */
export function serveEngine<S extends StartOptions>(startEngine: StartEngine<S>): void {
  const pipe = new Socket({ fd: 3, readable: true, writable: true });
  const waiting: Notice[] = [];
  let scheduled = false;

  const flush = (): void => {
    scheduled = false;
    if (waiting.length > 0 && !pipe.destroyed) pipe.write(encodeBatch(waiting.splice(0)));
  };

  /** Notices of one turn of the event loop are sent together; replies at once, as the server waits. */
  const post = (notice: Notice): void => {
    waiting.push(notice);
    if (notice.type === 'reply') flush();
    else if (!scheduled) {
      scheduled = true;
      setImmediate(flush);
    }
  };

  const host = hostEngine(startEngine, post);
  const read = createBatchReader<Command>();
  let watch: ServerWatch | null = null;

  const handle = (command: Command): void => {
    if (command.type === 'start' && command.options.serverSilenceLimit !== undefined)
      watch = createServerWatch({
        clock: createSystemClock(),
        limit: command.options.serverSilenceLimit,
        onSilent: host.abandon,
      });
    host.handle(command);
  };

  pipe.on('data', (bytes) => {
    watch?.heard();
    for (const command of read(bytes)) handle(command);
  });
  // The server died: clients are notified before this process ends, too.
  pipe.on('close', () => {
    watch?.close();
    host.abandon();
    setTimeout(() => process.exit(0), FAREWELL);
  });
  // A server that was killed resets the pipe; that closes it.
  pipe.on('error', () => undefined);
  // Ctrl+C reaches every process of a terminal; this one ends after its server has closed the rooms.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
}
