import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenDatabase } from '../../src/platform/database/database.ts';
import { CALL_INSTANCE } from '../../src/rooms/recording/recording-feature.ts';
import type { TestServer } from '../server/test-server.ts';
import { storeCall } from './stored-call.ts';
import { storeRecording } from './stored-recording.ts';

/** One that can make nothing: what it would make has to lie there. */
export const NO_FFMPEG = { path: '/bin/false', mp4: false };

const MADE = ['mono.wav', 'stereo.wav', 'customer.wav', 'assistant.wav'];

/** A call with sound and video, and every file of them on the disk; answers its id. */
export async function storeRecordedCall(
  { orgId, blobFolder }: TestServer,
  { db }: OpenDatabase,
): Promise<string> {
  const callId = await storeCall(db, orgId);
  const sound = { type: 'raw-tracks', instanceId: CALL_INSTANCE } as const;
  const film = { file: { name: 'recording.mp4', size: 1 } };
  for (const [row, names] of [
    [sound, MADE],
    [film, ['recording.mp4']],
  ] as const) {
    const id = await storeRecording(db, orgId, { ...row, callId });
    const folder = join(blobFolder, 'recordings', id);
    await mkdir(folder, { recursive: true });
    await Promise.all(names.map((name) => writeFile(join(folder, name), 'x')));
  }
  return callId;
}
