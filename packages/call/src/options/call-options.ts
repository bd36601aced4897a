import type { AudioSource } from '../devices/microphone.ts';
import type { IceConfig } from '../engine/port.ts';

/** Settings of the call's inner workings; those without effect here are accepted and ignored. */
export interface AdvancedConfig {
  /** Code is never evaluated here; named for published clients. */
  readonly avoidEval?: boolean;
  readonly alwaysIncludeMicInPermissionPrompt?: boolean;
  readonly alwaysIncludeCamInPermissionPrompt?: boolean;
  readonly iceConfig?: IceConfig;
}

/** Given when the call object is made, or with `join`; the later one wins. */
export interface CallOptions {
  /** Of the room to join. */
  readonly url?: string;
  readonly token?: string;
  readonly userName?: string;
  /** Any JSON value of at most 4096 characters; the others in the room see it. */
  readonly userData?: unknown;
  /** @default true */
  readonly subscribeToTracksAutomatically?: boolean;
  /** @default true */
  readonly audioSource?: AudioSource;
  /** Sending video is not available yet; only `false` has an effect. @default false */
  readonly videoSource?: boolean | string | MediaStreamTrack;
  /** @default false */
  readonly startAudioOff?: boolean;
  readonly startVideoOff?: boolean;
  readonly dailyConfig?: AdvancedConfig;
}

export interface CallObjectOptions extends CallOptions {
  /** @default false */
  readonly allowMultipleCallInstances?: boolean;
  /** False: a second instance only warns. @default true */
  readonly strictMode?: boolean;
}
