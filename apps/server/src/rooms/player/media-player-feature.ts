import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PlayerParticipant, RoomMember } from '@kindling/media';
import { isRoomError, RoomError } from '@kindling/media/room-error';
import type { MediaPlayerState, RoomEvent, RoomRequests } from '@kindling/protocol/room';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { createRequestOpener, type OpenRequest } from '../../platform/http-client/open-request.ts';
import { isPublicAddress } from '../../platform/http-client/public-address.ts';
import { isDoneWithin } from '../../platform/time/is-done-within.ts';
import type { CreateMeetingFeature, MeetingContext } from '../meetings/request-handlers.ts';
import type { Ffmpeg } from '../tracks/ffmpeg.ts';
import { PLAYER_RATE } from './decode-media.ts';
import { checkUrl, downloadMedia } from './download-media.ts';
import { type MediaPlayer, startMediaPlayer } from './media-player.ts';

export interface MediaPlayerFeatureOptions {
  /** Null: the host has none, and nothing can be played. */
  readonly ffmpeg: Ffmpeg | null;
  /** Where media may be fetched from; empty: nowhere. */
  readonly origins: readonly string[];
  /** For what is being played; may be deleted while no server runs. */
  readonly cacheFolder: string;
  /** @default those of the open internet */
  readonly isAllowedAddress?: (address: string) => boolean;
}

type PlayerEvent = Extract<RoomEvent, { type: 'media-player' }>;
type Settings = z.output<RoomRequests['update-media-player']>['settings'];

interface Playing {
  readonly source: PlayerParticipant;
  /** Session id. */
  readonly startedBy: string;
  readonly aborting: AbortController;
  readonly settings: { state: 'play' | 'pause'; volume: number };
  /** Null while it is being fetched. */
  player: MediaPlayer | null;
}

/** In the cache folder. */
export const MEDIA_FOLDER = 'media-player';
const MAX_AT_ONCE = 3;
/** A request is answered by then, if need be with `buffering`, ms. */
const ANSWER_WITHIN = 5_000;
const VOLUME_RAMP = 50;
const USER_NAME = 'Media player';

/** Media from a listed origin, played to everybody in a meeting as a participant of its own. */
export function createMediaPlayerFeature(options: MediaPlayerFeatureOptions): CreateMeetingFeature {
  const { ffmpeg, origins, isAllowedAddress = isPublicAddress } = options;
  const openRequest = createRequestOpener({ isAllowedAddress });
  return (meeting) => {
    const players = createPlayers(meeting, options, openRequest);
    return {
      handlers: {
        async 'start-media-player'({ member, params }) {
          checkMayPlay(member);
          if (ffmpeg === null || origins.length === 0) throw notConfigured(ffmpeg);
          const url = checkUrl(params.url, origins);
          const playing = players.add(params.settings ?? {}, member.sessionId);
          await players.start(playing, url, ffmpeg);
          return { sessionId: playing.source.sessionId, player: describe(playing) };
        },
        'update-media-player'({ member, params }) {
          checkMayPlay(member);
          const playing = players.update(params.sessionId, params.settings, member.sessionId);
          return { sessionId: params.sessionId, player: describe(playing) };
        },
        'stop-media-player'({ member, params }) {
          checkMayPlay(member);
          players.stop(params.sessionId, member.sessionId);
        },
      },
      close: async () => players.close(),
    };
  };
}

/** The media players of one meeting, by the session ids of their participants. */
function createPlayers(
  { room, clock, log }: MeetingContext,
  { origins, cacheFolder }: MediaPlayerFeatureOptions,
  openRequest: OpenRequest,
) {
  const all = new Map<string, Playing>();

  const send = (
    change: PlayerEvent['change'],
    playing: Playing,
    by: string,
    reason?: PlayerEvent['reason'],
  ) => room.send(playerEvent(change, playing, by, reason));

  function find(sessionId: string): Playing {
    const playing = all.get(sessionId);
    if (playing !== undefined) return playing;
    throw new RoomError('not_found', 'sessionId: no media player has this id.');
  }

  function stop(playing: Playing, by: string, reason: PlayerEvent['reason']): void {
    if (!all.delete(playing.source.sessionId)) return;
    playing.aborting.abort();
    playing.player?.close();
    playing.source.leave();
    send('stopped', playing, by, reason);
  }

  function add(settings: Settings, by: string): Playing {
    if (all.size >= MAX_AT_ONCE) {
      throw new RoomError('conflict', `At most ${MAX_AT_ONCE} media players play at once.`);
    }
    const source = room.addPlayer({ userName: USER_NAME, sampleRate: PLAYER_RATE });
    const playing = newPlaying(source, settings, by);
    all.set(source.sessionId, playing);
    send('started', playing, by);
    return playing;
  }

  /** Fetches the media and plays it until its end; throws when nothing of it can be played. */
  async function run(playing: Playing, url: URL, ffmpeg: Ffmpeg): Promise<void> {
    const file = join(cacheFolder, MEDIA_FOLDER, randomUUID());
    const { aborting, source, startedBy } = playing;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    aborting.signal.addEventListener('abort', () => resolve());
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await downloadMedia({ url, path: file, origins, openRequest, signal: aborting.signal });
      aborting.signal.throwIfAborted();
      playing.player = startMediaPlayer({
        ffmpeg,
        source,
        clock,
        folder: dirname(file),
        file,
        onEnded: () => stop(playing, startedBy, 'EOS'),
      });
      void ended.then(() => discard(file, log));
      await playing.player.ready;
      apply(playing, playing.settings);
    } catch (error) {
      await discard(file, log);
      if (aborting.signal.aborted && isRoomError(error)) throw error;
      log.warn({ err: error }, 'media not played');
      stop(playing, startedBy, 'EOS');
      throw isRoomError(error) ? error : unplayable(error);
    }
  }

  /** Resolves once it plays, or `ANSWER_WITHIN` later while it is still being fetched. */
  async function start(playing: Playing, url: URL, ffmpeg: Ffmpeg): Promise<void> {
    const { source, startedBy } = playing;
    const starting = run(playing, url, ffmpeg);
    const sendPlaying = () => {
      // One that was stopped meanwhile has already sent its last event.
      if (all.has(source.sessionId)) send('updated', playing, startedBy);
    };
    if (await isDoneWithin(clock, ANSWER_WITHIN, starting)) return sendPlaying();
    starting.then(sendPlaying, (error: unknown) => room.send(notPlayed(error), startedBy));
  }

  return {
    add,
    start,
    update(sessionId: string, settings: Settings, by: string): Playing {
      const playing = find(sessionId);
      apply(playing, settings);
      send('updated', playing, by);
      return playing;
    },
    stop: (sessionId: string, by: string) => stop(find(sessionId), by, 'stopped-by-peer'),
    close(): void {
      for (const playing of [...all.values()]) stop(playing, '', 'EOS');
    },
  };
}

function notPlayed(error: unknown): Extract<RoomEvent, { type: 'room-error' }> {
  const message = isRoomError(error) ? error.message : 'The media cannot be played.';
  return { type: 'room-error', code: 'bad_request', message };
}

function newPlaying(
  source: PlayerParticipant,
  { state = 'play', volume = 1 }: Settings,
  startedBy: string,
): Playing {
  source.output.setGain(volume, 0);
  return {
    source,
    startedBy,
    settings: { state, volume },
    player: null,
    aborting: new AbortController(),
  };
}

function playerEvent(
  change: PlayerEvent['change'],
  playing: Playing,
  by: string,
  reason: PlayerEvent['reason'],
): PlayerEvent {
  return {
    type: 'media-player',
    change,
    by,
    sessionId: playing.source.sessionId,
    player: describe(playing),
    ...(reason !== undefined && { reason }),
  };
}

function describe({ player, settings }: Playing): MediaPlayerState {
  const state = settings.state === 'play' ? 'playing' : 'paused';
  return { state: player === null ? 'buffering' : state, settings: { ...settings } };
}

function apply(playing: Playing, { state, volume }: Settings): void {
  if (state !== undefined) playing.settings.state = state;
  if (volume !== undefined) {
    playing.settings.volume = volume;
    playing.source.output.setGain(volume, VOLUME_RAMP);
  }
  if (playing.settings.state === 'play') playing.player?.play();
  else playing.player?.pause();
}

/** Never rejects: a file that cannot be deleted must neither keep the player nor end the process. */
async function discard(path: string, log: Logger): Promise<void> {
  await rm(path, { force: true, maxRetries: 5 }).catch((error: unknown) =>
    log.warn({ err: error }, 'played media not deleted'),
  );
}

function checkMayPlay({ owner, permissions: { canAdmin } }: RoomMember): void {
  const administers = typeof canAdmin === 'boolean' ? canAdmin : canAdmin.includes('streaming');
  if (owner || administers) return;
  throw new RoomError(
    'not_allowed',
    'Only owners, and those who may administer streaming, play media in this room.',
  );
}

function notConfigured(ffmpeg: Ffmpeg | null): RoomError {
  const what =
    ffmpeg === null
      ? 'This server has no ffmpeg, which plays media: install it or set FFMPEG_PATH.'
      : 'This server fetches no media: its operator lists origins in MEDIA_PLAYER_ORIGINS.';
  return new RoomError('not_configured', what);
}

function unplayable(cause: unknown): RoomError {
  return new RoomError('bad_request', 'url: what is there cannot be played.', { cause });
}
