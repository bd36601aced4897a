import {
  CALL_RECORDING_PARTS,
  type Call,
  type CallRecordingPart,
  type RecordedArtifact,
  type Recording,
} from '@kindling/protocol';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Ffmpeg } from '../../tracks/ffmpeg.ts';
import type { AccessLinks } from '../access-link.ts';
import type { RecordingStore } from '../recording-store.ts';
import { findPart, type PartObstacle, type PartPlace } from './part-files.ts';
import { noFfmpeg, type PrepareParts } from './prepare-parts.ts';

export interface CallRecordingsOptions {
  readonly store: Pick<RecordingStore, 'listOfCalls'>;
  readonly links: Pick<AccessLinks, 'make'>;
  readonly parts: Pick<PrepareParts, 'prepare'>;
  readonly ffmpeg: Ffmpeg | null;
  /** Ms. */
  readonly now: () => number;
}

/** What is asked of a call to find its recordings. */
export type RecordedCall = Pick<Call, 'id' | 'orgId' | 'status' | 'artifactPlan'>;

export interface DescribeOptions {
  /** Where this server is reached. */
  readonly baseUrl: string;
  /** For how long links without a key are good, seconds; 0: there are to be none. */
  readonly presignedFor: number;
}

/** The recordings of calls, as they are downloaded. */
export interface CallRecordings {
  /**
   * A link that needs no key, once the file is there.
   *
   * @throws what says why there is none
   */
  link(call: RecordedCall, part: CallRecordingPart, baseUrl: string): Promise<string>;
  /** By the ids of calls that have ended, and of which there is something to download. */
  describe(
    calls: readonly RecordedCall[],
    options: DescribeOptions,
  ): Promise<ReadonlyMap<string, RecordedArtifact>>;
}

/** Seconds that the link of a redirect is good: who follows it begins at once, and may go on in ranges. */
const REDIRECT_GOOD_FOR = 3_600;

export function createCallRecordings(options: CallRecordingsOptions): CallRecordings {
  const { store, links, parts, ffmpeg, now } = options;

  const expiresAfter = (seconds: number) => Math.floor(now() / 1_000) + seconds;
  const sign = ({ recording, file }: PartPlace, expires: number) =>
    links.make({ recordingId: recording.id, file, expires });
  const find = (call: RecordedCall, recordings: readonly Recording[], part: CallRecordingPart) =>
    findPart(recordings, part, { ffmpeg, plan: call.artifactPlan ?? null });

  function describeOne(
    call: RecordedCall,
    recordings: readonly Recording[],
    { baseUrl, presignedFor }: DescribeOptions,
  ): RecordedArtifact | null {
    const expires = expiresAfter(presignedFor);
    const urls: Partial<Record<CallRecordingPart, string>> = {};
    const presigned: Partial<Record<CallRecordingPart, string>> = {};
    for (const part of CALL_RECORDING_PARTS) {
      const place = find(call, recordings, part);
      if (typeof place === 'string') continue;
      urls[part] = callRecordingUrl(baseUrl, call.id, part);
      presigned[part] = baseUrl + sign(place, expires);
    }
    if (Object.keys(urls).length === 0) return null;
    return {
      ...artifactOf(urls),
      ...(presignedFor > 0 && {
        ...presignedOf(presigned),
        presignedUrlsExpiresAt: new Date(expires * 1_000).toISOString(),
      }),
    };
  }

  return {
    async link(call, part, baseUrl) {
      if (call.status !== 'ended') {
        const message = 'This call still goes on: its recording can be downloaded once it is over.';
        throw new ApiError('conflict', message);
      }
      const recordings = await store.listOfCalls(call.orgId, [call.id]);
      const place = find(call, recordings, part);
      if (typeof place === 'string') throw refusal(place);
      await parts.prepare(place.recording, place.file);
      return baseUrl + sign(place, expiresAfter(REDIRECT_GOOD_FOR));
    },
    async describe(calls, describeOptions) {
      const ended = calls.filter(({ status }) => status === 'ended');
      const [first] = ended;
      if (first === undefined) return new Map();
      const ids = ended.map(({ id }) => id);
      const ofCall = Map.groupBy(
        await store.listOfCalls(first.orgId, ids),
        ({ callId }) => callId ?? '',
      );
      const described = new Map<string, RecordedArtifact>();
      for (const call of ended) {
        const artifact = describeOne(call, ofCall.get(call.id) ?? [], describeOptions);
        if (artifact !== null) described.set(call.id, artifact);
      }
      return described;
    },
  };
}

/** Where a part of a call's recording is downloaded with a key. */
export function callRecordingUrl(baseUrl: string, callId: string, part: CallRecordingPart): string {
  return `${baseUrl}/call/${callId}/${part}-recording`;
}

type Urls = Readonly<Partial<Record<CallRecordingPart, string>>>;

/** Each address under the names that published clients read. */
function artifactOf({ mono, stereo, customer, assistant, video }: Urls): RecordedArtifact {
  const voices = given({ combinedUrl: mono, assistantUrl: assistant, customerUrl: customer });
  return {
    ...given({ recordingUrl: mono, stereoRecordingUrl: stereo, videoRecordingUrl: video }),
    recording: {
      ...given({ stereoUrl: stereo, videoUrl: video }),
      ...(Object.keys(voices).length > 0 && { mono: voices }),
    },
  };
}

function presignedOf({ mono, stereo, customer, assistant, video }: Urls): RecordedArtifact {
  return given({
    presignedMonoUrl: mono,
    presignedStereoUrl: stereo,
    presignedVideoUrl: video,
    presignedCustomerUrl: customer,
    presignedAssistantUrl: assistant,
  });
}

function given<T extends Readonly<Record<string, string | undefined>>>(urls: T) {
  const known = Object.entries(urls).filter(([, url]) => url !== undefined);
  return Object.fromEntries(known) as { [N in keyof T]?: string };
}

const HOW_TO_RECORD =
  'Calls are recorded where the server has CALL_RECORDING=true and their assistant artifactPlan.recordingEnabled';

function refusal(obstacle: PartObstacle): ApiError {
  switch (obstacle) {
    case 'not-recorded':
      return new ApiError(
        'not_found',
        `There is no recording of this call: it was not recorded, or the recording was deleted. ${HOW_TO_RECORD}.`,
      );
    case 'one-track':
      return new ApiError(
        'not_found',
        `Of this call there is a recording with everybody in one track only: download mono-recording. ${HOW_TO_RECORD}, which keeps the voices apart.`,
      );
    case 'no-video':
      return new ApiError(
        'not_found',
        'There is no video of this call: it was not recorded with video (artifactPlan.videoRecordingEnabled), or the recording was deleted.',
      );
    case 'unfinished':
      return new ApiError(
        'conflict',
        'The recording of this call is still being written: ask again in some seconds.',
        { headers: { 'Retry-After': '5' } },
      );
    case 'no-ffmpeg':
      return noFfmpeg();
  }
}
