import type { CallContext } from '../core/call-context.ts';
import type { ParticipantUpdate } from './participant-update.ts';
import { createSubscribeCommand } from './subscription.ts';

/** Updates remote participants: subscriptions, and as an owner their tracks and permissions. */
export class ParticipantUpdates {
  readonly #context: CallContext;

  constructor(context: CallContext) {
    this.#context = context;
  }

  /** By session id. A refusal is a nonfatal error. */
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
