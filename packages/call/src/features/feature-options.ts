import type { CanReceiveMedia } from '../participants/participant.ts';

/** The layout of participants; the settings beside `preset` depend on the preset. */
export interface StreamingLayout {
  readonly preset: string;
}

export interface StreamingOptions {
  /** Pixels. @default 1280 */
  readonly width?: number;
  /** Pixels. @default 720 */
  readonly height?: number;
  /** @default 25 */
  readonly fps?: number;
  readonly videoBitrate?: number;
  readonly audioBitrate?: number;
  readonly minIdleTimeOut?: number;
  /** Seconds. @default 10800 */
  readonly maxDuration?: number;
  /** `#RRGGBB` or `#AARRGGBB`. @default '#FF1F2D3D' */
  readonly backgroundColor?: string;
  /** Distinguishes several recordings at once. */
  readonly instanceId?: string;
  /** @default { preset: 'default' } */
  readonly layout?: StreamingLayout;
}

export interface RecordingOptions extends StreamingOptions {
  /** On the server, as one video or a file per track, or locally in the browser. @default 'cloud' */
  readonly type?: 'cloud' | 'raw-tracks' | 'local';
}

export interface LiveStreamingOptions extends StreamingOptions {
  readonly rtmpUrl?: string | readonly string[];
  readonly endpoints?: readonly StreamingEndpoint[];
}

export interface StreamingEndpoint {
  readonly endpoint: string;
}

export interface InstanceOptions {
  readonly instanceId?: string;
}

export interface MediaPlayerSettings {
  readonly state?: 'play' | 'pause';
  /** 0 to 2; 1 is as recorded. */
  readonly volume?: number;
}

export interface TranscriptionOptions extends InstanceOptions {
  /** @default 'en' */
  readonly language?: string;
  /** Sent to the server, which has one recogniser. */
  readonly model?: string;
  readonly includeRawResponse?: boolean;
  /** Session ids. @default all participants */
  readonly participants?: readonly string[];
}

export interface DialOutOptions {
  /** Either this, beginning with `sip:`, or `phoneNumber`. */
  readonly sipUri?: string;
  /** E.164. */
  readonly phoneNumber?: string;
  readonly callerId?: string;
  readonly displayName?: string;
  readonly userId?: string;
  readonly video?: boolean;
  readonly codecs?: {
    readonly audio?: readonly ('OPUS' | 'PCMU' | 'PCMA' | 'G722')[];
    readonly video?: readonly ('H264' | 'VP8')[];
  };
  readonly permissions?: {
    readonly canReceive: {
      readonly base?: boolean | CanReceiveMedia;
      readonly byUserId?: { readonly [userId: string]: boolean | CanReceiveMedia };
      readonly byParticipantId?: { readonly [sessionId: string]: boolean | CanReceiveMedia };
    };
  };
}

export interface TransferOptions {
  readonly sessionId: string;
  /** Begins with `sip:` or `+`. */
  readonly toEndPoint: string;
  readonly callerId?: string;
}
