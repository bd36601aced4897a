import type { Model } from '../generation/model.ts';
import type { SecondHearing } from '../recognition/second-hearing.ts';
import { createConversationKit, type KitOptions } from './conversation-kit.ts';

export const HEARD = 'Where is our neighborhood camp';
export const MEANT = 'where is our data kept';
export const KNOWN = 'how is our data kept';
export const PHRASES = [MEANT];

export type Understand = NonNullable<Model['expects']>['understand'];

/** Knows one question by its words, and small talk. */
export const understandWords: Understand = async (messages) => {
  const said = messages.at(-1)?.content ?? '';
  if (said.includes('data')) return 'fact';
  return said.includes('thank') ? 'talk' : 'unclear';
};

export const understandingBy = (understand: Understand) => (model: Model) => ({
  ...model,
  expects: { phrases: PHRASES, understand },
});
export const withExpectations = understandingBy(understandWords);

type Kit = ReturnType<typeof createConversationKit>;

/** Says `said` to an assistant that hears `again` the second time, `after` ms; null: never. At a later pause it hears nothing more. */
export async function talk(
  said: string,
  again: string | Error,
  options: KitOptions & {
    after?: number | null;
    goOn?: string;
    /** Silence before it, ms. */
    silence?: number;
    latency?: number;
    hasTimeToSpare?: boolean;
    busyAtFirst?: boolean;
    busy?: boolean;
    littleMemory?: boolean;
  } = {},
) {
  const {
    after = 400,
    goOn,
    silence = 600,
    latency,
    hasTimeToSpare = false,
    busyAtFirst,
  } = options;
  const asked: (readonly string[])[] = [];
  const begun: { readonly at: number; readonly signal: AbortSignal | undefined }[] = [];
  let kit: Kit;
  const secondHearing: SecondHearing = {
    hasTimeToSpare,
    prepare: async () => {},
    hear(_pcm, phrases, signal) {
      begun.push({ at: kit.clock.now(), signal });
      const first = asked.length === 0;
      asked.push(phrases);
      if (options.busy || (first && busyAtFirst)) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        if (after === null) return;
        kit.clock.schedule(after, () =>
          again instanceof Error ? reject(again) : resolve(first || busyAtFirst ? again : null),
        );
      });
    },
    close: async () => {},
  };
  kit = createConversationKit({
    secondHearing: options.littleMemory ? undefined : secondHearing,
    wrapModel: withExpectations,
    ...options,
  });
  if (latency !== undefined) kit.scripts.transcriber.latency = latency;
  kit.conversation.start();
  await kit.say(said);
  if (goOn !== undefined) {
    await kit.run(silence);
    await kit.say(goOn);
  }
  const spokenAt = kit.lastSpokenAt;
  await kit.until(() => kit.finals('user').length === 1);
  return {
    kit,
    asked,
    begun,
    spokenAt,
    wait: kit.clock.now() - spokenAt,
    words: kit.finals('user'),
  };
}
