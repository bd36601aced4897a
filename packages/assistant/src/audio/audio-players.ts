import type { VapiEmit } from '../vapi-events.ts';

/** Hidden audio elements, one for each remote participant with audio. */
export class AudioPlayers {
  readonly #players = new Map<string, HTMLAudioElement>();
  readonly #emit: VapiEmit;
  #outputDeviceId = '';
  #volume = 1;
  #stopWaiting = () => {};

  constructor(emit: VapiEmit) {
    this.#emit = emit;
  }

  get elements(): readonly HTMLAudioElement[] {
    return [...this.#players.values()];
  }

  /** Plays a track; a later one of the same participant takes its place. */
  play(participantId: string, track: MediaStreamTrack): HTMLAudioElement {
    const player = this.#players.get(participantId) ?? this.#create(participantId);
    player.srcObject = new MediaStream([track]);
    void this.#start(player);
    return player;
  }

  remove(participantId: string): void {
    const player = this.#players.get(participantId);
    if (player === undefined) return;
    this.#players.delete(participantId);
    player.srcObject = null;
    player.remove();
  }

  clear(): void {
    this.#stopWaiting();
    for (const participantId of [...this.#players.keys()]) this.remove(participantId);
  }

  /** Sets the output device; browsers without `setSinkId` keep theirs. */
  async setOutputDevice(deviceId: string): Promise<void> {
    this.#outputDeviceId = deviceId;
    await Promise.all(this.elements.map((player) => player.setSinkId?.(deviceId)));
  }

  /** Volume, 0 to 1, of current and later elements. */
  setVolume(volume: number): void {
    this.#volume = volume;
    for (const player of this.elements) player.volume = volume;
  }

  #create(participantId: string): HTMLAudioElement {
    const player = document.createElement('audio');
    player.dataset.participantId = participantId;
    player.autoplay = true;
    player.hidden = true;
    player.volume = this.#volume;
    // A remembered device may be gone; the default is better than silence.
    if (this.#outputDeviceId !== '') player.setSinkId?.(this.#outputDeviceId).catch(() => {});
    document.body.append(player);
    this.#players.set(participantId, player);
    this.#emit('audio-element', player);
    return player;
  }

  async #start(player: HTMLAudioElement): Promise<void> {
    try {
      await player.play();
    } catch (error) {
      // Autoplay is blocked before the first gesture; the next gesture starts it.
      if (error instanceof Error && error.name === 'NotAllowedError') this.#playOnGesture();
    }
  }

  #playOnGesture(): void {
    this.#stopWaiting();
    const gesture = new AbortController();
    this.#stopWaiting = () => gesture.abort();
    const play = () => {
      gesture.abort();
      for (const player of this.elements) void this.#start(player);
    };
    for (const name of ['pointerup', 'keydown']) {
      document.addEventListener(name, play, { signal: gesture.signal });
    }
  }
}
