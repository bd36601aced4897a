import { randomUUID } from 'node:crypto';
import type { EgressLayout, EgressRequest, LivekitEgress } from '@kindling/media-livekit';
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
import { type EgressFilms, egressFile } from './egress-films.ts';
import { createEgressWatch } from './egress-watch.ts';

export interface EgressRecordingParts {
  readonly egress: LivekitEgress;
  readonly films: Pick<EgressFilms, 'finish'>;
  readonly store: Pick<RecordingStore, 'create' | 'update'>;
  readonly prefix: string;
  readonly toEgressLayout: (layout: Layout) => EgressLayout;
}

/** Has LiveKit Egress record a room; what it says of the end is waited for after this. */
export function startEgressRecording(
  parts: EgressRecordingParts,
  run: RecordingRun,
): RunningRecording {
  const { egress, films, store, toEgressLayout } = parts;
  const { meeting, type, instanceId, startedBy } = run;
  const { clock, log } = meeting;
  const id = randomUUID();
  let layout = run.layout;
  let startedAt = clock.now();
  let egressId: string | null = null;
  let errorMsg: string | undefined;
  let stopping: Promise<number> | null = null;
  const watch = createEgressWatch({ egress, meeting, recordingId: id, onEarlyEnd: cutShort });
  const elapsed = () => clock.now() - startedAt;

  async function start(): Promise<void> {
    let created = false;
    try {
      await store.create(describeNew(run, id, startedAt));
      created = true;
      egressId = await egress.start(toRequest(parts, { ...run, layout }, id));
      await store.update(id, { egressId });
      startedAt = clock.now();
      log.info({ recordingId: id, egressId }, 'recording started by LiveKit Egress');
    } catch (error) {
      log.error({ recordingId: id, err: error }, 'recording not started by LiveKit Egress');
      const begun = egressId;
      egressId = null;
      if (created) await giveUp(parts, id, begun);
      throw notStarted();
    }
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
      watch.step(egressId);
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

function toRequest(
  { prefix, toEgressLayout }: EgressRecordingParts,
  { meeting, layout, picture }: RecordingRun,
  id: string,
): EgressRequest {
  return {
    room: meeting.room.name,
    key: prefix + recordingKey(id, egressFile(picture)),
    layout: toEgressLayout(layout),
    picture: picture && { ...picture.canvas, fps: picture.fps },
  };
}

/** Of one that could not be started: nobody would ask for it any more. */
async function giveUp(
  { egress, store }: EgressRecordingParts,
  id: string,
  egressId: string | null,
): Promise<void> {
  await Promise.allSettled([
    egressId !== null && egress.stop(egressId),
    store.update(id, { status: 'failed', errorMessage: NOT_STARTED }),
  ]);
}
