import type {
  Chat,
  ChatListQuery,
  ChatMessage,
  Page,
  Session,
  SessionCreate,
} from '@kindling/protocol';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { chatTable as table } from '../../platform/database/platform-tables.ts';
import { filtersOf } from '../references/query-filters.ts';
import { type Change, createResourceStore } from '../references/resource-store.ts';
import { forgetMessages } from '../sessions/forget-messages.ts';
import { inputMessages } from '../sessions/message-text.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { ChatForm } from './open-chat.ts';

/** What a chat leaves behind; the store adds org and times. */
export interface ChatRecord extends ChatForm {
  readonly id: string;
  readonly messages: readonly ChatMessage[];
  readonly output: readonly ChatMessage[];
  /** Who took over from whom since the conversation began. */
  readonly handoffs?: readonly string[];
}

/** The session a chat belongs to, begun with it when `begin` is given. */
export interface ChatSession {
  readonly id: string;
  readonly begin: { readonly form: SessionCreate; readonly claimed: boolean } | null;
}

export interface ChatStore {
  page(orgId: string, query: ChatListQuery): Promise<Page<Chat>>;
  /** @throws `not_found` */
  get(orgId: string, id: string): Promise<Chat>;
  /** With what it added to its session. */
  remove(orgId: string, id: string, change?: Change): Promise<Chat>;
  /** Keeps the chat, and in its session what it added: both or neither. */
  keep(orgId: string, chat: ChatRecord, session: ChatSession | null): Promise<Chat>;
}

/** @param onBegun called, in its transaction, for a session that a chat begins */
export function createChatStore(
  db: Database,
  sessions: SessionStore,
  onBegun: (tx: Database, session: Session) => Promise<void>,
): ChatStore {
  const store = createResourceStore<Chat, object>(db, { table, name: 'chat' });
  return {
    get: store.get,
    remove: (orgId, id, change) =>
      db.transaction(async (tx) => {
        const chat = await store.within(tx).remove(orgId, id, change);
        const { sessionId, input, output } = chat;
        const messages = [...inputMessages(input), ...output];
        if (sessionId) await forgetMessages(tx, orgId, { sessionId, messages });
        return chat;
      }),
    page: (orgId, query) => store.page(orgId, query, { filters: chatFilters(query) }),
    keep: (orgId, chat, session) =>
      db.transaction(async (tx) => {
        const kept = await store.within(tx).create(orgId, chat, columnsOf(chat));
        if (session === null) return kept;
        const within = sessions.within(tx);
        if (session.begin !== null) {
          const { form, claimed } = session.begin;
          await onBegun(tx, await within.create(orgId, form, { id: session.id, claimed }));
        }
        await within.append(orgId, session.id, {
          messages: [...inputMessages(chat.input), ...chat.output],
          ...(chat.handoffs === undefined ? {} : { handoffs: chat.handoffs }),
        });
        return kept;
      }),
  };
}

function columnsOf(chat: ChatRecord) {
  return {
    id: chat.id,
    assistantId: chat.assistantId ?? null,
    workflowId: chat.workflowId ?? null,
    sessionId: chat.sessionId ?? null,
    previousChatId: chat.previousChatId ?? null,
  };
}

/** The conditions of a list query that are its own. */
export function chatFilters(query: ChatListQuery): SQL[] {
  return filtersOf([
    [table.id, query.id],
    [table.id, query.idAny],
    [table.assistantId, query.assistantId],
    [table.assistantId, query.assistantIdAny],
    [sql`(${table.body} ->> 'squadId')`, query.squadId],
    [table.workflowId, query.workflowId],
    [table.sessionId, query.sessionId],
    [table.previousChatId, query.previousChatId],
  ]);
}
