import type { MediaEngineOptions } from '../../port.ts';
import { type Link, type LinkOptions, MediaLostError, openLink } from './link.ts';
import type { StartOptions } from './messages.ts';
import { BEAT_INTERVAL } from './server-watch.ts';

/** Pause before the next attempt after one, two, … starts that ended early, ms. */
const RESTART_DELAYS = [0, 1_000, 5_000, 30_000];
/** A process that ran this long, ms, did not fail at its start. */
const HEALTHY_AFTER = 60_000;

/** Keeps a media process running. */
export interface ProcessSupervisor {
  /** Null while no process is running. */
  readonly link: Link | null;
  /**
   * Starts the process; resolves to its UDP port.
   *
   * @throws the error of the engine
   */
  start(udpPort: number): Promise<number>;
  /** Stops the process for good. */
  close(): Promise<void>;
}

export interface SupervisorOptions extends Pick<LinkOptions, 'program' | 'onNotice'> {
  readonly settings: StartOptions;
  /** The process ended by itself, with everything in it; another one is started. */
  readonly onLost: () => void;
  readonly onFault: NonNullable<MediaEngineOptions['onFault']>;
}

export function superviseProcess(options: SupervisorOptions): ProcessSupervisor {
  const { settings, onFault } = options;
  let link: Link | null = null;
  let boundPort = settings.udpPort;
  let isClosing = false;
  let failures = 0;
  let cancelRestart = () => {};

  const start = async (udpPort: number): Promise<number> => {
    const startedAt = performance.now();
    const opened = openLink({
      program: options.program,
      onNotice: options.onNotice,
      onEnded(reason) {
        if (link === opened) handleEnded(reason, performance.now() - startedAt);
      },
    });
    link = opened;
    beat(opened);
    try {
      boundPort = Number(await opened.ask({ type: 'start', options: { ...settings, udpPort } }));
      return boundPort;
    } catch (error) {
      if (link === opened) link = null;
      await opened.end();
      throw error;
    }
  };

  const beat = (opened: Link): void => {
    if (link !== opened || settings.serverSilenceLimit === undefined) return;
    opened.post({ type: 'beat' });
    setTimeout(() => beat(opened), BEAT_INTERVAL).unref();
  };

  const handleEnded = (reason: string, lifetime: number): void => {
    link = null;
    if (!isClosing) {
      const error = new MediaLostError(`The media process ended: ${reason}.`);
      onFault({ stage: 'media-process', error });
    }
    options.onLost();
    if (isClosing) return;
    failures = lifetime > HEALTHY_AFTER ? 0 : failures + 1;
    restart();
  };

  const restart = (): void => {
    const delay = RESTART_DELAYS[Math.min(failures, RESTART_DELAYS.length) - 1] ?? 0;
    const timer = setTimeout(() => {
      start(boundPort).catch((error: unknown) => {
        // A process that ended during its start has been reported by `handleEnded`.
        if (isClosing || error instanceof MediaLostError) return;
        onFault({ stage: 'media-process', error });
        failures += 1;
        restart();
      });
    }, delay);
    cancelRestart = () => clearTimeout(timer);
  };

  return {
    get link() {
      return link;
    },
    start,
    async close() {
      isClosing = true;
      cancelRestart();
      if (link === null) return;
      const last = link;
      await last.ask({ type: 'stop' }).catch(() => undefined);
      await last.end();
    },
  };
}
