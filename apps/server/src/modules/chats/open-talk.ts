import type { ActiveAssistant, Handoff } from '@kindling/conversation';
import { type AssistantCreate, CHAT_ANSWERERS, type ChatCustomer } from '@kindling/protocol';
import type { Logger } from 'pino';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Token } from '../tokens/token-store.ts';

/** Who is to answer, as a chat or its session names them. */
export interface Answerer {
  readonly assistantId?: string | null | undefined;
  readonly assistant?: AssistantCreate | null | undefined;
  readonly squadId?: string | null | undefined;
  readonly squad?: Readonly<Record<string, unknown>> | null | undefined;
  readonly workflowId?: string | null | undefined;
  readonly workflow?: Readonly<Record<string, unknown>> | null | undefined;
}

export interface TalkOrder {
  readonly token: Token;
  readonly answerer: Answerer;
  readonly variableValues: Readonly<Record<string, unknown>>;
  readonly customer: ChatCustomer | null;
  readonly chatId: string;
  readonly sessionId: string | null;
  /** Who took over from whom before, in order. */
  readonly handoffs: readonly string[];
  readonly log: Logger;
}

/** Those who answer, ready to be asked. */
export interface Talk {
  /** Whether what is written may be stored. */
  readonly keepsWords: boolean;
  readonly first: ActiveAssistant;
  readonly handOff: (destination: string) => Handoff | null;
}

/** Makes who was named ready. Throws `not_found`, `assistant_not_allowed`, `bad_request`. */
export type OpenTalk = (order: TalkOrder) => Promise<Talk>;

/** The fields of `from` that say who answers; null when it names nobody. Throws when it names two. */
export function answererOf(from: Answerer): Answerer | null {
  const named = CHAT_ANSWERERS.filter((field) => from[field] !== undefined && from[field] !== null);
  const [first, second] = named;
  if (first === undefined) return null;
  if (second !== undefined) {
    const message = `Give either ${first} or ${second}, not both.`;
    throw new ApiError('bad_request', message, { fields: [{ path: second, message }] });
  }
  return { [first]: from[first] };
}
