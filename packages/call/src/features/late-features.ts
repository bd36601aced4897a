import type { RoomEvent } from '@kindling/protocol/room';
import type { CallContext } from '../call-context.ts';
import { CallError } from '../call-error.ts';
import type { RoomFeatures } from './room-features.ts';

const EVENTS: ReadonlySet<RoomEvent['type']> = new Set([
  'recording',
  'transcription',
  'transcription-message',
  'media-player',
]);

/** Most calls neither record nor transcribe: what does it is loaded when it is first needed. */
export class LateFeatures {
  readonly #context: CallContext;
  #loading: Promise<RoomFeatures> | null = null;

  constructor(context: CallContext) {
    this.#context = context;
    context.hooks.on('event', (event) => {
      // Who cannot load it has nobody to tell either.
      if (EVENTS.has(event.type)) this.use((features) => features.handle(event)).catch(() => {});
    });
  }

  /** In the order of the calls. Rejects with a `CallError` when the code cannot be loaded. */
  use<T>(act: (features: RoomFeatures) => T | Promise<T>): Promise<T> {
    this.#loading ??= this.#load();
    return this.#loading.then(act);
  }

  async #load(): Promise<RoomFeatures> {
    try {
      const { RoomFeatures } = await import('./room-features.ts');
      return new RoomFeatures(this.#context);
    } catch (cause) {
      this.#loading = null;
      throw new CallError('not-available', 'This part of the call library could not be loaded.', {
        cause,
      });
    }
  }
}
