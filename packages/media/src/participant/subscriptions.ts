/** Which tracks of the others a participant wants to receive, and at which quality. */
export interface Subscriptions {
  /** `*` stands for all tracks, future ones included, and replaces the settings of single tracks. */
  set(sessionId: string, tracks: Readonly<Record<string, boolean>>): void;
  wants(sessionId: string, track: string): boolean;
  /** In the order of subscription, in which down tracks are assigned. */
  readonly sessionIds: Iterable<string>;
  setLayer(sessionId: string, track: string, layer: number | null): void;
  /** Null: the best layer that fits. */
  layerOf(sessionId: string, track: string): number | null;
  forget(sessionId: string): void;
}

/** More tracks than a participant may send are ignored. */
const MAX_TRACKS = 32;

export function createSubscriptions(): Subscriptions {
  const subscribed = new Map<string, Map<string, boolean>>();
  const layers = new Map<string, Map<string, number>>();

  return {
    set(sessionId, tracks) {
      const former = subscribed.get(sessionId);
      const tracksOf = tracks['*'] === undefined ? (former ?? new Map()) : new Map();
      for (const [name, wanted] of Object.entries(tracks))
        if (tracksOf.size < MAX_TRACKS || tracksOf.has(name)) tracksOf.set(name, wanted);
      const wantsAny = [...tracksOf.values()].includes(true);
      // Without any subscription left a participant moves to the end of the order.
      if (!wantsAny) subscribed.delete(sessionId);
      if (tracksOf.size > 0) subscribed.set(sessionId, tracksOf);
    },
    wants(sessionId, track) {
      const tracksOf = subscribed.get(sessionId);
      return tracksOf?.get(track) ?? tracksOf?.get('*') ?? false;
    },
    get sessionIds() {
      return subscribed.keys();
    },
    setLayer(sessionId, track, layer) {
      const known = layers.get(sessionId) ?? new Map<string, number>();
      if (layer === null) known.delete(track);
      else if (known.size < MAX_TRACKS) known.set(track, layer);
      layers.set(sessionId, known);
    },
    layerOf(sessionId, track) {
      return layers.get(sessionId)?.get(track) ?? layers.get('*')?.get(track) ?? null;
    },
    forget(sessionId) {
      subscribed.delete(sessionId);
      layers.delete(sessionId);
    },
  };
}
