export type VideoSendPreset =
  | 'default-video'
  | 'bandwidth-optimized'
  | 'bandwidth-and-quality-balanced'
  | 'quality-optimized'
  | 'adaptive-2-layers'
  | 'adaptive-3-layers';

export type ScreenSendPreset =
  | 'default-screen-video'
  | 'detail-optimized'
  | 'motion-optimized'
  | 'motion-and-detail-balanced';

/** How a video track is encoded: a quality limit, custom layers, or whether layers adapt. */
export interface VideoSendSettings {
  readonly maxQuality?: 'low' | 'medium' | 'high';
  /** Low; low and medium; or low, medium and high. */
  readonly encodings?: {
    readonly low: RTCRtpEncodingParameters;
    readonly medium?: RTCRtpEncodingParameters;
    readonly high?: RTCRtpEncodingParameters;
  };
  /** Of the camera only. */
  readonly allowAdaptiveLayers?: boolean;
}

/** How each video track is encoded: a preset's name or custom settings, by name of the track. */
export interface SendSettings {
  readonly video?: VideoSendSettings | VideoSendPreset;
  readonly screenVideo?: VideoSendSettings | ScreenSendPreset;
  readonly customVideoDefaults?: VideoSendSettings | VideoSendPreset;
  readonly [customTrack: string]:
    | VideoSendSettings
    | VideoSendPreset
    | ScreenSendPreset
    | undefined;
}

export interface VideoReceiveSettings {
  /** Simulcast layer, 0 the smallest. */
  readonly layer?: number;
}

export interface ParticipantReceiveSettings {
  readonly video?: VideoReceiveSettings;
  readonly screenVideo?: VideoReceiveSettings;
  readonly [customTrack: string]: VideoReceiveSettings | undefined;
}

/** By session id; `base` is for everyone else. */
export interface ReceiveSettings {
  readonly [sessionIdOrBase: string]: ParticipantReceiveSettings;
}

export interface VideoReceiveSettingsUpdate {
  readonly layer?: number | 'inherit';
}

export interface ReceiveSettingsUpdates {
  readonly [sessionIdOrBaseOrStar: string]:
    | 'inherit'
    | { readonly [track: string]: VideoReceiveSettingsUpdate | 'inherit' | undefined };
}
