import {
  type EvalCreate,
  type EvalRunCreate,
  evalCreateSchema,
  takeWarnings,
} from '@kindling/protocol';
import type { Database } from '../../platform/database/database.ts';
import { lockOrg } from '../../platform/database/lock-org.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { badField } from '../../platform/errors/bad-field.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { checkMessages, checkTarget, type TargetStores } from './check-eval.ts';
import type { EvalRunStore, EvalStore } from './eval-stores.ts';
import { createRunEval, EVAL_RUN, type RunEvalOptions } from './run-eval.ts';

export interface EvalHandlersOptions extends Omit<RunEvalOptions, 'runs'>, TargetStores {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly evals: EvalStore;
  readonly runs: EvalRunStore;
}

export type EvalHandlers = HandlersOf<'eval'> & HandlersOf<'evalRun'>;

/** Runs of an organisation that wait or go on. */
const MAX_OPEN_RUNS = 100;

/** Evals and their runs. */
export function evalHandlers(options: EvalHandlersOptions): EvalHandlers {
  const { db, jobs, evals, runs } = options;
  jobs.handle(EVAL_RUN, createRunEval(options));

  /** The eval that a run names or brings along. */
  async function evalOf(orgId: string, { evalId, eval: own }: EvalRunCreate): Promise<EvalCreate> {
    if (!evalId) {
      const brought = evalCreateSchema.parse(own);
      checkMessages(brought.messages, 'eval.');
      return brought;
    }
    const found = await evals.find(orgId, evalId);
    if (found === null)
      throw badField('evalId', 'there is no eval with this id in your organisation.');
    const { id: _id, orgId: _org, createdAt: _created, updatedAt: _updated, ...form } = found;
    return form;
  }

  return {
    async 'eval.create'({ token, body }) {
      checkMessages(body.messages, '');
      return evals.create(token.orgId, body);
    },
    'eval.list': ({ token, query }) => evals.page(token.orgId, query),
    'eval.get': ({ token, id }) => evals.get(token.orgId, id),
    async 'eval.update'({ token, id, body, ifMatch }) {
      checkMessages(body.messages ?? [], '');
      return evals.update(token.orgId, id, body, { ifMatch });
    },
    'eval.delete': ({ token, id, ifMatch }) => evals.remove(token.orgId, id, { ifMatch }),

    async 'evalRun.create'({ token, body }) {
      const { orgId } = token;
      const { form, warnings } = takeWarnings(body);
      const { target } = form;
      const run = {
        ...form,
        eval: await evalOf(orgId, form),
        ...(warnings.length > 0 && { warnings: [...warnings] }),
      };
      await checkTarget(options, orgId, target);
      await options.openBudget(orgId, token.id);
      const created = await db.transaction(async (tx) => {
        // Of two at once neither misses the other.
        await lockOrg(tx, orgId);
        if ((await runs.countOpen(tx, orgId)) >= MAX_OPEN_RUNS) throw tooMany();
        const stored = await runs.create(tx, orgId, run);
        await jobs.add(tx, EVAL_RUN, { orgId, payload: { runId: stored.id, tokenId: token.id } });
        return stored;
      });
      jobs.wake();
      return created;
    },
    'evalRun.list': ({ token, query }) => runs.page(token.orgId, query),
    'evalRun.get': ({ token, id }) => runs.get(token.orgId, id),
    'evalRun.delete': ({ token, id, ifMatch }) => runs.remove(token.orgId, id, { ifMatch }),
  };
}

function tooMany(): ApiError {
  return new ApiError(
    'concurrency_limit',
    `Your organisation has ${MAX_OPEN_RUNS} runs that wait or go on, as many as it may have at once. Try again when some have ended.`,
    { headers: { 'Retry-After': '30' } },
  );
}
