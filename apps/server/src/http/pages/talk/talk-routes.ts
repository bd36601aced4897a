import { type TalkTerms, talkRequestSchema } from '@kindling/protocol/talk';
import { talkPaths } from '@kindling/protocol/talk-address';
import { Hono, type MiddlewareHandler } from 'hono';
import type { AssistantStore } from '../../../modules/assistants/assistant-store.ts';
import { ASSISTANT_DEFAULTS } from '../../../modules/assistants/runtime/conversation-settings.ts';
import { resolveAssistant } from '../../../modules/assistants/runtime/resolve-assistant.ts';
import { greetingOf } from '../../../modules/calls/live/greeting.ts';
import { noticeWords } from '../../../modules/privacy/data-use-words.ts';
import type { ReadDataUse } from '../../../modules/privacy/read-data-use.ts';
import type { Authenticate } from '../../../modules/tokens/authenticate.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { AppEnv } from '../../../platform/requests/app-env.ts';
import { readJson } from '../../../platform/requests/bodies/read-json.ts';

export interface TalkOptions {
  readonly authenticate: Authenticate;
  readonly assistants: Pick<AssistantStore, 'find'>;
  readonly readDataUse: ReadDataUse;
}

/**
 * `POST /talk/terms`: tells the page where an assistant answers whom it calls, or why it cannot.
 * It refuses what `POST /call/web` would refuse, in the same words, before anybody presses a button.
 */
export function talkRoutes(
  { authenticate, assistants, readDataUse }: TalkOptions,
  requestLimit: MiddlewareHandler<AppEnv>,
): Hono<AppEnv> {
  // Not a GET: a browser names the page's origin with every POST, which the key is checked by.
  return new Hono<AppEnv>().post(talkPaths.terms, requestLimit, async (c) => {
    const token = await authenticate(c, 'public');
    if (token.kind !== 'public') {
      throw new ApiError(
        'forbidden',
        'Anyone with the address of this page has its key: use a public one.',
      );
    }
    const form = await readJson(c, talkRequestSchema);
    const assistant = await resolveAssistant(form, token, assistants);
    const use = await readDataUse(token.orgId, assistant);
    const firstMessage = greetingOf(assistant, new Date());
    const terms: TalkTerms = {
      assistantName: assistant.name ?? 'Assistant',
      maxDurationSeconds: assistant.maxDurationSeconds ?? ASSISTANT_DEFAULTS.maxDurationSeconds,
      recordsSound: use.recordsSound,
      notice: noticeWords(use),
      ...(firstMessage === null ? {} : { firstMessage }),
    };
    return c.json(terms, 200, { 'Cache-Control': 'no-store' });
  });
}
