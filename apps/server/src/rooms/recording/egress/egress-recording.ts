import { randomUUID } from 'node:crypto';
import type { EgressLayout, LivekitEgress } from '@kindling/media-livekit';
import { recordingKey } from '../../../platform/storage/recording-files.ts';
import type { Layout } from '../compose/timeline.ts';
import {
  describeNew,
  NOT_STARTED,
  notStarted,
  type RecordingRun,
  type RunningRecording,
  reportFilm,
} from '../recording-maker.ts';
import type { RecordingStore } from '../recording-store.ts';
import { describeEarlyEnd, type EgressFilms, egressFile } from './egress-films.ts';

export interface EgressRecordingParts {
  readonly egress: LivekitEgress;
  readonly films: Pick<EgressFilms, 'finish'>;
  readonly store: Pick<RecordingStore, 'create' | 'update'>;
  readonly prefix: string;
  readonly toEgressLayout: (layout: Layout) => EgressLayout;
}

/** How often it is asked whether it still goes on, ms. */
const ASK_STEP = 2_000;

/** Has LiveKit Egress record a room; what it says of the end is waited for after this. */
export function startEgressRecording(
  { egress, films, store, prefix, toEgressLayout }: EgressRecordingParts,
  run: RecordingRun,
): RunningRecording {
  const { meeting, type, picture, instanceId, startedBy } = run;
  const { clock, log, room } = meeting;
  const id = randomUUID();
  let layout = run.layout;
  let startedAt = clock.now();
  let egressId: string | null = null;
  let errorMsg: string | undefined;
  let stopping: Promise<number> | null = null;
  let askedAt = startedAt;
  const elapsed = () => clock.now() - startedAt;

  async function start(): Promise<void> {
    let created = false;
    try {
      await store.create(describeNew(run, id, startedAt));
      created = true;
      egressId = await egress.start({
        room: room.name,
        key: prefix + recordingKey(id, egressFile(picture)),
        layout: toEgressLayout(layout),
        picture: picture && { ...picture.canvas, fps: picture.fps },
      });
      await store.update(id, { egressId });
      startedAt = clock.now();
      log.info({ recordingId: id, egressId }, 'recording started by LiveKit Egress');
    } catch (error) {
      log.error({ recordingId: id, err: error }, 'recording not started by LiveKit Egress');
      if (created) await giveUp();
      throw notStarted();
    }
  }

  /** Nobody would ask for it any more. */
  async function giveUp(): Promise<void> {
    const begun = egressId;
    egressId = null;
    await Promise.allSettled([
      begun !== null && egress.stop(begun),
      store.update(id, { status: 'failed', errorMessage: NOT_STARTED }),
    ]);
  }

  async function finish(): Promise<number> {
    await started.catch(() => undefined);
    if (egressId === null) return 0;
    const duration = Math.round(elapsed());
    await store
      .update(id, { status: 'processing', duration, ...(errorMsg && { errorMessage: errorMsg }) })
      .catch((err: unknown) => log.error({ recordingId: id, err }, 'recording not stored'));
    log.info({ recordingId: id, duration }, 'recording stopped');
    run.onEnded({ duration, ...(errorMsg !== undefined && { errorMsg }) });
    void films.finish({ id, egressId }).then((film) => reportFilm(run, film));
    return duration;
  }

  function stop(): Promise<number> {
    stopping ??= finish();
    return stopping;
  }

  function cutShort(why: string): void {
    if (stopping !== null) return;
    errorMsg ??= why;
    void stop();
  }

  /** Egress has limits of its own, and may be stopped by others. */
  async function ask(asked: string): Promise<void> {
    try {
      const state = await egress.find(asked);
      if (state?.isOver === false) return;
      cutShort(describeEarlyEnd(state?.fault ?? null));
    } catch (error) {
      log.warn({ recordingId: id, err: error }, 'LiveKit does not say how a recording goes');
    }
  }

  const started = start();
  // The caller awaits it; without this its rejection could count as unhandled.
  started.catch(() => undefined);
  return {
    id,
    get description() {
      return { instanceId, recordingId: id, startedBy, recordingType: type, layout };
    },
    get stopping() {
      return stopping !== null;
    },
    started,
    update: () => undefined,
    step() {
      if (egressId === null || stopping !== null) return;
      if (elapsed() >= run.maxDuration) return void stop();
      if (clock.now() - askedAt < ASK_STEP) return;
      askedAt = clock.now();
      void ask(egressId);
    },
    setLayout(next) {
      layout = next;
      if (egressId === null) return;
      egress.setLayout(egressId, toEgressLayout(next)).catch((err: unknown) => {
        log.warn({ recordingId: id, err }, 'LiveKit Egress did not change the layout');
      });
    },
    stop,
    cutShort,
  };
}
