import type { EgressState, LivekitEgress } from '@kindling/media-livekit';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { RecordingFiles } from '../../../platform/storage/recording-files.ts';
import type { Picture } from '../picture.ts';
import { type Composition, CUT_SHORT, type StoredFile } from '../recording-maker.ts';
import type { AbandonedRecording, RecordingStore } from '../recording-store.ts';

export interface EgressFilmsOptions {
  readonly egress: LivekitEgress;
  readonly store: Pick<RecordingStore, 'read' | 'update'>;
  readonly files: Pick<RecordingFiles, 'head' | 'remove'>;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface EgressFilm {
  /** Of the recording. */
  readonly id: string;
  readonly egressId: string;
}

/** Recordings of LiveKit Egress that are to end: it is asked to stop, and waited for until the file is in the store. */
export interface EgressFilms {
  /** Never rejects. */
  finish(film: EgressFilm): Promise<Composition>;
  /** Takes those of processes that are over. */
  resume(abandoned: readonly AbandonedRecording[]): Promise<void>;
  /** What is not done yet is waited for after the next start. */
  close(): Promise<void>;
}

/** Between two questions, ms. */
const ASK_STEP = 2_000;
/** LiveKit forgets one a day after its end, ms. */
const MAX_WAIT = 86_400_000;
const FORGOTTEN = 'LiveKit does not know any more what became of this recording.';
const ELSEWHERE = 'LiveKit Egress made this recording, but did not put it into the store.';
const NOTHING = 'LiveKit Egress made no file of this recording';

const FILM = 'recording.mp4';
const SOUND = 'recording.ogg';

/** What LiveKit Egress is to call its file, with a picture or without. */
export function egressFile(picture: Picture | null): string {
  return picture === null ? SOUND : FILM;
}

/** What is said of a recording that ended before it was stopped. */
export function describeEarlyEnd(fault: string | null): string {
  return `The recording ended early${fault === null ? '' : `: ${fault}`}.`;
}

export function createEgressFilms(options: EgressFilmsOptions): EgressFilms {
  const { egress, store, files, clock, log } = options;
  const closing = new AbortController();
  const work = new Set<Promise<unknown>>();

  async function follow(film: EgressFilm): Promise<Composition> {
    const until = clock.now() + MAX_WAIT;
    let isAsked = false;
    while (clock.now() < until) {
      if (closing.signal.aborted) return null;
      try {
        const state = await egress.find(film.egressId);
        if (state === null) return await fail(film, FORGOTTEN);
        if (state.isOver) return await settle(film, state);
        if (!isAsked) isAsked = await askToStop(film);
      } catch (err) {
        log.warn({ recordingId: film.id, err }, 'recording of LiveKit Egress not ready yet');
      }
      await pause();
    }
    return fail(film, FORGOTTEN);
  }

  /** Where it was over this moment it is refused; the next answer says so. */
  function askToStop({ egressId }: EgressFilm): Promise<boolean> {
    return egress.stop(egressId).then(
      () => true,
      () => false,
    );
  }

  async function settle(
    film: EgressFilm,
    { file, fault }: EgressState & { readonly isOver: true },
  ): Promise<Composition> {
    if (file === null) return fail(film, `${NOTHING}${fault === null ? '' : `: ${fault}`}.`);
    const stored = (await findFile(film, FILM)) ?? (await findFile(film, SOUND));
    if (stored === null) return fail(film, ELSEWHERE);
    await store.update(film.id, {
      status: 'finished',
      file: stored,
      duration: file.duration,
      ...(fault !== null && { errorMessage: describeEarlyEnd(fault) }),
    });
    // Deleted meanwhile: nobody would look for its file any more.
    if ((await store.read(film.id)) === null) await files.remove(film.id);
    log.info({ recordingId: film.id }, 'recording of LiveKit Egress stored');
    return { file: stored };
  }

  async function findFile({ id }: EgressFilm, name: string): Promise<StoredFile | null> {
    const found = await files.head(id, name);
    return found && { name, size: found.size };
  }

  async function fail({ id }: EgressFilm, errorMsg: string): Promise<Composition> {
    log.error({ recordingId: id, why: errorMsg }, 'recording of LiveKit Egress lost');
    await store
      .update(id, { status: 'failed', errorMessage: errorMsg })
      .catch((err: unknown) => log.error({ recordingId: id, err }, 'recording not stored'));
    return { errorMsg };
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        cancel();
        closing.signal.removeEventListener('abort', go);
        resolve();
      };
      const cancel = clock.schedule(ASK_STEP, go);
      closing.signal.addEventListener('abort', go);
    });
  }

  function finish(film: EgressFilm): Promise<Composition> {
    const done = follow(film).finally(() => work.delete(done));
    work.add(done);
    return done;
  }

  return {
    finish,
    async resume(abandoned) {
      for (const { id, egressId, status } of abandoned) {
        if (egressId === null) continue;
        if (status === 'recording') await store.update(id, { errorMessage: CUT_SHORT });
        void finish({ id, egressId });
      }
    },
    async close() {
      closing.abort();
      await Promise.all(work);
    },
  };
}
