/** Samples in one reading: 2048 at 48 kHz are 43 ms. */
const WINDOW = 2_048;

interface Meter {
  readonly source: MediaStreamAudioSourceNode;
  readonly analyser: AnalyserNode;
}

/** Loudness of tracks, RMS between 0 and 1, on one audio context that exists while it is used. */
export class LevelMeters {
  readonly #meters = new Map<MediaStreamTrack, Meter>();
  readonly #samples = new Float32Array(WINDOW);
  #context: AudioContext | null = null;

  /** 0 until the browser allows audio to run. */
  read(track: MediaStreamTrack): number {
    const meter = this.#meters.get(track) ?? this.#open(track);
    if (meter === null) return 0;
    meter.analyser.getFloatTimeDomainData(this.#samples);
    let sum = 0;
    for (const sample of this.#samples) sum += sample * sample;
    return Math.min(1, Math.sqrt(sum / WINDOW));
  }

  /** Releases every track that is not among these. */
  keepOnly(tracks: ReadonlySet<MediaStreamTrack>): void {
    for (const [track, meter] of this.#meters) {
      if (tracks.has(track)) continue;
      meter.source.disconnect();
      this.#meters.delete(track);
    }
  }

  close(): void {
    this.keepOnly(new Set());
    this.#context?.close().catch(() => {});
    this.#context = null;
  }

  #open(track: MediaStreamTrack): Meter | null {
    if (typeof AudioContext === 'undefined' || track.readyState === 'ended') return null;
    this.#context ??= new AudioContext({ latencyHint: 'interactive' });
    // Suspended until a gesture, or interrupted by a phone call: resumed at each new track.
    if (this.#context.state !== 'running') this.#context.resume().catch(() => {});
    const analyser = this.#context.createAnalyser();
    analyser.fftSize = WINDOW;
    const source = this.#context.createMediaStreamSource(new MediaStream([track]));
    source.connect(analyser);
    const meter = { source, analyser };
    this.#meters.set(track, meter);
    return meter;
  }
}
