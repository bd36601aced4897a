import { Hono } from 'hono';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppEnv } from '../../platform/requests/app-env.ts';

/** Parts of the published API that this server does not have, by the beginning of their paths, and what there is instead. */
export const NOT_BUILT: Readonly<Record<string, string>> = {
  '/eval/simulation':
    'Simulations are not built: a test suite whose testerPlan has an assistant plays the caller (POST /test-suite).',
  '/reporting': 'Insights and boards are not built: POST /analytics counts and sums calls.',
  '/observability/scorecard':
    "Scorecards are not built: the assistant's analysisPlan.successEvaluationPlan judges each call.",
  '/v2/knowledge-base':
    'This form of a knowledge base is not built: upload files (POST /file) and name them in a knowledge base (POST /knowledge-base).',
};

/** Answers 501, with what to use instead, for published routes that are not built here. */
export function notBuiltRoutes(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const [path, message] of Object.entries(NOT_BUILT)) {
    const refuse = () => {
      throw new ApiError('not_built', message);
    };
    app.all(path, refuse).all(`${path}/*`, refuse);
  }
  return app;
}
