import type { CallContext } from '../core/call-context.ts';
import type { ParticipantUpdate } from './participant-update.ts';
import { createSubscribeCommand } from './subscription.ts';

/** Changes others: what one receives of them, and as an owner what they send and may do. */
export class ParticipantUpdates {
  readonly #context: CallContext;

  constructor(context: CallContext) {
    this.#context = context;
  }

  /** By session id. What the room refuses is a nonfatal error. */
  update(sessionId: string, update: ParticipantUpdate): void {
    const { session, emit } = this.#context;
    const { setSubscribedTracks, ...asOwner } = update;
    if (setSubscribedTracks !== undefined) {
      const tracks = session.remote.get(sessionId)?.tracks;
      session.send(createSubscribeCommand(sessionId, setSubscribedTracks, tracks));
    }
    if (Object.keys(asOwner).length === 0) return;
    this.#ask(sessionId, asOwner).catch((error: Error) => {
      emit('nonfatal-error', {
        type: 'room-error',
        errorMsg: error.message,
        details: { sessionId },
      });
    });
  }

  /** Few are owners: the code is loaded with the first such update. */
  async #ask(sessionId: string, update: ParticipantUpdate): Promise<void> {
    const { session, request } = this.#context;
    const { describeOwnerUpdate } = await import('./owner-update.ts');
    const before = session.remote.get(sessionId)?.permissions;
    const params = describeOwnerUpdate(sessionId, update, before);
    if (params !== null) await request('update-participant', params);
  }
}
