import type { ActiveAssistant } from '@kindling/conversation';
import {
  type AssistantCreate,
  type AssistantOverrides,
  CHAT_ANSWERERS,
  type ChatCustomer,
  type Warning,
} from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import { assistantOfCall, keepsWords } from '../assistants/retention-plans.ts';
import type { CallTarget } from '../assistants/runtime/call-target.ts';
import type { ResolveCallTarget } from '../assistants/runtime/resolve-call-target.ts';
import type { AssistantRouter } from '../assistants/runtime/router.ts';
import type { Token } from '../tokens/token-store.ts';

import type { BudgetedOrg, DailyBudgets } from '../usage/daily-budgets.ts';
import { countTokens, createUseMeter, type UseMeter } from '../usage/use-meter.ts';

/** Who is to answer, as a chat or its session names them. */
export interface Answerer {
  readonly assistantId?: string | null | undefined;
  readonly assistant?: AssistantCreate | null | undefined;
  readonly squadId?: string | null | undefined;
  readonly squad?: Readonly<Record<string, unknown>> | null | undefined;
  readonly workflowId?: string | null | undefined;
  readonly workflow?: Readonly<Record<string, unknown>> | null | undefined;
}

export interface ChatRouterRequest {
  readonly token: Token;
  readonly answerer: Answerer;
  readonly overrides: AssistantOverrides;
  readonly customer: ChatCustomer | null;
  readonly chatId: string;
  readonly sessionId: string | null;
  /** Who took over from whom before, in order. */
  readonly handoffs: readonly string[];
}

/** Everybody who can answer in a chat, and who does first. */
export interface ChatRouter extends Pick<AssistantRouter, 'handOff'> {
  readonly first: ActiveAssistant;
  /** Whether what is written may be stored. */
  readonly keepsWords: boolean;
  /** What the chat has of models elsewhere. */
  readonly meter: UseMeter;
  /** What is otherwise than its assistant says. */
  readonly warnings: readonly Warning[];
}

/**
 * Prepares whom the request names, at the one earlier handoffs led to.
 *
 * @throws `not_found`, `assistant_not_allowed`, `bad_request`
 */
export type ResolveChatRouter = (request: ChatRouterRequest) => Promise<ChatRouter>;

export interface ResolveChatRouterOptions {
  readonly resolveCallTarget: ResolveCallTarget;
  readonly budgets: DailyBudgets;
  readonly findOrg: (id: string) => Promise<BudgetedOrg>;
}

/** Any target that can take a call can take a chat: with the same prompts, models, tools and handoffs. */
export function createResolveChatRouter({
  resolveCallTarget,
  budgets,
  findOrg,
}: ResolveChatRouterOptions): ResolveChatRouter {
  return async ({ token, answerer, customer, overrides, handoffs, chatId, sessionId }) => {
    const named = Object.entries(answerer).filter(([, value]) => value !== null);
    const form: CallTarget = {
      ...Object.fromEntries(named),
      assistantOverrides: overrides,
      ...(customer === null ? {} : { customer }),
    };
    const about = { chat: { id: chatId, orgId: token.orgId, sessionId } };
    const budget = await budgets.open(token, await findOrg(token.orgId), 'chat');
    const meter = createUseMeter();
    const router = await resolveCallTarget({
      form,
      token,
      meter: (model) => countTokens(budget.meter(model), meter),
      isSpoken: false,
      user: { about },
    });
    const { warnings = [] } = assistantOfCall(router);
    // Who has left since is passed over.
    for (const destination of handoffs) router.handOff(destination);
    return {
      first: router.speaker,
      handOff: router.handOff,
      keepsWords: router.members.every(keepsWords),
      meter,
      warnings,
    };
  };
}

/**
 * The fields of `from` that say who answers; null when it names nobody.
 *
 * @throws when it names two
 */
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
