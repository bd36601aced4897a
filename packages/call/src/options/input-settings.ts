/** How microphone and camera are processed before they are sent. */
export interface InputSettings {
  readonly audio?: {
    readonly processor?: { readonly type: 'none' | 'noise-cancellation' };
    /** For the browser's `getUserMedia`, or a track in place of the device. */
    readonly settings?: MediaTrackConstraints | CustomTrackSettings;
  };
  readonly video?: {
    readonly processor?: VideoProcessor;
    readonly settings?: MediaTrackConstraints | CustomTrackSettings;
  };
}

export interface CustomTrackSettings {
  readonly customTrack: MediaStreamTrack;
}

export type VideoProcessor =
  | { readonly type: 'none' }
  /** `strength`: above 0, at most 1. */
  | { readonly type: 'background-blur'; readonly config: { readonly strength?: number } }
  | {
      readonly type: 'background-image';
      readonly config: {
        readonly url?: string;
        /** One of the ten built-in images, an image's address, or its bytes. */
        readonly source?: number | string | ArrayBuffer;
      };
    }
  | { readonly type: 'face-detection' };
