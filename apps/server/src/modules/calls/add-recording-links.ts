import type { Call } from '@kindling/protocol';
import type { CallRecordings } from '../../rooms/recording/parts/call-recordings.ts';
import { includesRole } from '../tokens/role.ts';
import type { Token } from '../tokens/token-store.ts';

/** Who reads calls, and where. */
interface Reader {
  readonly token: Token;
  readonly baseUrl: string;
}

/** Calls with where their recordings are downloaded. */
export type AddRecordingLinks = (calls: readonly Call[], reader: Reader) => Promise<Call[]>;

/** Seconds that addresses without a key are good; they are made anew at each reading. */
const PRESIGNED_FOR = 3_600;

export function createAddRecordingLinks(
  recordings: Pick<CallRecordings, 'describe'>,
): AddRecordingLinks {
  return async (calls, { token, baseUrl }) => {
    // A link that needs no key is for who may make one.
    const presignedFor = includesRole(token.role, 'editor') ? PRESIGNED_FOR : 0;
    const described = await recordings.describe(calls, { baseUrl, presignedFor });
    return calls.map((call) => {
      const recorded = described.get(call.id);
      if (recorded === undefined) return call;
      // The words may be gone, or were never kept, where the sound still is.
      return { ...call, artifact: { messages: [], transcript: '', ...call.artifact, ...recorded } };
    });
  };
}
