import type { CallContext } from '../core/call-context.ts';
import type {
  ParticipantReceiveSettings,
  ReceiveSettings,
  ReceiveSettingsUpdates,
} from '../options/media-settings.ts';

type Update = ReceiveSettingsUpdates[string];

/** The video tracks; custom tracks are listed where they appear. */
const VIDEO_KINDS = ['video', 'screenVideo'] as const;

/** Which simulcast layer of whom is received: the setting for that participant, else `base`. */
export class ReceivedQuality {
  readonly #context: CallContext;
  #settings: ReceiveSettings = {};
  /** The requested layers by session id and track, so that nothing is requested twice. */
  readonly #asked = new Map<string, number | null>();

  constructor(context: CallContext) {
    this.#context = context;
    this.#take(context.options().receiveSettings);
    context.hooks.on('options', ({ receiveSettings }) => this.#take(receiveSettings));
    context.hooks.on('joined', () => void this.#applyToAll().catch(() => {}));
    context.hooks.on('remoteChanged', () => void this.#applyToAll().catch(() => {}));
    context.hooks.on('event', (event) => {
      if (event.type === 'participant-left') this.#forget(event.sessionId);
      if (event.type === 'participant-updated') {
        void this.#applyTo(event.participant.sessionId).catch(() => {});
      }
    });
    context.hooks.on('left', () => this.#asked.clear());
    // Loaded during the call.
    void this.#applyToAll().catch(() => {});
  }

  all(): ReceiveSettings {
    return this.#settings;
  }

  of(sessionId: string, showInheritedValues: boolean): ParticipantReceiveSettings {
    const own = this.#settings[sessionId] ?? {};
    return showInheritedValues ? { ...this.#settings.base, ...own } : own;
  }

  /** @throws a `CallError` when the room refuses */
  async update(updates: ReceiveSettingsUpdates): Promise<ReceiveSettings> {
    const { '*': ofAll, ...ofSome } = updates;
    const everybody = this.#context.session.remote.all().map(({ session_id }) => session_id);
    if (ofAll !== undefined) {
      for (const id of new Set([...everybody, ...Object.keys(this.#settings)])) {
        if (id !== 'base') this.#change(id, ofAll);
      }
    }
    for (const [id, update] of Object.entries(ofSome)) this.#change(id, update);
    this.#context.mergeOptions({ receiveSettings: this.#settings });
    await this.#applyToAll();
    this.#context.emit('receive-settings-updated', { receiveSettings: this.#settings });
    return this.#settings;
  }

  #take(given: ReceiveSettings | undefined): void {
    if (given !== undefined) this.#settings = { ...given };
  }

  #change(id: string, update: Update): void {
    const tracks = { ...this.#settings[id] };
    if (update === 'inherit') {
      for (const name of Object.keys(tracks)) delete tracks[name];
    } else {
      for (const [name, one] of Object.entries(update)) {
        if (one === undefined) continue;
        const layer = one === 'inherit' ? 'inherit' : one.layer;
        if (layer === 'inherit') delete tracks[name];
        else if (layer !== undefined) tracks[name] = { layer };
      }
    }
    const { [id]: _, ...others } = this.#settings;
    const kept = id === 'base' || Object.keys(tracks).length > 0;
    this.#settings = kept ? { ...others, [id]: tracks } : others;
  }

  async #applyToAll(): Promise<void> {
    const { session } = this.#context;
    await Promise.all(session.remote.all().map(({ session_id }) => this.#applyTo(session_id)));
  }

  async #applyTo(sessionId: string): Promise<void> {
    const { session, request } = this.#context;
    const participant = session.remote.get(sessionId);
    if (!session.joined || participant === undefined) return;
    const wanted = this.of(sessionId, true);
    // A layer may be chosen before its track is sent: requested then.
    const sent = Object.keys(participant.tracks).filter(
      (name) => participant.tracks[name]?.state !== 'off',
    );
    const names = new Set([...VIDEO_KINDS, ...Object.keys(wanted)]);
    const asking = sent
      .filter((name) => names.has(name))
      .map(async (track) => {
        const key = `${sessionId} ${track}`;
        const layer = wanted[track]?.layer ?? null;
        if ((this.#asked.get(key) ?? null) === layer) return;
        this.#asked.set(key, layer);
        try {
          await request('set-receive-layer', { sessionId, track, layer: layerOf(layer) });
        } catch (error) {
          this.#asked.delete(key);
          throw error;
        }
      });
    await Promise.all(asking);
  }

  #forget(sessionId: string): void {
    for (const key of this.#asked.keys()) {
      if (key.startsWith(`${sessionId} `)) this.#asked.delete(key);
    }
  }
}

/** There are three; a higher number means the best. */
function layerOf(layer: number | null): number | null {
  return layer === null ? null : Math.min(layer, 2);
}
