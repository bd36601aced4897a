import type { TokenStore } from '../tokens/token-store.ts';
import type {
  BudgetedOrg,
  BudgetedToken,
  DailyBudget,
  DailyBudgets,
} from '../usage/daily-budgets.ts';

/**
 * What a run may still use of the day of its organisation and of the key that asked for it.
 *
 * @throws `quota_exceeded` where nothing is left
 */
export type OpenRunBudget = (orgId: string, tokenId: string) => Promise<DailyBudget>;

export function createOpenRunBudget({
  budgets,
  tokens,
  findOrg,
}: {
  readonly budgets: DailyBudgets;
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly findOrg: (id: string) => Promise<BudgetedOrg>;
}): OpenRunBudget {
  return async (orgId, tokenId) => {
    const unbounded: BudgetedToken = {
      id: tokenId,
      orgId,
      dailyMinutes: null,
      dailyModelRequests: null,
    };
    const token = (await tokens.find(tokenId)) ?? unbounded;
    return budgets.open(token, await findOrg(orgId), 'chat');
  };
}
