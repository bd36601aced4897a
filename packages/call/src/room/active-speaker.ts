import type { CallContext } from '../core/call-context.ts';

/** The active speaker, as the room detects it, and the active speaker mode. */
export class ActiveSpeaker {
  readonly #context: CallContext;
  #peerId: string | null = null;
  #mode: boolean;

  constructor(context: CallContext) {
    this.#context = context;
    this.#mode = context.options().activeSpeakerMode ?? false;
    context.hooks.on('options', ({ activeSpeakerMode }) => {
      this.#mode = activeSpeakerMode ?? this.#mode;
    });
    context.hooks.on('event', (event) => {
      if (event.type === 'active-speaker') this.#handle(event.sessionId);
      // A participant who left is no speaker; the room sends the next one.
      if (event.type === 'participant-left' && event.sessionId === this.#peerId)
        this.#peerId = null;
    });
    context.hooks.on('left', () => {
      this.#peerId = null;
      this.#mode = context.options().activeSpeakerMode ?? false;
    });
  }

  get current(): { readonly peerId?: string } {
    return this.#peerId === null ? {} : { peerId: this.#peerId };
  }

  get mode(): boolean {
    return this.#mode;
  }

  setMode(enabled: boolean): void {
    if (this.#mode === enabled) return;
    this.#mode = enabled;
    this.#context.emit('active-speaker-mode-change', { enabled });
  }

  #handle(peerId: string | null): void {
    const changed = peerId !== this.#peerId;
    this.#peerId = peerId;
    if (changed && peerId !== null)
      this.#context.emit('active-speaker-change', { activeSpeaker: { peerId } });
  }
}
