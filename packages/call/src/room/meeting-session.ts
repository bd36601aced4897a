import type { CallContext } from '../core/call-context.ts';
import type { CallEventPayloads } from '../core/call-events.ts';

export type MeetingSessionState =
  CallEventPayloads['meeting-session-state-updated']['meetingSessionState'];
/** Empty before the first meeting, as published clients expect; they call the id a string. */
export type MeetingSessionSummary = { readonly id: string };

const NO_STATE: MeetingSessionState = { data: {}, topology: 'none' };

/** The meeting session, and the data shared by its participants. */
export class MeetingSession {
  readonly #context: CallContext;
  #summary = {} as MeetingSessionSummary;
  #state: MeetingSessionState = NO_STATE;

  constructor(context: CallContext) {
    this.#context = context;
    context.hooks.on('joined', (room) => this.#start(room.meetingId, room.sessionData));
    context.hooks.on('event', (event) => {
      if (event.type === 'session-data') this.#setData(event.data);
    });
    context.hooks.on('left', () => {
      this.#state = NO_STATE;
    });
  }

  /** After leaving: that of the last meeting. */
  get summary(): MeetingSessionSummary {
    return this.#summary;
  }

  get state(): MeetingSessionState {
    return this.#state;
  }

  /** All participants get the event; a refusal arrives as a nonfatal error event. */
  setData(data: unknown, mergeStrategy: 'replace' | 'shallow-merge'): void {
    const { request, emit } = this.#context;
    request('set-session-data', { data, mergeStrategy }).catch((error: Error) => {
      emit('nonfatal-error', { type: 'meeting-session-data-error', errorMsg: error.message });
    });
  }

  #start(id: string | undefined, data: unknown): void {
    if (id !== undefined && id !== this.#summary.id) {
      this.#summary = { id };
      this.#context.emit('meeting-session-summary-updated', { meetingSession: { id } });
      this.#context.emit('meeting-session-updated', { meetingSession: { id } });
    }
    this.#setData(data ?? {});
  }

  #setData(data: unknown): void {
    this.#state = { data, topology: 'sfu' };
    this.#context.emit('meeting-session-state-updated', { meetingSessionState: this.#state });
  }
}
