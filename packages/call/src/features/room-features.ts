import type { RoomEvent } from '@kindling/protocol/room';
import type { CallContext } from '../core/call-context.ts';
import { MediaPlayers } from './media-players.ts';
import { Recordings } from './recordings.ts';
import { Transcriptions } from './transcriptions.ts';

/** Recording, transcription and players, as one chunk. */
export class RoomFeatures {
  readonly recordings: Recordings;
  readonly players: MediaPlayers;
  readonly transcriptions: Transcriptions;

  constructor(context: CallContext) {
    this.recordings = new Recordings(context);
    this.players = new MediaPlayers(context);
    this.transcriptions = new Transcriptions(context);
  }

  handle(event: RoomEvent): void {
    if (event.type === 'recording') this.recordings.handle(event);
    else if (event.type === 'media-player') this.players.handle(event);
    else if (event.type === 'transcription') this.transcriptions.handle(event);
    else if (event.type === 'transcription-message') this.transcriptions.handleMessage(event);
  }
}
