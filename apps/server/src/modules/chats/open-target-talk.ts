import { keepsWords } from '../assistants/retention-plans.ts';
import type { CallTarget } from '../assistants/runtime/call-target.ts';
import type { ResolveCallTarget } from '../assistants/runtime/resolve-call-target.ts';
import type { BudgetedOrg, DailyBudgets } from '../usage/daily-budgets.ts';
import type { OpenTalk } from './open-talk.ts';

export interface OpenTargetTalkOptions {
  readonly resolveCallTarget: ResolveCallTarget;
  readonly budgets: DailyBudgets;
  readonly findOrg: (id: string) => Promise<BudgetedOrg>;
}

/** Chats with any target that can take a call: the same prompts, models, tools and handoffs. */
export function createOpenTargetTalk({
  resolveCallTarget,
  budgets,
  findOrg,
}: OpenTargetTalkOptions): OpenTalk {
  return async ({ token, answerer, customer, variableValues, handoffs, chatId, sessionId }) => {
    const named = Object.entries(answerer).filter(([, value]) => value !== null);
    const form: CallTarget = {
      ...Object.fromEntries(named),
      assistantOverrides: { variableValues: { ...variableValues } },
      ...(customer === null ? {} : { customer }),
    };
    const about = { chat: { id: chatId, orgId: token.orgId, sessionId } };
    const { meter } = await budgets.open(token, await findOrg(token.orgId), 'chat');
    const router = await resolveCallTarget({ form, token, meter, user: { about } });
    // Who has left since is passed over.
    for (const destination of handoffs) router.handOff(destination);
    return {
      first: router.speaker,
      handOff: router.handOff,
      keepsWords: router.members.every(keepsWords),
    };
  };
}
