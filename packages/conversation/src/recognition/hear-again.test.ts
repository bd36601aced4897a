import { describe, expect, it } from 'vitest';
import type { Model } from '../generation/model.ts';
import { createConversationKit, type KitOptions } from '../testing/conversation-kit.ts';
import type { SecondHearing } from './second-hearing.ts';

const HEARD = 'Where is our neighborhood camp';
const MEANT = 'where is our data kept';
const PHRASES = [MEANT];

/** Knows one question by its words, and small talk. */
const withExpectations = (model: Model): Model => ({
  ...model,
  expects: {
    phrases: PHRASES,
    async understand(messages) {
      const said = messages.at(-1)?.content ?? '';
      if (said.includes('data')) return 'fact';
      return said.includes('thank') ? 'talk' : 'unclear';
    },
  },
});

type Kit = ReturnType<typeof createConversationKit>;

/** Says `said` to an assistant that hears `again` the second time, `after` ms; null: never. At a later pause it hears nothing more. */
async function talk(
  said: string,
  again: string | Error,
  options: KitOptions & {
    after?: number | null;
    /** What it hears by its sound alone, of so many seconds, `carefulAfter` ms. @default nothing, for lack of time */
    careful?: string | Error | ((seconds: number) => string);
    carefulAfter?: number;
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
  const asked: (readonly string[] | null)[] = [];
  const begun: { readonly at: number; readonly signal: AbortSignal | undefined }[] = [];
  let kit: Kit;
  const secondHearing: SecondHearing = {
    hasTimeToSpare,
    prepare: async () => {},
    hear(pcm, phrases, signal) {
      begun.push({ at: kit.clock.now(), signal });
      const { careful } = options;
      if (phrases === null) {
        asked.push(phrases);
        if (careful === undefined) return Promise.resolve(null);
        const text = typeof careful === 'function' ? careful(pcm.length / 16_000) : careful;
        return new Promise((resolve, reject) => {
          kit.clock.schedule(options.carefulAfter ?? 200, () =>
            text instanceof Error ? reject(text) : resolve(text),
          );
        });
      }
      const first = !asked.some((one) => one !== null);
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

describe('TURN-42: words that say nothing are heard again', () => {
  it('takes the words to which a fact is known, and shows no others', async () => {
    const { words, asked, wait } = await talk(HEARD, 'Where is our data kept?');
    expect(words).toEqual(['Where is our data kept?']);
    expect(asked).toEqual([PHRASES]);
    expect(wait).toBeLessThan(1_100);
  });

  it('frames the sound otherwise where there is no memory to hear what is expected', async () => {
    const { words } = await talk(HEARD, MEANT, { reframed: MEANT, littleMemory: true });
    expect(words).toEqual([MEANT]);
    expect((await talk(HEARD, MEANT, { littleMemory: true })).words).toEqual([HEARD]);
  });

  it('frames it otherwise where another turn is being heard, and only there', async () => {
    const others = { reframed: 'where is the data of my child' };
    expect((await talk(HEARD, MEANT, { ...others, busy: true })).words).toEqual([others.reframed]);
    expect((await talk(HEARD, MEANT, others)).words).toEqual([MEANT]);
  });

  it('is over by the words of another framing', async () => {
    const doubtful = 'We were in our neighborhood and we';
    const { words, wait } = await talk(doubtful, MEANT, { reframed: MEANT, littleMemory: true });
    expect(words).toEqual([MEANT]);
    expect(wait).toBeLessThan(1_100);
  });

  it('begins with the pause where there is time to spare, and not where there is none', async () => {
    const slow = { latency: 300, after: 500 };
    const early = await talk(HEARD, MEANT, { ...slow, hasTimeToSpare: true });
    const late = await talk(HEARD, MEANT, slow);
    expect([early.words, late.words]).toEqual([[MEANT], [MEANT]]);
    expect(late.wait - early.wait).toBeGreaterThanOrEqual(200);
  });

  it('begins with the first step without voice where there is time to spare', async () => {
    const { begun, spokenAt } = await talk(HEARD, MEANT, { hasTimeToSpare: true });
    expect(begun.length).toBe(1);
    expect((begun[0]?.at ?? 0) - spokenAt).toBeLessThan(100);
  });

  it('is stopped where that was no pause, and begins anew', async () => {
    const { begun, words } = await talk('Where is our', MEANT, {
      hasTimeToSpare: true,
      goOn: 'neighborhood camp',
      silence: 100,
      busyAtFirst: true,
    });
    expect(begun.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
    expect((begun[1]?.at ?? 0) - (begun[0]?.at ?? 0)).toBeGreaterThan(500);
    expect(words).toEqual([MEANT]);
  });

  it('is stopped for words that it knows', async () => {
    const known = 'how is our data kept';
    const { words, begun } = await talk(known, MEANT, { hasTimeToSpare: true, after: null });
    expect(begun.map(({ signal }) => signal?.aborted)).toEqual([true]);
    expect(words).toEqual([known]);
  });

  it('is not put off by a failure that nobody needs', async () => {
    const { kit } = await talk('how is our data kept', new Error('The thread died.'), {
      hasTimeToSpare: true,
    });
    expect(kit.faults).toEqual([]);
  });

  it('hears the turn later where another was being heard when it paused', async () => {
    const { words, asked } = await talk(HEARD, MEANT, { hasTimeToSpare: true, busyAtFirst: true });
    expect(asked).toEqual([PHRASES, PHRASES]);
    expect(words).toEqual([MEANT]);
  });

  it('leaves what was heard where the other words say nothing either, or are few', async () => {
    expect((await talk(HEARD, 'We are in our own bed.')).words).toEqual([HEARD]);
    expect((await talk(HEARD, 'Our data')).words).toEqual([HEARD]);
  });

  it('does not listen again to a question that it knows, to small talk or to a short sound', async () => {
    expect((await talk('how is our data kept', MEANT)).asked).toEqual([]);
    expect((await talk('thank you very much', MEANT)).asked).toEqual([]);
    expect((await talk('blue', MEANT)).asked).toEqual([]);
  });

  it('waits for it for 1,100 ms of silence at most', async () => {
    const { words, wait } = await talk(HEARD, MEANT, { after: null });
    expect(words).toEqual([HEARD]);
    expect(wait).toBeGreaterThanOrEqual(1_100);
    expect(wait).toBeLessThan(1_350);
  });

  it('forgets it where speech goes on meanwhile', async () => {
    const { words } = await talk(HEARD, MEANT, { goOn: 'and for parents' });
    expect(words).toEqual([expect.stringContaining('for parents')]);
    expect(words[0]).not.toContain('data');
  });

  it('is over, by what was expected, when it would be by the words that were heard first', async () => {
    const doubtful = 'We were in our neighborhood and we';
    const { words, wait } = await talk(doubtful, 'Where is our data kept?', { after: 300 });
    expect(words).toEqual(['Where is our data kept?']);
    expect(wait).toBeGreaterThanOrEqual(1_450);
  });

  it('says that it failed, and goes on with what was heard', async () => {
    const { words, kit } = await talk(HEARD, new Error('The thread died.'));
    expect(words).toEqual([HEARD]);
    expect(kit.faults).toEqual([{ stage: 'second-hearing', error: new Error('The thread died.') }]);
  });

  it('trusts the recognisers that an assistant names', async () => {
    const named = {
      provider: 'named',
      transcribe: async () => ({ text: HEARD }),
      close: async () => {},
    };
    const { asked } = await talk(HEARD, MEANT, { transcribers: () => [named] });
    expect(asked).toEqual([]);
  });

  it('expects nothing for an assistant that cannot tell what it understands', async () => {
    const { asked, words } = await talk(HEARD, MEANT, { wrapModel: (model) => model });
    expect(asked).toEqual([]);
    expect(words).toEqual([HEARD]);
  });
});

describe('TURN-43: where there is time to spare, what was said is heard more carefully', () => {
  const SPARE = { hasTimeToSpare: true };
  const PLAIN = { ...SPARE, wrapModel: (model: Model) => model };
  const CAREFUL = 'Where is our neighbor kept?';

  it('replaces words for an assistant that takes whatever is said', async () => {
    const { words, asked } = await talk(HEARD, '', { ...PLAIN, careful: MEANT });
    expect(words).toEqual([MEANT]);
    expect(asked).toEqual([null]);
  });

  it('is not waited for', async () => {
    const plain = await talk(HEARD, '', PLAIN);
    const late = await talk(HEARD, '', { ...PLAIN, careful: MEANT, carefulAfter: 3_000 });
    expect(late.words).toEqual([HEARD]);
    expect(late.wait).toBe(plain.wait);
    expect(late.begun.map(({ signal }) => signal?.aborted)).toEqual([true]);
  });

  it('does not tell how long to wait', async () => {
    const doubtful = 'We were in our neighborhood and we';
    const { words, wait } = await talk(doubtful, '', { ...PLAIN, careful: MEANT });
    expect(words).toEqual([MEANT]);
    expect(wait).toBeGreaterThanOrEqual(1_450);
  });

  it('replaces words that say nothing where those that are expected do not say more', async () => {
    const options = { ...SPARE, careful: CAREFUL, carefulAfter: 100, latency: 100 };
    const other = await talk(HEARD, 'We are in our own bed.', { ...options, after: 200 });
    expect(other.words).toEqual([CAREFUL]);
    expect(other.asked).toEqual([PHRASES, null]);
    expect((await talk(HEARD, MEANT, options)).words).toEqual([MEANT]);
  });

  it('leaves words that it knows, reactions, and those of which it hears but a part', async () => {
    const options = { ...SPARE, careful: CAREFUL };
    for (const said of ['how is our data kept', 'thank you very much'])
      expect((await talk(said, '', options)).words).toEqual([said]);
    const long = 'we were in our neighborhood camp by the lake with my children';
    expect((await talk(long, '', options)).words).toEqual([long]);
  });

  it('is left out where there is no time to spare', async () => {
    const { words } = await talk(HEARD, '', { ...PLAIN, hasTimeToSpare: false, careful: MEANT });
    expect(words).toEqual([HEARD]);
  });

  it('says that it failed, and goes on with what was heard', async () => {
    const error = new Error('The thread died.');
    const { words, kit } = await talk(HEARD, '', { ...PLAIN, careful: error });
    expect(words).toEqual([HEARD]);
    expect(kit.faults).toEqual([{ stage: 'second-hearing', error }]);
  });
});

describe('TURN-43: segments of a long turn are heard more carefully while it goes on', () => {
  const words = (letter: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${letter}${index}`).join(' ');
  /** Eleven seconds. */
  const LONG = `${words('w', 44)} and`;
  const BETTER = `${words('b', 44)} and`;
  const REST = 'we are in our neighborhood camp.';
  const BETTER_REST = 'we are in our neighbor camp.';
  const isLong = (seconds: number) => seconds > 10;
  const SPARE = {
    ...{ hasTimeToSpare: true, goOn: REST },
    wrapModel: (model: Model) => model,
    careful: (seconds: number) => (isLong(seconds) ? BETTER : BETTER_REST),
  };

  it('replaces the words of those that are over, and of the last one', async () => {
    const heard = await talk(LONG, '', SPARE);
    expect(heard.words).toEqual([`${BETTER} ${BETTER_REST}`]);
    expect(heard.asked.length).toBeGreaterThan(1);
  });

  it('does not hear a long one at its pause, when it is too late for it', async () => {
    const { goOn: _, ...alone } = SPARE;
    expect((await talk(LONG, '', alone)).asked).toEqual([]);
  });

  it('expects nothing of the rest of a long turn', async () => {
    const heard = await talk(LONG, '', { ...SPARE, wrapModel: withExpectations });
    expect(new Set(heard.asked)).toEqual(new Set([null]));
    expect(heard.words).toEqual([`${BETTER} ${BETTER_REST}`]);
  });

  it('leaves those of which it hears but a part', async () => {
    const careful = (seconds: number) => words('b', isLong(seconds) ? 20 : 3);
    expect((await talk(LONG, '', { ...SPARE, careful })).words).toEqual([`${LONG} ${REST}`]);
  });

  it('is not waited for', async () => {
    const late = await talk(LONG, '', { ...SPARE, carefulAfter: 9_000 });
    expect(late.words).toEqual([`${LONG} ${REST}`]);
    expect(late.begun.map(({ signal }) => signal?.aborted)).not.toContain(false);
  });

  it('is left out where there is no time to spare', async () => {
    const { asked } = await talk(LONG, '', { ...SPARE, hasTimeToSpare: false });
    expect(asked).toEqual([]);
  });

  it('says that it failed, and goes on with what was heard', async () => {
    const error = new Error('The thread died.');
    const failed = await talk(LONG, '', { ...SPARE, careful: error });
    expect(failed.words).toEqual([`${LONG} ${REST}`]);
    expect(failed.kit.faults).toContainEqual({ stage: 'second-hearing', error });
  });
});
