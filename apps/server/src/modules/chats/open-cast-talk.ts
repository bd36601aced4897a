import { keepsWords } from './retention-plans.ts';
import type { OpenTalk } from '../../chats/open-talk.ts';
import type { BudgetedOrg, DailyBudgets } from '../../usage/daily-budgets.ts';
import type { CastForm } from './cast-form.ts';
import type { OpenCast } from './open-cast.ts';

export interface OpenCastTalkOptions {
  readonly openCast: OpenCast;
  readonly budgets: DailyBudgets;
  readonly findOrg: (id: string) => Promise<BudgetedOrg>;
}

/** Chats with whoever can take a call: the same prompts, models, tools and handoffs. */
export function createOpenCastTalk({ openCast, budgets, findOrg }: OpenCastTalkOptions): OpenTalk {
  return async ({ token, answerer, customer, variableValues, handoffs, chatId, sessionId }) => {
    const named = Object.entries(answerer).filter(([, value]) => value !== null);
    const form: CastForm = {
      ...Object.fromEntries(named),
      assistantOverrides: { variableValues: { ...variableValues } },
      ...(customer === null ? {} : { customer }),
    };
    const about = { chat: { id: chatId, orgId: token.orgId, sessionId } };
    const { meter } = await budgets.open(token, await findOrg(token.orgId), 'chat');
    const cast = await openCast({ form, token, meter, user: { about } });
    // Who has left since is passed over.
    for (const destination of handoffs) cast.handOff(destination);
    return {
      first: cast.speaker,
      handOff: cast.handOff,
      keepsWords: cast.members.every(keepsWords),
    };
  };
}
