import type { ResolveCallTarget } from '../assistants/runtime/resolve-call-target.ts';
import type { CallRights } from '../tokens/token-store.ts';
import type { OpenSubject } from './subject.ts';

/** Those who take calls, with the prompts, models, knowledge, tools and handoffs they have there. */
export function createOpenSubject(resolveCallTarget: ResolveCallTarget): OpenSubject {
  return async ({ orgId, form, isSpoken, meter }) => {
    const router = await resolveCallTarget({
      form,
      token: ownerOf(orgId),
      user: {},
      isSpoken,
      ...(meter === undefined ? {} : { meter }),
    });
    return { first: router.speaker, handOff: router.handOff, workflowTrace: router.workflowTrace };
  };
}

/** A test runs on behalf of the organisation, not of the person who started it. */
const ownerOf = (orgId: string): CallRights => ({
  orgId,
  kind: 'private',
  allowedAssistantIds: null,
  allowTransientAssistant: true,
  allowedModelProviders: [],
});
