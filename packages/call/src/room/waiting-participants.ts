import type { CallContext } from '../core/call-context.ts';
import type { WaitingParticipant } from '../participants/participant.ts';

export interface WaitingParticipantUpdate {
  readonly grantRequestedAccess?: boolean;
}

/** Participants who request access, as owners see them. */
export class WaitingParticipants {
  readonly #context: CallContext;
  readonly #waiting = new Map<string, WaitingParticipant>();

  constructor(context: CallContext) {
    this.#context = context;
    context.hooks.on('event', (event) => {
      if (event.type !== 'waiting') return;
      const { change, participant } = event;
      if (change === 'removed') this.#waiting.delete(participant.id);
      else this.#waiting.set(participant.id, participant);
      context.emit(`waiting-participant-${change}`, { participant });
    });
    context.hooks.on('left', () => this.#waiting.clear());
  }

  all(): Record<string, WaitingParticipant> {
    return Object.fromEntries(this.#waiting);
  }

  /** Admits or rejects; `*` is all who wait. Resolves with their ids. */
  async update(updates: Readonly<Record<string, WaitingParticipantUpdate>>): Promise<string[]> {
    const { '*': everybody, ...named } = updates;
    const all = everybody === undefined ? [] : [...this.#waiting.keys()];
    const each = { ...Object.fromEntries(all.map((id) => [id, everybody ?? {}])), ...named };
    await Promise.all(
      Object.entries(each).map(async ([id, { grantRequestedAccess: granted }]) => {
        if (granted !== undefined) await this.#context.request('grant-access', { id, granted });
      }),
    );
    return Object.keys(each);
  }
}
