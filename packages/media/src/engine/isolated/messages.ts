import type { PlayerOptions, RoomOptions, TrackPacket } from '../../port.ts';
import type { SentError } from './sent-error.ts';

/** What an engine is made with, which is its own matter but for the port. */
export interface StartOptions {
  readonly udpPort: number;
  /** See `MediaEngineOptions`. */
  readonly serverSilenceLimit?: number;
}
export type RoomSettings = Pick<
  RoomOptions,
  'name' | 'path' | 'maxParticipants' | 'generation' | 'returning' | 'returnWindow'
> & {
  readonly takesRequests: boolean;
};
/** The server chooses the session id, so that it need not wait for an answer. */
export type ParticipantSettings = Required<PlayerOptions>;

/** Number of a room, participant or observation in the media process; chosen by the server. */
export type ObjectId = number;

/** From the server to its media process. `call`: number of the reply that the server waits for. */
export type Command =
  /** The server lives. */
  | { readonly type: 'beat' }
  | { readonly type: 'start'; readonly call: number; readonly options: StartOptions }
  | { readonly type: 'stats'; readonly call: number }
  | { readonly type: 'stop'; readonly call: number }
  | { readonly type: 'create-room'; readonly roomId: ObjectId; readonly options: RoomSettings }
  | {
      readonly type: 'add-agent';
      readonly roomId: ObjectId;
      readonly id: ObjectId;
      readonly options: ParticipantSettings;
    }
  | {
      readonly type: 'add-player';
      readonly roomId: ObjectId;
      readonly id: ObjectId;
      readonly options: ParticipantSettings;
    }
  | {
      readonly type: 'observe-track';
      readonly call: number;
      readonly roomId: ObjectId;
      readonly id: ObjectId;
      readonly sessionId: string;
      readonly track: string;
    }
  | { readonly type: 'stop-observing'; readonly id: ObjectId }
  /** Calls a `method` of a room, of a server participant, or of its output. */
  | {
      readonly type: 'invoke';
      readonly target: 'room' | 'participant' | 'output';
      readonly id: ObjectId;
      readonly method: string;
      readonly args: readonly unknown[];
      readonly call?: number;
    }
  /** Of a request; of an app message: all that has to be done with it is. */
  | {
      readonly type: 'request-result';
      readonly requestId: number;
      readonly value?: unknown;
      readonly error?: SentError;
    };

/** From the media process to the server. */
export type Notice =
  | {
      readonly type: 'reply';
      readonly call: number;
      readonly value?: unknown;
      readonly error?: SentError;
    }
  | { readonly type: 'fault'; readonly stage: string; readonly error: SentError }
  | {
      readonly type: 'joined' | 'connected' | 'changed';
      readonly roomId: ObjectId;
      readonly sessionId: string;
    }
  | {
      readonly type: 'left';
      readonly roomId: ObjectId;
      readonly sessionId: string;
      readonly reason: Parameters<NonNullable<RoomOptions['onParticipantLeft']>>[1];
    }
  | {
      readonly type: 'request';
      readonly requestId: number;
      readonly roomId: ObjectId;
      readonly request: {
        readonly sessionId: string;
        readonly method: string;
        readonly params: unknown;
      };
    }
  | {
      readonly type: 'audio';
      readonly id: ObjectId;
      readonly pcm: Int16Array;
      readonly sessionId: string;
    }
  | {
      readonly type: 'app-message';
      readonly id: ObjectId;
      readonly requestId: number;
      readonly data: unknown;
      readonly sessionId: string;
      readonly sequence: number | null;
    }
  | { readonly type: 'played'; readonly id: ObjectId; readonly samples: number }
  | { readonly type: 'packet'; readonly id: ObjectId; readonly packet: TrackPacket }
  | { readonly type: 'track-ended'; readonly id: ObjectId };
