import type { ModelMessage } from '@kindling/conversation';
import type { CallMessage, ChatMessage } from '@kindling/protocol';
import type { CallWriter } from '../calls/store/call-writer.ts';
import type { Token } from '../tokens/token-store.ts';
import { findPageSession, rejectEnded } from './find-session.ts';
import { toModelMessages } from './message-text.ts';
import { recentMessages } from './recent-messages.ts';
import type { SessionStore } from './session-store.ts';

/** What a call and its session know of each other. */
export interface CallSession {
  /** What was said before, for the models. */
  readonly history: readonly ModelMessage[];
  /** Keeps the end of a call, and in the session what was said in it. */
  readonly keeping: (writer: CallWriter) => CallWriter;
}

export interface OpenCallSessionOptions {
  readonly sessions: Pick<SessionStore, 'get' | 'append'>;
}

interface CallForm {
  readonly sessionId?: string | undefined;
  readonly assistantId?: string | undefined;
}

/**
 * The session that a new call names.
 *
 * @throws `not_found`, and `conflict` for one that is over
 */
export async function openCallSession(
  { sessions }: OpenCallSessionOptions,
  token: Token,
  { sessionId, assistantId }: CallForm,
): Promise<CallSession> {
  if (sessionId === undefined) return { history: [], keeping: (writer) => writer };
  const session =
    token.kind === 'public'
      ? await findPageSession(sessions, token, { id: sessionId, assistantId })
      : await sessions.get(token.orgId, sessionId);
  rejectEnded(session);
  return {
    history: toModelMessages(recentMessages(session.messages)),
    keeping: (writer) => ({
      ...writer,
      // Retried on failure: the call's end counts once, and the session is updated last.
      async finish(id, end) {
        // What was said in a call that was deleted meanwhile is not kept elsewhere.
        if (!(await writer.finish(id, end))) return false;
        const messages = end.messages.flatMap(toChatMessage);
        if (messages.length > 0) await sessions.append(token.orgId, sessionId, { messages });
        return true;
      },
    }),
  };
}

/** What the two sides said. What a page sent the assistant besides was for that call only. */
export function toChatMessage(said: CallMessage): ChatMessage[] {
  if (said.role !== 'user' && said.role !== 'bot') return [];
  return [{ ...said, role: said.role }];
}
