import type { MediaKind } from './camera-error.ts';

export interface DevicePromptOptions {
  mediaDevices(): MediaDevices | undefined;
  /** One prompt for each device, even when both are wanted at the same time. */
  independent(): boolean;
  /** Requested together with the other, so that switching it on later needs no second prompt. */
  alwaysInclude(kind: MediaKind): boolean;
}

interface Wish {
  readonly constraints: MediaTrackConstraints;
  resolve(track: MediaStreamTrack): void;
  reject(error: unknown): void;
}

type Wishes = Map<MediaKind, Wish>;

/** Requests microphone and camera; requests made in the same tick share one prompt. */
export class DevicePrompt {
  readonly #options: DevicePromptOptions;
  #wishes: Wishes | null = null;

  constructor(options: DevicePromptOptions) {
    this.#options = options;
  }

  /** @throws the browser's error; both kinds share it when it was about both */
  async ask(kind: MediaKind, constraints: MediaTrackConstraints): Promise<MediaStreamTrack> {
    if (this.#options.independent() || this.#wishes?.has(kind)) {
      return this.#askForOne(kind, constraints);
    }
    return new Promise((resolve, reject) => {
      if (this.#wishes === null) {
        this.#wishes = new Map();
        queueMicrotask(() => this.#askForAll());
      }
      this.#wishes.set(kind, { constraints, resolve, reject });
    });
  }

  #askForAll(): void {
    const wishes = this.#wishes ?? new Map();
    this.#wishes = null;
    for (const kind of ['audio', 'video'] as const) {
      if (wishes.has(kind) || !this.#options.alwaysInclude(kind)) continue;
      // Only the result of the prompt matters.
      const resolve = (track: MediaStreamTrack) => track.stop();
      wishes.set(kind, { constraints: {}, resolve, reject() {} });
    }
    if (wishes.size === 2) void this.#askForBoth(wishes);
    else for (const [kind, wish] of wishes) this.#settle(kind, wish);
  }

  async #askForBoth(wishes: Wishes): Promise<void> {
    const constraints = Object.fromEntries([...wishes].map(([k, wish]) => [k, wish.constraints]));
    try {
      const stream = await this.#open(constraints);
      for (const [kind, wish] of wishes) {
        const track = firstTrack(stream, kind);
        if (track === undefined) wish.reject(missing(kind));
        else wish.resolve(track);
      }
    } catch (error) {
      await this.#askSeparately(wishes, error);
    }
  }

  /** One of them may still work: a user without a camera, or who refused it, can still be heard. */
  async #askSeparately(wishes: Wishes, cause: unknown): Promise<void> {
    const kinds = [...wishes.keys()];
    const again = await Promise.all(kinds.map((kind) => mayStillBeHad(kind, cause)));
    const outcomes = await Promise.allSettled(
      [...wishes].map(([kind, { constraints }], index) =>
        again[index] === true ? this.#askForOne(kind, constraints) : Promise.reject(cause),
      ),
    );
    const known = new Map<string, unknown>();
    for (const [index, wish] of [...wishes.values()].entries()) {
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') {
        wish.resolve(outcome.value);
        continue;
      }
      // One reason for both is reported as one error.
      const reason = outcome?.reason ?? cause;
      const name = reason instanceof Error ? reason.name : '';
      known.set(name, known.get(name) ?? reason);
      wish.reject(known.get(name));
    }
  }

  #settle(kind: MediaKind, wish: Wish): void {
    this.#askForOne(kind, wish.constraints).then(wish.resolve, wish.reject);
  }

  async #askForOne(kind: MediaKind, constraints: MediaTrackConstraints) {
    const track = firstTrack(await this.#open({ [kind]: constraints }), kind);
    if (track === undefined) throw missing(kind);
    return track;
  }

  async #open(constraints: MediaStreamConstraints): Promise<MediaStream> {
    const devices = this.#options.mediaDevices();
    if (devices?.getUserMedia !== undefined) return devices.getUserMedia(constraints);
    const error = new Error('Microphone and camera need a secure page (https or localhost).');
    error.name = 'MediaDevicesMissingError';
    throw error;
  }
}

/** After both together failed: must not prompt again after a refusal. */
async function mayStillBeHad(kind: MediaKind, error: unknown): Promise<boolean> {
  const name = error instanceof Error ? error.name : '';
  if (name === 'MediaDevicesMissingError') return false;
  if (!/NotAllowed|PermissionDenied|Security/.test(name)) return true;
  return (await permissionState(kind)) === 'granted';
}

/** The browser's remembered permission, without prompting; null where it is unknown. */
export async function permissionState(kind: MediaKind): Promise<PermissionState | null> {
  const name = kind === 'audio' ? 'microphone' : 'camera';
  try {
    const permissions = globalThis.navigator?.permissions;
    return (await permissions?.query({ name: name as PermissionName }))?.state ?? null;
  } catch {
    return null;
  }
}

function firstTrack(stream: MediaStream, kind: MediaKind): MediaStreamTrack | undefined {
  return (kind === 'audio' ? stream.getAudioTracks() : stream.getVideoTracks())[0];
}

function missing(kind: MediaKind): Error {
  return new Error(`The browser gave a stream without ${kind}.`);
}
