import type { PlatformContext } from '../../platform/platform-context.ts';
import { createAssistantStore } from '../assistants/assistant-store.ts';
import type { Writers } from '../assistants/runtime/models/writers.ts';
import type { ResolveCallTarget } from '../assistants/runtime/resolve-call-target.ts';
import { createSquadStore } from '../squads/squad-store.ts';
import { createOpenSubject } from '../test-suites/open-subject.ts';
import type { TokenStore } from '../tokens/token-store.ts';
import { type BudgetedOrg, createDailyBudgets } from '../usage/daily-budgets.ts';
import { createUsageStore } from '../usage/usage-store.ts';
import { createEvalRunStore, createEvalStore } from './eval-stores.ts';
import { type EvalHandlers, evalHandlers } from './handlers.ts';
import { createOpenJudgeModel } from './judge/open-judge-model.ts';
import { createOpenRunBudget } from './run-budget.ts';

export interface EvalsContext extends Pick<PlatformContext, 'config' | 'db' | 'clock' | 'jobs'> {
  readonly writers: Writers;
  readonly resolveCallTarget: ResolveCallTarget;
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly orgs: { get(id: string): Promise<BudgetedOrg> };
}

export function registerEvals(context: EvalsContext): EvalHandlers {
  const { config, db, clock, jobs, tokens, orgs } = context;
  const budgets = createDailyBudgets({ usage: createUsageStore(db), now: () => clock.now() });
  return evalHandlers({
    db,
    clock,
    jobs,
    evals: createEvalStore(db),
    runs: createEvalRunStore(db),
    assistants: createAssistantStore(db),
    squads: createSquadStore(db),
    prices: config.providerPrices,
    openSubject: createOpenSubject(context.resolveCallTarget),
    openJudgeModel: createOpenJudgeModel(context.writers),
    openBudget: createOpenRunBudget({ budgets, tokens, findOrg: orgs.get }),
  });
}
