import type { Recording } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Handlers } from '../../platform/requests/operation-handlers.ts';
import type { RecordingFiles } from '../../platform/storage/recording-files.ts';
import type { AccessLinks } from './access-link.ts';
import type { RecordingStore } from './recording-store.ts';

export interface RecordingHandlersOptions {
  readonly store: RecordingStore;
  readonly files: Pick<RecordingFiles, 'remove'>;
  readonly links: AccessLinks;
  readonly now: () => number;
}

type RecordingHandlers = Pick<
  Handlers,
  'recording.list' | 'recording.get' | 'recording.accessLink' | 'recording.delete'
>;

/** Reading, linking to and deleting what was recorded. */
export function recordingHandlers(options: RecordingHandlersOptions): RecordingHandlers {
  const { store, files, links, now } = options;
  return {
    'recording.list': ({ token, query }) => store.list(token.orgId, query),
    'recording.get': async ({ token, id }) => found(await store.find(token.orgId, id)),
    'recording.accessLink': async ({ token, id, body, baseUrl }) => {
      const recording = found(await store.find(token.orgId, id));
      const file = chooseFile(recording, body.track);
      const expires = Math.floor(now() / 1_000) + body.validForSeconds;
      return {
        downloadLink: baseUrl + links.make({ recordingId: id, file, expires }),
        expiresAt: new Date(expires * 1_000).toISOString(),
      };
    },
    'recording.delete': async ({ token, id }) => {
      const { status } = found(await store.find(token.orgId, id));
      if (status === 'recording' || status === 'processing') {
        throw new ApiError('conflict', 'This recording is under way: stop it, and delete it then.');
      }
      await files.remove(id);
      return found(await store.remove(token.orgId, id));
    },
  };
}

function chooseFile(recording: Recording, track: string | undefined): string {
  if (track !== undefined) {
    if (recording.tracks.some(({ name }) => name === track)) return track;
    throw badTrack('names no track of this recording; see its tracks.');
  }
  if (recording.file !== null) return recording.file.name;
  if (recording.tracks.length > 0) throw badTrack('must name one of the tracks of this recording.');
  throw new ApiError('conflict', 'There is nothing to download of this recording yet.');
}

function badTrack(message: string): ApiError {
  const fields = [{ path: 'track', message }];
  return new ApiError('bad_request', `track: ${message}`, { fields });
}

function found(recording: Recording | null): Recording {
  if (recording !== null) return recording;
  throw new ApiError('not_found', 'There is no recording with this id in your organisation.');
}
