import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { ResolveCallTarget } from '../assistants/runtime/resolve-call-target.ts';
import { expiryOf, lookAtExpiry } from '../sessions/session-outputs-job.ts';
import { createSessionStore } from '../sessions/session-store.ts';
import { type BudgetedOrg, createDailyBudgets } from '../usage/daily-budgets.ts';
import { createUsageStore } from '../usage/usage-store.ts';
import { createResolveChatRouter } from './chat-router.ts';
import { createChatStore } from './chat-store.ts';
import { chatHandlers } from './handlers.ts';

export interface ChatsContext
  extends Pick<PlatformContext, 'config' | 'db' | 'clock' | 'jobs' | 'pending' | 'sharedLimit'> {
  readonly resolveCallTarget: ResolveCallTarget;
  readonly orgs: { get(id: string): Promise<BudgetedOrg> };
}

export function registerChats(context: ChatsContext): HandlersOf<'chat'> {
  const { config, db, clock, jobs, pending, resolveCallTarget, orgs } = context;
  const now = () => clock.now();
  const sessions = createSessionStore(db, now);
  return chatHandlers({
    sessions,
    clock,
    pending,
    prices: config.providerPrices,
    chats: createChatStore(db, sessions, (tx, session) =>
      lookAtExpiry(jobs, tx, { ...session, dueAt: expiryOf(session, now()) }),
    ),
    resolveRouter: createResolveChatRouter({
      resolveCallTarget,
      budgets: createDailyBudgets({ usage: createUsageStore(db), now }),
      findOrg: orgs.get,
    }),
    addressLimit: context.sharedLimit('chat-address', config.limits.chatsPerMinutePerIp),
    tokenLimit: context.sharedLimit('chat-key', config.limits.chatsPerMinutePerKey),
  });
}
