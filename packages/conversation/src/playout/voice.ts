export interface VoiceRequest {
  readonly text: string;
  readonly voiceId?: string;
  /** 1 is the voice's own pace. */
  readonly speed?: number;
  readonly signal?: AbortSignal;
}

/** Turns one sentence into sound. One instance serves all calls. */
export interface Voice {
  readonly provider: string;
  /** Of every chunk this voice gives. */
  readonly sampleRate: number;
  /** Mono signed 16-bit chunks in order; stops when aborted. */
  synthesize(request: VoiceRequest): AsyncIterable<Int16Array>;
  close(): Promise<void>;
}
