import type { RecordingFiles } from '../../platform/storage/recording-files.ts';
import type { RecordingStore } from './recording-store.ts';

/** How many are looked for at once. */
const AT_ONCE = 100;

/** Deletes recordings with their files; what cannot be deleted rejects, and is found again next time. */
export interface RecordingEraser {
  /** Those of calls that are over, a film that is being made of them included. Answers how many. */
  ofCalls(orgId: string, callIds: readonly string[]): Promise<number>;
  /** Those done that started before `moment`. Answers how many. */
  olderThan(orgId: string, instant: Date, signal: AbortSignal): Promise<number>;
}

export function createRecordingEraser(
  store: Pick<RecordingStore, 'listOfCalls' | 'listOlder' | 'remove'>,
  files: Pick<RecordingFiles, 'remove'>,
): RecordingEraser {
  /** The row goes last: without it nobody would look for the files. */
  async function erase(recordings: readonly { id: string; orgId: string }[]): Promise<number> {
    let erased = 0;
    for (const { id, orgId } of recordings) {
      await files.remove(id);
      if ((await store.remove(orgId, id)) !== null) erased += 1;
    }
    return erased;
  }

  return {
    async ofCalls(orgId, callIds) {
      if (callIds.length === 0) return 0;
      return erase(await store.listOfCalls(orgId, callIds));
    },
    async olderThan(orgId, instant, signal) {
      let erased = 0;
      while (!signal.aborted) {
        const older = await store.listOlder(instant, AT_ONCE, orgId);
        if (older.length === 0) break;
        erased += await erase(older);
      }
      return erased;
    },
  };
}
