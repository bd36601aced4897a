import type { RoomEvent, RoomRequestName, RoomRequestParams } from '@kindling/protocol/room';
import type { CallContext } from '../core/call-context.ts';
import type { InstanceOptions, TranscriptionOptions } from './feature-options.ts';

/** The names of transcribed tracks in published clients. */
const TRACK_TYPES: Readonly<Record<string, string>> = {
  audio: 'cam-audio',
  screenAudio: 'screen-audio',
};
type RawResponse = Readonly<Record<string, unknown>>;

/** The instance id when none is given. */
const INSTANCE = 'default';

/** Transcriptions, recognised by the server. */
export class Transcriptions {
  readonly #context: CallContext;

  constructor(context: CallContext) {
    this.#context = context;
  }

  start(options: TranscriptionOptions): void {
    const { instanceId, language, model, includeRawResponse, participants } = options;
    const params = { instanceId, language, model, includeRawResponse };
    const people = participants === undefined ? {} : { participants: [...participants] };
    this.#ask('start-transcription', { ...params, ...people }, instanceId);
  }

  update({
    instanceId,
    participants,
  }: InstanceOptions & { participants: readonly string[] }): void {
    this.#ask('update-transcription', { instanceId, participants: [...participants] }, instanceId);
  }

  stop({ instanceId }: InstanceOptions): void {
    this.#ask('stop-transcription', { instanceId }, instanceId);
  }

  #ask<N extends RoomRequestName>(
    method: N,
    params: RoomRequestParams<N>,
    instanceId = INSTANCE,
  ): void {
    this.#context.request(method, params).catch((error: unknown) => {
      const errorMsg = error instanceof Error ? error.message : String(error);
      this.#context.emit('transcription-error', { instanceId, errorMsg });
    });
  }

  handle(event: Extract<RoomEvent, { type: 'transcription' }>): void {
    const { instanceId, language = '', model = '', by = '', errorMsg } = event;
    const { emit } = this.#context;
    if (event.change === 'started')
      emit('transcription-started', { instanceId, language, model, startedBy: by });
    else if (event.change === 'stopped')
      emit('transcription-stopped', { instanceId, updatedBy: by });
    else emit('transcription-error', { instanceId, ...(errorMsg !== undefined && { errorMsg }) });
  }

  handleMessage(event: Extract<RoomEvent, { type: 'transcription-message' }>): void {
    const { instanceId, sessionId, track, text, timestamp, rawResponse } = event;
    const { emit } = this.#context;
    const message = { instanceId, text, rawResponse: (rawResponse ?? {}) as RawResponse };
    const at = new Date(timestamp);
    emit('transcription-message', {
      ...message,
      participantId: sessionId,
      timestamp: at,
      trackType: TRACK_TYPES[track] ?? track,
    });
    // The older event, which published clients listen to. No participant can have this id.
    const speaker = { session_id: sessionId, ...this.#nameOf(sessionId) };
    const data = { ...message, ...speaker, timestamp: at.toISOString(), is_final: true };
    emit('app-message', { fromId: 'transcription', data });
  }

  #nameOf(sessionId: string): { user_id: string; user_name: string } {
    const { session } = this.#context;
    const { userId, userName } = (sessionId === session.sessionId && session.room) || {};
    const { user_id, user_name } = session.remote.get(sessionId) ?? {};
    return { user_id: user_id ?? userId ?? sessionId, user_name: user_name ?? userName ?? '' };
  }
}
