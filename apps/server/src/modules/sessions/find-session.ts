import type { Session } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import { missingField, namedBy } from '../../platform/errors/bad-field.ts';
import type { Token } from '../tokens/token-store.ts';
import type { SessionStore } from './session-store.ts';

/** The session that a page goes on with. A page knows its own: one with another assistant is missing. */
export async function findPageSession(
  sessions: Pick<SessionStore, 'get'>,
  token: Token,
  { id, assistantId }: { readonly id: string; readonly assistantId: string | null | undefined },
): Promise<Session> {
  const session = await namedBy('sessionId', sessions.get(token.orgId, id));
  if (session.assistantId && session.assistantId === assistantId) return session;
  throw missingField('sessionId', 'There is no session with this id and this assistant.');
}

/** As many as can be set by hand; every addition writes all of them again. */
const MESSAGES_MAX = 1_000;

/** Whether more may be said in the session. */
export function goesOn(session: Session): boolean {
  return session.status === 'active' && session.messages.length < MESSAGES_MAX;
}

/** @throws `conflict` for a session that is completed, past its time or full */
export function rejectEnded(session: Session): void {
  if (goesOn(session)) return;
  const message =
    session.status === 'active'
      ? `This session is full, with ${session.messages.length} messages. Begin another.`
      : 'This session is over. Set its status to active, or begin another.';
  throw new ApiError('conflict', `sessionId: ${message}`, {
    fields: [{ path: 'sessionId', message }],
  });
}
