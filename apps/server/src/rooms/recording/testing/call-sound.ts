import { pino } from 'pino';
import { createManualClock } from '../../../../testing/server/manual-clock.ts';
import type { TestServer } from '../../../../testing/server/test-server.ts';
import { createDiskSpace } from '../../../platform/data-folder/disk-space.ts';
import type { OpenDatabase } from '../../../platform/database/database.ts';
import { createObservedRoom } from '../../tracks/testing/observed-room.ts';
import { opusPackets, tone } from '../../tracks/testing/track-packets.ts';
import { createRecordings } from '../create-recordings.ts';

/** A stretch in which a participant sounds: the visitor at 440 Hz, the agent at 1,000. */
export interface Stretch {
  readonly who: 'visitor' | 'agent';
  readonly seconds: number;
}

/** Records a call as the server does, of real packets, where `server` will find it. */
export async function recordCall(
  server: Pick<TestServer, 'orgId' | 'blobFolder' | 'blobs'>,
  { db }: OpenDatabase,
  { callId, stretches }: { readonly callId: string; readonly stretches: readonly Stretch[] },
): Promise<void> {
  const clock = createManualClock();
  const log = pino({ level: 'silent' });
  const recordings = createRecordings({
    db,
    clock,
    log,
    blobs: server.blobs,
    workFolder: server.blobFolder,
    secret: Buffer.alloc(32, 1),
    ffmpeg: null,
    keepDays: null,
    mayRecordCall: async () => true,
    disk: createDiskSpace({ folder: server.blobFolder, keepFree: 0 }),
  });
  const people = createObservedRoom();
  people.join({ sessionId: 'visitor' });
  people.addAgent('agent', 'Ember');
  const feature = recordings.feature({
    room: people.room,
    meetingId: callId,
    callId,
    orgId: server.orgId,
    config: {},
    clock,
    log,
    ownRecording: { startedBy: 'agent', isAnnounced: true },
  });
  const openedAt = clock.now();
  await feature.onCallStarting?.();
  // As browsers do: the microphone is on some time after the call began.
  clock.advance(200);
  people.setTrack('visitor', 'audio', 'audio', true);
  clock.advance(200);
  for (const { who, seconds } of stretches) {
    const pcm = tone(who === 'visitor' ? 440 : 1_000, seconds);
    for (const packet of await opusPackets(pcm, 48_000, (clock.now() - openedAt) / 20)) {
      people.send(who, 'audio', packet);
      clock.advance(20);
    }
  }
  await feature.close?.();
  await recordings.close();
}

/** Samples of each channel of a WAV with 16 bits, and how many there are a second. */
export function readWav(file: Buffer) {
  const channels = file.readUInt16LE(22);
  const start = file.indexOf('data') + 8;
  const count = Math.floor((file.length - start) / 2 / channels);
  const of = (channel: number) =>
    Float64Array.from({ length: count }, (_, index) =>
      file.readInt16LE(start + 2 * (index * channels + channel)),
    );
  return {
    rate: file.readUInt32LE(24),
    channels: Array.from({ length: channels }, (_, channel) => of(channel)),
  };
}

/** Which tenths of a second sound, as a line of `#` and `.`. */
export function soundLine(samples: Float64Array, rate: number): string {
  const step = rate / 10;
  return Array.from({ length: Math.floor(samples.length / step) }, (_, index) => {
    const part = samples.subarray(index * step, (index + 1) * step);
    const power = part.reduce((sum, sample) => sum + sample * sample, 0) / step;
    return Math.sqrt(power) > 500 ? '#' : '.';
  }).join('');
}
