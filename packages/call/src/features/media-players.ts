import type { MediaPlayerState, RoomEvent } from '@kindling/protocol/room';
import type { CallContext } from '../core/call-context.ts';
import { CallError } from '../core/call-error.ts';
import type { MediaPlayerInfo } from '../core/call-events.ts';
import type { MediaPlayerSettings } from './feature-options.ts';

/** Media that the server plays to all participants. */
export class MediaPlayers {
  readonly #context: CallContext;

  constructor(context: CallContext) {
    this.#context = context;
  }

  async start(url: string, settings?: MediaPlayerSettings): Promise<MediaPlayerInfo> {
    const given = settings === undefined ? {} : { settings: pick(settings) };
    return readInfo(await this.#context.request('start-media-player', { url, ...given }));
  }

  async update(sessionId: string, settings: MediaPlayerSettings): Promise<MediaPlayerInfo> {
    const params = { sessionId, settings: pick(settings) };
    return readInfo(await this.#context.request('update-media-player', params));
  }

  async stop(sessionId: string): Promise<void> {
    await this.#context.request('stop-media-player', { sessionId });
  }

  handle(event: Extract<RoomEvent, { type: 'media-player' }>): void {
    const { sessionId: session_id, by: updatedBy, player } = event;
    const { emit } = this.#context;
    if (event.change === 'stopped') {
      const reason = event.reason ?? 'stopped-by-peer';
      emit('remote-media-player-stopped', { session_id, updatedBy, reason });
    } else {
      emit(`remote-media-player-${event.change}`, {
        session_id,
        updatedBy,
        remoteMediaPlayerState: player,
      });
    }
  }
}

/** Other settings of published clients have no meaning here. */
function pick({ state, volume }: MediaPlayerSettings): MediaPlayerSettings {
  return { ...(state !== undefined && { state }), ...(volume !== undefined && { volume }) };
}

function readInfo(answer: unknown): MediaPlayerInfo {
  const { sessionId, player } = (answer ?? {}) as { sessionId?: string; player?: MediaPlayerState };
  if (typeof sessionId === 'string' && typeof player === 'object')
    return { session_id: sessionId, remoteMediaPlayerState: player };
  throw new CallError('refused', 'The server did not say which player it is.');
}
