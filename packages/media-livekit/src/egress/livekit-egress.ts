import {
  EgressClient,
  type EgressInfo,
  EgressStatus,
  EncodedFileOutput,
  EncodedFileType,
  EncodingOptions,
  S3Upload,
  TwirpError,
} from 'livekit-server-sdk';
import { type LivekitAccess, toHttp } from '../api/livekit-api.ts';

/** Where Egress puts its files: a bucket of a store that speaks the protocol of Amazon S3. */
export interface EgressBucket {
  /** Null: Amazon's own for the region. */
  readonly endpoint: string | null;
  /** Null: as the environment of Egress says. */
  readonly region: string | null;
  readonly bucket: string;
  readonly pathStyle: boolean;
  /** Null: as the environment of Egress says, or its machine's role. */
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  } | null;
}

export interface EgressRequest {
  readonly room: string;
  /** Of the file in the bucket. */
  readonly key: string;
  readonly layout: EgressLayout;
  /** Null: sound alone. */
  readonly picture: {
    readonly width: number;
    readonly height: number;
    readonly fps: number;
  } | null;
}

/** How LiveKit's own template arranges people. */
export type EgressLayout = 'grid' | 'speaker';

export type EgressState =
  | { readonly isOver: false }
  | {
      readonly isOver: true;
      /** Null: there is no file. */
      readonly file: { readonly size: number /** Ms. */; readonly duration: number } | null;
      /** Why it ended early, in Egress's words; null: it did not. */
      readonly fault: string | null;
    };

/** Recordings that LiveKit Egress makes of rooms. Everything rejects where LiveKit does not answer. */
export interface LivekitEgress {
  /** Resolves with its id; rejects where no Egress takes it. */
  start(request: EgressRequest): Promise<string>;
  setLayout(id: string, layout: EgressLayout): Promise<void>;
  /** Rejects where it is over. */
  stop(id: string): Promise<void>;
  /** Null: LiveKit knows none of this id, or none any more. */
  find(id: string): Promise<EgressState | null>;
  /** Rejects where LiveKit has no Redis, by which it reaches Egress. */
  check(): Promise<void>;
}

const REQUEST_SECONDS = 10;
const NS_PER_MS = 1_000_000;

export function createLivekitEgress(access: LivekitAccess, bucket: EgressBucket): LivekitEgress {
  const client = new EgressClient(toHttp(access.url), access.apiKey, access.apiSecret, {
    requestTimeout: REQUEST_SECONDS,
    failover: false,
  });
  return {
    async start({ room, key, layout, picture }) {
      const file = new EncodedFileOutput({
        fileType: picture === null ? EncodedFileType.OGG : EncodedFileType.MP4,
        filepath: key,
        disableManifest: true,
        output: { case: 's3', value: toUpload(bucket) },
      });
      try {
        const { egressId } = await client.startRoomCompositeEgress(room, file, {
          layout,
          audioOnly: picture === null,
          ...(picture && { encodingOptions: toEncoding(picture) }),
        });
        return egressId;
      } catch (error) {
        await stopUnanswered(client, room, key).catch(() => undefined);
        throw error;
      }
    },
    async setLayout(id, layout) {
      await client.updateLayout(id, layout);
    },
    async stop(id) {
      await client.stopEgress(id);
    },
    async find(id) {
      try {
        const found = await client.listEgress({ egressId: id });
        const info = found.find(({ egressId }) => egressId === id);
        return info === undefined ? null : toState(info);
      } catch (error) {
        if (error instanceof TwirpError && error.status === 404) return null;
        throw error;
      }
    },
    async check() {
      await client.listEgress({ roomName: 'kindling-check', active: true });
    },
  };
}

/** Where the answer to a start was lost, nobody else would know of it: people would be recorded unawares. */
async function stopUnanswered(client: EgressClient, room: string, key: string): Promise<void> {
  const active = await client.listEgress({ roomName: room, active: true });
  const unanswered = active.filter(
    ({ request }) =>
      request.case === 'roomComposite' &&
      request.value.fileOutputs.some(({ filepath }) => filepath === key),
  );
  await Promise.all(unanswered.map(({ egressId }) => client.stopEgress(egressId)));
}

function toEncoding({ width, height, fps }: NonNullable<EgressRequest['picture']>) {
  return new EncodingOptions({ width, height, framerate: fps });
}

function toUpload({ endpoint, region, bucket, pathStyle, credentials }: EgressBucket): S3Upload {
  return new S3Upload({
    bucket,
    forcePathStyle: pathStyle,
    ...(endpoint !== null && { endpoint }),
    ...(region !== null && { region }),
    ...(credentials && {
      accessKey: credentials.accessKeyId,
      secret: credentials.secretAccessKey,
    }),
  });
}

const OPEN = new Set([
  EgressStatus.EGRESS_STARTING,
  EgressStatus.EGRESS_ACTIVE,
  EgressStatus.EGRESS_ENDING,
]);

function toState({ status, fileResults, error }: EgressInfo): EgressState {
  if (OPEN.has(status)) return { isOver: false };
  const [file] = fileResults;
  const isThere = file !== undefined && file.size > 0n && status !== EgressStatus.EGRESS_FAILED;
  return {
    isOver: true,
    file: isThere
      ? { size: Number(file.size), duration: Math.round(Number(file.duration) / NS_PER_MS) }
      : null,
    fault: describeEnd(status, error),
  };
}

function describeEnd(status: EgressStatus, error: string): string | null {
  if (status === EgressStatus.EGRESS_COMPLETE) return null;
  if (status === EgressStatus.EGRESS_LIMIT_REACHED) return 'the limit of LiveKit Egress is reached';
  return error === '' ? 'LiveKit Egress gave it up' : error;
}
