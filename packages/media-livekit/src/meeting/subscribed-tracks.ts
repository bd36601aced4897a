import type { DownTracks } from '@kindling/media/rooms';

type WantedTrack = Parameters<DownTracks['assign']>[0][number];

/**
 * What one participant is to receive: their client subscribes at LiveKit to what has a `mid`. A track that is off
 * keeps it, so that it is heard at once when it is on again, unless the server keeps it off.
 */
export function createSubscribedTracks(): DownTracks {
  let chosen = new Map<string, WantedTrack & { readonly mid: string }>();

  return {
    plan: () => ({ ssrcOf: () => null, apply: () => undefined }),
    receivesVoice: false,
    midOf: (sessionId, track) => chosen.get(keyOf(sessionId, track))?.mid ?? null,
    carries: (sessionId, publication) =>
      chosen.get(keyOf(sessionId, publication.name))?.publication === publication,
    assign(wanted) {
      const before = chosen;
      chosen = new Map();
      for (const track of wanted) {
        const { sessionId, publication, layer } = track;
        if (publication.offReason !== null) continue;
        const { name } = publication;
        // The name comes last: it may have spaces.
        const mid = `${sessionId} ${layer ?? '*'} ${name}`;
        chosen.set(keyOf(sessionId, name), { ...track, mid });
      }
      const all = [...before, ...chosen];
      const changed = all.filter(([key]) => before.get(key)?.mid !== chosen.get(key)?.mid);
      return new Set(changed.map(([, { sessionId }]) => sessionId));
    },
    get flowing() {
      return [...chosen.values()].filter(({ publication }) => publication.flowing).length;
    },
    handleRtcp: () => undefined,
    review: () => [],
    close: () => chosen.clear(),
  };
}

function keyOf(sessionId: string, name: string): string {
  return `${sessionId} ${name}`;
}
