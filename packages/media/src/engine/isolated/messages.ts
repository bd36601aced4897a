import type { MediaEngineOptions, PlayerOptions, RoomOptions, TrackPacket } from '../../port.ts';
import type { SentError } from './sent-error.ts';

export type StartOptions = Omit<MediaEngineOptions, 'onFault'>;
export type MadeRoom = Pick<RoomOptions, 'name' | 'path' | 'maxParticipants'> & {
  readonly takesRequests: boolean;
};
/** The server gives them their ids, so that it need not wait to be told. */
export type MadeParticipant = Required<PlayerOptions>;

/** What is in the media process, by numbers that the server gives. */
export type Place = number;

/** From the server to its media process. `call`: the number of the reply that is waited for. */
export type Command =
  | { readonly type: 'start'; readonly call: number; readonly options: StartOptions }
  | { readonly type: 'stats'; readonly call: number }
  | { readonly type: 'stop'; readonly call: number }
  | { readonly type: 'create-room'; readonly room: Place; readonly options: MadeRoom }
  | {
      readonly type: 'add-agent';
      readonly room: Place;
      readonly place: Place;
      readonly options: MadeParticipant;
    }
  | {
      readonly type: 'add-player';
      readonly room: Place;
      readonly place: Place;
      readonly options: MadeParticipant;
    }
  | {
      readonly type: 'observe-track';
      readonly call: number;
      readonly room: Place;
      readonly place: Place;
      readonly sessionId: string;
      readonly track: string;
    }
  | { readonly type: 'stop-observing'; readonly place: Place }
  /** `method` of a room, of a participant of the server, or of what that plays. */
  | {
      readonly type: 'do';
      readonly of: 'room' | 'participant' | 'output';
      readonly place: Place;
      readonly method: string;
      readonly args: readonly unknown[];
      readonly call?: number;
    }
  | {
      readonly type: 'answer';
      readonly question: number;
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
      readonly room: Place;
      readonly sessionId: string;
    }
  | {
      readonly type: 'left';
      readonly room: Place;
      readonly sessionId: string;
      readonly reason: Parameters<NonNullable<RoomOptions['onParticipantLeft']>>[1];
    }
  | {
      readonly type: 'question';
      readonly question: number;
      readonly room: Place;
      readonly request: {
        readonly sessionId: string;
        readonly method: string;
        readonly params: unknown;
      };
    }
  | {
      readonly type: 'audio';
      readonly place: Place;
      readonly pcm: Int16Array;
      readonly sessionId: string;
    }
  | {
      readonly type: 'app-message';
      readonly place: Place;
      readonly data: unknown;
      readonly sessionId: string;
    }
  | { readonly type: 'played'; readonly place: Place; readonly samples: number }
  | { readonly type: 'packet'; readonly place: Place; readonly packet: TrackPacket }
  | { readonly type: 'track-ended'; readonly place: Place };
