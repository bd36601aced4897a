import { randomUUID } from 'node:crypto';
import type {
  AssistantOverrides,
  Chat,
  ChatCustomer,
  ChatInput,
  ChatMessage,
  NoticeAcceptance,
  Session,
} from '@kindling/protocol';
import { badField, namedBy } from '../../platform/errors/bad-field.ts';
import { mergeOverrides } from '../assistants/runtime/resolve-assistant.ts';
import { customerKey } from '../sessions/customer-key.ts';
import { findPageSession, goesOn, rejectEnded } from '../sessions/find-session.ts';
import { inputMessages } from '../sessions/message-text.ts';
import { recentMessages } from '../sessions/recent-messages.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Token } from '../tokens/token-store.ts';
import {
  type Answerer,
  answererOf,
  type ChatRouter,
  type ResolveChatRouter,
} from './chat-router.ts';
import type { ChatSession, ChatStore } from './chat-store.ts';
import { pageInput } from './page-input.ts';

/** What was sent; whatever else came with it is kept. */
export interface ChatForm extends Answerer {
  readonly input: ChatInput;
  readonly sessionId?: string | null | undefined;
  readonly previousChatId?: string | null | undefined;
  readonly assistantOverrides?: AssistantOverrides | null | undefined;
  readonly noticeAcceptance?: NoticeAcceptance | null | undefined;
}

/** A message, and whom it is for. */
export interface ChatOrder {
  readonly token: Token;
  readonly form: ChatForm;
  /** For this answer alone. */
  readonly instructions?: string | null | undefined;
  /** From a page: it always has a session, and one that is over is followed by a new one. */
  readonly web?: { readonly customer: ChatCustomer | null };
}

/** A chat that is about to be answered. */
export interface OpenedChat {
  readonly id: string;
  readonly orgId: string;
  readonly form: ChatForm;
  readonly answerer: Answerer;
  readonly session: ChatSession | null;
  /** What is different about the assistant, in this chat and those that go on with it. */
  readonly overrides: AssistantOverrides;
  /** Who took over from whom before. */
  readonly handoffs: readonly string[];
  readonly before: readonly ChatMessage[];
  readonly input: readonly ChatMessage[];
  readonly instructions: string | null;
  readonly router: ChatRouter;
}

export interface OpenChatOptions {
  readonly chats: Pick<ChatStore, 'get'>;
  readonly sessions: Pick<SessionStore, 'get' | 'findOpen'>;
  readonly resolveRouter: ResolveChatRouter;
}

/**
 * Finds what was said before and who answers.
 *
 * @throws the error that refuses the request; nothing is changed then
 */
export async function openChat(options: OpenChatOptions, order: ChatOrder): Promise<OpenedChat> {
  const { token, form, web } = order;
  const orgId = token.orgId;
  const session = await findSession(options.sessions, order);
  const previous = form.previousChatId
    ? await namedBy('previousChatId', options.chats.get(orgId, form.previousChatId))
    : null;
  const origin = session ?? previous;
  const answerer = answererOf(form) ?? inherited(origin);
  if (answerer === null) throw badField('assistantId', 'must name who answers.');
  const customer = web?.customer ?? session?.customer ?? null;
  const overrides = mergeOverrides(
    previous?.assistantOverrides ?? {},
    form.assistantOverrides ?? {},
  );
  const id = randomUUID();
  const sessionOfChat = toChatSession(session, order);
  const handoffs = answererOf(form) === null ? handoffsOf(origin) : [];
  const router = await options.resolveRouter({
    token,
    answerer,
    overrides,
    customer,
    handoffs,
    chatId: id,
    sessionId: sessionOfChat?.id ?? null,
  });
  const fromPage = web !== undefined && token.kind === 'public';
  const input = fromPage ? pageInput(form.input, router.first.settings.firstMessage) : form.input;
  return {
    id,
    orgId,
    answerer,
    overrides,
    handoffs,
    router,
    form: { ...form, input },
    session: sessionOfChat,
    before: recentMessages(saidBefore(session, previous)),
    input: inputMessages(input),
    instructions: order.instructions || null,
  };
}

async function findSession(
  sessions: OpenChatOptions['sessions'],
  { token, form, web }: ChatOrder,
): Promise<Session | null> {
  if (form.sessionId) {
    const { sessionId: id, assistantId } = form;
    if (web === undefined) {
      const session = await namedBy('sessionId', sessions.get(token.orgId, id));
      rejectEnded(session);
      return session;
    }
    const session = await findPageSession(sessions, token, { id, assistantId });
    return goesOn(session) ? session : null;
  }
  // A page can claim any identity: only a private key gives access to what a customer said before.
  const key = customerKey(web?.customer);
  if (key === null || token.kind === 'public' || !form.assistantId) return null;
  const open = await sessions.findOpen(token.orgId, form.assistantId, key);
  return open !== null && goesOn(open) ? open : null;
}

function toChatSession(
  session: Session | null,
  { form, token, web }: ChatOrder,
): ChatSession | null {
  if (session !== null) return { id: session.id, begin: null };
  if (web === undefined) return null;
  const begun = { assistantId: form.assistantId, customer: web.customer };
  return { id: randomUUID(), begin: { form: begun, claimed: token.kind === 'public' } };
}

function saidBefore(session: Session | null, previous: Chat | null): readonly ChatMessage[] {
  if (session !== null) return session.messages;
  if (previous === null) return [];
  return [...previous.messages, ...inputMessages(previous.input), ...previous.output];
}

/** Of a session that names an assistant in both ways, the stored one counts. */
function inherited(origin: Session | Chat | null): Answerer | null {
  if (origin === null) return null;
  const { assistantId, assistant: _, ...others } = origin;
  return answererOf(assistantId ? { ...others, assistantId } : origin);
}

function handoffsOf(origin: Session | Chat | null): readonly string[] {
  return origin?.handoffs ?? [];
}
