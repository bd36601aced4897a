import type { MediaEngine, MediaStats } from '@kindling/media';
import type { LivekitEgress } from '@kindling/media-livekit';
import type { CallMedia } from '../modules/calls/live/call-room.ts';
import { createHealth, type Health } from '../platform/health/health.ts';
import type { LivekitOptions, OpenedLivekit } from './server-parts.ts';
import type { Starting } from './starting.ts';

export interface OpenedCallMedia extends CallMedia {
  readonly meetings: MediaEngine;
  /** Records meetings that LiveKit carries; null: nothing does. */
  readonly egress: LivekitEgress | null;
  /** Of what carries calls outside this server; null: nothing does. */
  readonly health: Health | null;
  /** Of the LiveKit that carries calls or meetings; null: there is none. */
  readonly livekitHealth: Health | null;
  /** Of all rooms, whatever carries them. */
  stats(): MediaStats;
}

/**
 * By LiveKit what is configured so, but for films: those are of more than a microphone. Calls and meetings have a
 * process each: where one dies the other goes on.
 *
 * @throws where LiveKit's client cannot be loaded
 */
export async function openCallMedia(
  starting: Starting,
  embedded: MediaEngine,
): Promise<OpenedCallMedia> {
  const { callEngine, livekitMeetings } = starting.config.media;
  const calls = callEngine === 'livekit' ? await openLivekit(starting) : null;
  const meetings =
    livekitMeetings === null ? null : await openLivekit(starting, { meetings: livekitMeetings });
  const all = [embedded, ...[calls, meetings].flatMap((one) => one?.engine ?? [])];
  const check = (calls ?? meetings)?.check;
  if (check !== undefined) await warnIfAway(starting, check);
  const livekitHealth = check === undefined ? null : createHealth(check, starting.parts.clock);
  return {
    engineFor: ({ video }) => (video || calls === null ? embedded : calls.engine),
    meetings: meetings?.engine ?? embedded,
    egress: await openEgress(starting),
    // A server whose meetings are away still takes calls.
    health: calls === null ? null : livekitHealth,
    livekitHealth,
    stats: () => all.map((engine) => engine.stats()).reduce(sum),
  };
}

async function openLivekit(
  { config, parts, log, resources }: Starting,
  rooms: Pick<LivekitOptions, 'meetings'> = {},
): Promise<OpenedLivekit> {
  const { livekit } = config.media;
  if (livekit === null) throw new Error('LiveKit is not configured.');
  const opened = await parts.createLivekit({
    ...livekit,
    ...rooms,
    onFault: ({ stage, error }) => log.warn({ stage, err: error }, 'media fault'),
  });
  resources.adopt(opened.engine, (it) => it.close());
  return opened;
}

async function openEgress({ config, parts }: Starting): Promise<LivekitEgress | null> {
  const { livekit, egressBucket } = config.media;
  return livekit && egressBucket && parts.createEgress(livekit, egressBucket);
}

async function warnIfAway(
  { config, log }: Pick<Starting, 'config' | 'log'>,
  check: OpenedLivekit['check'],
): Promise<void> {
  await check().catch((error: unknown) => {
    // It may come later; until then rooms are refused, and `/readyz` says so.
    log.warn({ err: error, url: config.media.livekit?.url }, 'LiveKit does not answer');
  });
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
