import { checkSpeechProviders } from '../assistants/runtime/engines.ts';
import type { OpenCast } from '../assistants/runtime/open-cast.ts';
import type { CallRights } from '../tokens/token-store.ts';
import type { OpenSubject } from './subject.ts';

/** Those who take calls, with the prompts, models, knowledge, tools and handoffs they have there. */
export function createOpenSubject(openCast: OpenCast): OpenSubject {
  return async ({ orgId, form, isSpoken }) => {
    const cast = await openCast({
      ...{ form, token: ownerOf(orgId), user: {} },
      ...(isSpoken ? { check: checkSpeechProviders } : {}),
    });
    return { first: cast.speaker, handOff: cast.handOff, trail: cast.trail };
  };
}

/** A test runs for the organisation, not for whoever began it. */
const ownerOf = (orgId: string): CallRights => ({
  ...{
    orgId,
    kind: 'private',
    allowedAssistantIds: null,
    allowTransientAssistant: true,
    allowedModelProviders: [],
  },
});
