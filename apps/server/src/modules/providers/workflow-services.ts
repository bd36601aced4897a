import type { WORKFLOW_PROVIDERS } from '@kindling/protocol';
import { z } from 'zod';
import type { OpenedCredential } from '../credentials/credential-store.ts';
import {
  badProvider,
  type ProviderQuestion,
  type ProviderRequest,
} from '../credentials/provider-client.ts';

type WorkflowProvider = (typeof WORKFLOW_PROVIDERS)[number];
type Question = Pick<ProviderQuestion<typeof anything>, 'provider' | 'ask' | 'answer'>;

/** Passed on as it is. */
const anything = z.looseObject({});
const GO_HIGH_LEVEL = 'https://rest.gohighlevel.com/v1';

const ask = {
  make: (path: (fields: OpenedCredential['fields']) => string): Question => ({
    provider: 'make',
    ask: ({ fields }) => ({
      // The form of a region is checked when the credential is stored.
      url: `https://${String(fields.region)}.make.com/api/v2${path(fields)}`,
      headers: { authorization: `Token ${String(fields.apiKey)}` },
    }),
    answer: anything,
  }),
  ghl: (path: string): Question => ({
    provider: 'gohighlevel',
    ask: ({ fields }): ProviderRequest => ({
      url: `${GO_HIGH_LEVEL}${path}`,
      headers: { authorization: `Bearer ${String(fields.apiKey)}` },
    }),
    answer: anything,
  }),
};

const teamOf = (fields: OpenedCredential['fields']) =>
  new URLSearchParams({ teamId: String(fields.teamId) });

/** Make calls them scenarios. */
export function findWorkflows(provider: WorkflowProvider, locationId?: string): Question {
  if (provider === 'make') return ask.make((fields) => `/scenarios?${teamOf(fields)}`);
  const query = locationId === undefined ? '' : `?${new URLSearchParams({ locationId })}`;
  return ask.ghl(`/workflows/${query}`);
}

/**
 * What starts a workflow.
 *
 * @throws `bad_request` for a provider that does not tell
 */
export function triggersOf(provider: WorkflowProvider, workflowId: string): Question {
  if (provider === 'make') return ask.make(() => `/scenarios/${workflowId}/triggers`);
  throw badProvider('ghl does not tell what starts a workflow; look in its own pages.');
}

/** Where the account is at home: teams at Make, locations at GoHighLevel. */
export const LOCATIONS: Readonly<Record<WorkflowProvider, Question>> = {
  make: ask.make((fields) => `/teams/${String(fields.teamId)}`),
  ghl: ask.ghl('/locations/'),
};
