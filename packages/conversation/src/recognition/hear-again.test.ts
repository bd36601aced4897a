import { describe, expect, it } from 'vitest';
import type { Model } from '../generation/model.ts';
import { HEARD, KNOWN, MEANT, PHRASES, talk, withExpectations } from '../testing/hear-again-kit.ts';
import { createHearAgain } from './hear-again.ts';
import { createOtherHearings } from './other-hearings.ts';

describe('TURN-42: words that say nothing are heard again', () => {
  it('takes the words to which a fact is known, and shows no others', async () => {
    const { words, asked, wait } = await talk(HEARD, 'Where is our data kept?');
    expect(words).toEqual(['Where is our data kept?']);
    expect(asked).toEqual([PHRASES]);
    expect(wait).toBeLessThan(1_100);
  });

  it('hears other forms of the sound where there is no memory to hear what is expected', async () => {
    const options = { otherwise: () => [[MEANT, MEANT]], littleMemory: true };
    expect((await talk(HEARD, MEANT, options)).words).toEqual([MEANT]);
    expect((await talk(HEARD, MEANT, { littleMemory: true })).words).toEqual([HEARD]);
  });

  it('hears them where another turn is being heard, and is over by their words', async () => {
    const other = 'where is the data of my child';
    const options = { otherwise: () => [[other, other]] };
    const doubtful = 'We were in our neighborhood and we';
    const { words, wait } = await talk(doubtful, MEANT, { ...options, busy: true });
    expect(words).toEqual([other]);
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

  it('is stopped for small talk', async () => {
    const said = 'thank you very much';
    const { words, begun } = await talk(said, MEANT, { hasTimeToSpare: true, after: null });
    expect(begun.map(({ signal }) => signal?.aborted)).toEqual([true]);
    expect(words).toEqual([said]);
  });

  it('is not put off by a failure that nobody needs', async () => {
    const failing = new Error('The thread died.');
    const { kit } = await talk('thank you very much', failing, { hasTimeToSpare: true });
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
    expect((await talk(KNOWN, MEANT)).asked).toEqual([]);
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
    const { asked, words } = await talk(HEARD, MEANT, {
      wrapModel: (model) => model,
      hasTimeToSpare: true,
    });
    expect(asked).toEqual([]);
    expect(words).toEqual([HEARD]);
  });
});

describe('TURN-43: several hearings agree on the words of a turn', () => {
  const SOON = { latency: 100 };
  const PLAIN = { ...SOON, wrapModel: (model: Model) => model };
  const others = (...texts: string[]) => ({ ...SOON, otherwise: () => [texts] });

  it('takes the words of most, for an assistant that takes whatever is said', async () => {
    const heard = others('Where is our neighbor camp', 'Well is our neighbor camp');
    expect((await talk(HEARD, '', { ...PLAIN, ...heard })).words).toEqual([
      'Where is our neighbor camp',
    ]);
  });

  it('leaves what was heard first where no two agree on other words', async () => {
    const heard = others('Where is our neighbor camp', 'Where is our labour camp');
    expect((await talk(HEARD, '', { ...PLAIN, ...heard })).words).toEqual([HEARD]);
  });

  it('counts more and more of them', async () => {
    const otherwise = () => [
      ['Where is our neighbor camp', 'Where is our neighbor camp'],
      [HEARD, HEARD],
    ];
    const doubtful = { ...PLAIN, otherwise, settings: { turnPlan: { waitAtLeast: 1_200 } } };
    expect((await talk(HEARD, '', doubtful)).words).toEqual([HEARD]);
  });

  it('waits for the first two, for 1,100 ms of silence at most, and for no others', async () => {
    const plain = await talk(HEARD, '', PLAIN);
    const two = [MEANT, MEANT];
    const five = await talk(HEARD, '', { ...PLAIN, otherwise: () => [two, 3_000, two] });
    expect(five.words).toEqual([MEANT]);
    expect(five.wait).toBe(plain.wait);
    const never = await talk(HEARD, '', { ...PLAIN, otherwise: () => [3_000, two] });
    expect(never.words).toEqual([HEARD]);
    expect(never.wait).toBeGreaterThanOrEqual(1_100);
    expect(never.wait).toBeLessThan(1_350);
  });

  it('waits for all of them behind what was long', async () => {
    const long =
      'We would like to know from you, before we go on with it, where our neighborhood camp is';
    const meant = long.replace('neighborhood', 'neighbor');
    const otherwise = () => [[long, meant], 300, [meant, meant]];
    const { words } = await talk(long, '', { ...PLAIN, otherwise });
    expect(words).toEqual([meant]);
    const short = () => [[HEARD, MEANT], 300, [MEANT, MEANT]];
    expect((await talk(HEARD, '', { ...PLAIN, otherwise: short })).words).toEqual([HEARD]);
  });

  it('does not wait where there is no time for them', async () => {
    const plain = await talk(HEARD, '', PLAIN);
    expect((await talk(HEARD, '', { ...PLAIN, otherwise: () => [] })).wait).toBe(plain.wait);
  });

  it('begins before the first words are known', async () => {
    const slow = { ...PLAIN, latency: 230, otherwise: () => [100, [MEANT, MEANT]] };
    expect((await talk(HEARD, '', slow)).words).toEqual([MEANT]);
  });

  it('does not tell how long to wait', async () => {
    const doubtful = 'We were in our neighborhood and we';
    const { words, wait } = await talk(doubtful, '', { ...PLAIN, ...others(MEANT, MEANT) });
    expect(words).toEqual([MEANT]);
    expect(wait).toBeGreaterThanOrEqual(1_450);
  });

  it('replaces words to which a fact is known by such alone', async () => {
    const mended = 'how is all our data kept';
    expect((await talk(KNOWN, '', others(mended, mended))).words).toEqual([mended]);
    expect((await talk(KNOWN, '', others(HEARD, HEARD))).words).toEqual([KNOWN]);
  });

  it('replaces words that say nothing where those that are expected do not say more', async () => {
    const other = 'Where is our neighbor kept?';
    const options = { ...others(other, other), hasTimeToSpare: true, after: 200 };
    expect((await talk(HEARD, 'We are in our own bed.', options)).words).toEqual([other]);
    expect((await talk(HEARD, MEANT, options)).words).toEqual([MEANT]);
  });

  it('leaves reactions', async () => {
    const said = 'thank you very much';
    expect((await talk(said, '', others(MEANT, MEANT))).words).toEqual([said]);
  });

  it('says that it failed, and goes on with what was heard', async () => {
    const error = new Error('The recogniser failed.');
    const failing = { ...PLAIN, otherwise: () => [error] };
    const { words, kit } = await talk(HEARD, '', failing);
    expect(words).toEqual([HEARD]);
    expect(kit.faults).toEqual([{ stage: 'second-hearing', error }]);
  });
});

describe('TURN-43: sound in which no words were heard', () => {
  const sound = new Float32Array(16_000);
  const turn = { whole: () => sound, newest: () => sound, withKept: async (text: string) => text };
  const nothing = { text: '', newest: '', goesOn: false };

  /** What counts for it where two other forms of it are heard as `others`. */
  async function wordsFor(others: string, model: Pick<Model, 'expects'>) {
    const words: string[] = [];
    const hearAgain = createHearAgain({
      transcriber: {
        async *transcribeOtherwise() {
          yield [others, others];
        },
      },
      model,
      messagesWith: (content) => [{ role: 'user', content }],
      otherHearings: createOtherHearings(),
      mayHear: () => true,
      onError: (error) => expect.unreachable(String(error)),
    });
    const hooks = {
      onGoodEnough() {},
      onOtherWords: ({ text }: { readonly text: string }) => words.push(text),
    };
    await hearAgain.begin(turn)?.finish(nothing, hooks);
    const signal = new AbortController().signal;
    expect(await hearAgain.improve(sound, Promise.resolve(''), signal)).toBeNull();
    return words;
  }

  it('is none of which two other forms sound like a word', async () => {
    expect(await wordsFor('Thank you.', {})).toEqual([]);
    const { expects } = withExpectations({} as Model);
    if (expects === undefined) return expect.unreachable();
    const model = { expects };
    expect(await wordsFor('you', model)).toEqual([]);
    expect(await wordsFor('we were in a camp', model)).toEqual([]);
    expect(await wordsFor('data', model)).toEqual([]);
    expect(await wordsFor(MEANT, model)).toEqual([MEANT]);
  });
});

describe('TURN-43: several hearings agree on segments of a long turn while it goes on', () => {
  const words = (letter: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${letter}${index}`).join(' ');
  /** Eleven seconds. */
  const LONG = `${words('w', 44)} and`;
  const BETTER = `${words('w', 43)} x43 and`;
  const REST = 'we are in our neighborhood camp.';
  const BETTER_REST = 'we are in our neighbor camp.';
  const betterOf = (seconds: number) => (seconds > 10 ? BETTER : BETTER_REST);
  const LONG_TURN = {
    latency: 100,
    goOn: REST,
    wrapModel: (model: Model) => model,
    otherwise: (seconds: number) => [[betterOf(seconds), betterOf(seconds)]],
  };

  it('replaces the words of those that are over, and of the last one', async () => {
    const heard = await talk(LONG, '', LONG_TURN);
    expect(heard.words).toEqual([`${BETTER} ${BETTER_REST}`]);
  });

  it('expects nothing of the rest of a long turn', async () => {
    const heard = await talk(LONG, '', { ...LONG_TURN, wrapModel: withExpectations });
    expect(heard.asked).toEqual([]);
    expect(heard.words).toEqual([`${BETTER} ${BETTER_REST}`]);
  });

  it('is not waited for', async () => {
    const otherwise = (seconds: number) => [9_000, [betterOf(seconds), betterOf(seconds)]];
    expect((await talk(LONG, '', { ...LONG_TURN, otherwise })).words).toEqual([`${LONG} ${REST}`]);
  });

  it('says that it failed, and goes on with what was heard', async () => {
    const error = new Error('The recogniser failed.');
    const failed = await talk(LONG, '', { ...LONG_TURN, otherwise: () => [error] });
    expect(failed.words).toEqual([`${LONG} ${REST}`]);
    expect(failed.kit.faults).toContainEqual({ stage: 'second-hearing', error });
  });
});
