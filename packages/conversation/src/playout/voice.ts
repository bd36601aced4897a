export interface VoiceRequest {
  readonly text: string;
  readonly voiceId?: string;
  /** 1 is the voice's own pace. */
  readonly speed?: number;
  readonly signal?: AbortSignal;
}

/** Text to speech. One instance serves all calls. */
export interface Voice {
  readonly provider: string;
  /** Hz, of every chunk. */
  readonly sampleRate: number;
  /** Mono signed 16-bit chunks in order. Stops when the signal aborts. */
  synthesize(request: VoiceRequest): AsyncIterable<Int16Array>;
  close(): Promise<void>;
}
