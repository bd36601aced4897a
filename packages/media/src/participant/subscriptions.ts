/** What one reader wants to receive of the others, and how well. */
export interface Subscriptions {
  /** `*` is all, those to come too, and forgets what was said of single tracks. */
  set(sessionId: string, tracks: Readonly<Record<string, boolean>>): void;
  wants(sessionId: string, track: string): boolean;
  /** Place of the first wish for anything of a participant; they are served in this order. */
  readonly sessionIds: Iterable<string>;
  setLayer(sessionId: string, track: string, layer: number | null): void;
  /** Null: the best that fits. */
  layerOf(sessionId: string, track: string): number | null;
  forget(sessionId: string): void;
}

/** Wishes about more tracks than anybody may send are not kept. */
const MAX_TRACKS = 32;

export function createSubscriptions(): Subscriptions {
  const wishes = new Map<string, Map<string, boolean>>();
  const layers = new Map<string, Map<string, number>>();

  return {
    set(sessionId, tracks) {
      const former = wishes.get(sessionId);
      const wish = tracks['*'] === undefined ? (former ?? new Map()) : new Map();
      for (const [name, wanted] of Object.entries(tracks))
        if (wish.size < MAX_TRACKS || wish.has(name)) wish.set(name, wanted);
      const wantsAny = [...wish.values()].includes(true);
      // Somebody asked for again comes last in the order of wishes.
      if (!wantsAny) wishes.delete(sessionId);
      if (wish.size > 0) wishes.set(sessionId, wish);
    },
    wants(sessionId, track) {
      const wish = wishes.get(sessionId);
      return wish?.get(track) ?? wish?.get('*') ?? false;
    },
    get sessionIds() {
      return wishes.keys();
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
      wishes.delete(sessionId);
      layers.delete(sessionId);
    },
  };
}
