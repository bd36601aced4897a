import type { MediaEngine, MediaStats } from '@kindling/media';
import type { CallMedia } from '../modules/calls/live/call-room.ts';
import { createHealth, type Health } from '../platform/health/health.ts';
import type { Starting } from './starting.ts';

export interface OpenedCallMedia extends CallMedia {
  /** Of what carries calls outside this server; null: nothing does. */
  readonly health: Health | null;
  /** Of all rooms, whatever carries them. */
  stats(): MediaStats;
}

/**
 * By LiveKit, where it is configured, but for films: those are of more than a microphone. Meetings are `embedded`.
 *
 * @throws where LiveKit's client cannot be loaded
 */
export async function openCallMedia(
  { config, parts, log, resources }: Starting,
  embedded: MediaEngine,
): Promise<OpenedCallMedia> {
  const { livekit } = config.media;
  if (livekit === null)
    return { engineFor: () => embedded, health: null, stats: () => embedded.stats() };
  const opened = await parts.createLivekit({
    ...livekit,
    onFault: ({ stage, error }) => log.warn({ stage, err: error }, 'media fault'),
  });
  const engine = resources.adopt(opened.engine, (it) => it.close());
  await opened.check().catch((error: unknown) => {
    // It may come later; until then calls are refused, and `/readyz` says so.
    log.warn({ err: error, url: livekit.url }, 'LiveKit does not answer');
  });
  return {
    engineFor: ({ video }) => (video ? embedded : engine),
    health: createHealth(opened.check, parts.clock),
    stats: () => sum(embedded.stats(), engine.stats()),
  };
}

function sum(one: MediaStats, other: MediaStats): MediaStats {
  return {
    rooms: one.rooms + other.rooms,
    participants: one.participants + other.participants,
    packetsReceived: one.packetsReceived + other.packetsReceived,
    packetsSent: one.packetsSent + other.packetsSent,
    packetsConcealed: one.packetsConcealed + other.packetsConcealed,
    tracksForwarded: one.tracksForwarded + other.tracksForwarded,
  };
}
