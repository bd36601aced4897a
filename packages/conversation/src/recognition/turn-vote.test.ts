import { describe, expect, it } from 'vitest';
import { createConversationKit } from '../testing/conversation-kit.ts';
import type { TurnModel } from './turn-model.ts';
import { turnWait } from './turn-plan.ts';

/** From the caller's last sound to the end of their turn, ms. */
async function waitFor(text: string, turnModel?: TurnModel, settings = {}) {
  const kit = createConversationKit({ settings, ...(turnModel && { turnModel }) });
  kit.conversation.start();
  await kit.say(text);
  const spokenAt = kit.lastSpokenAt;
  await kit.until(() => kit.finals('user').length === 1);
  return { wait: kit.clock.now() - spokenAt, faults: kit.faults };
}

const judging = (done: number): TurnModel => ({
  judge: async () => done,
  close: async () => {},
});

const PLAIN = 'what does it cost?';
const WHOLE = 'how much does it cost per year?';
const OPEN = 'I teach math and.';

describe('TURN-11d: a turn model that is installed', () => {
  it('shortens the wait for words that may be all where the voice sounds done', async () => {
    expect((await waitFor(PLAIN)).wait).toBeGreaterThanOrEqual(830);
    expect((await waitFor(PLAIN, judging(0.97))).wait).toBeLessThanOrEqual(680);
    expect((await waitFor(OPEN, judging(0.97))).wait).toBeLessThanOrEqual(980);
  });

  it('lengthens it where the voice sounds as if it went on, for whole words, too', async () => {
    expect((await waitFor(WHOLE, judging(0.02))).wait).toBeGreaterThanOrEqual(1_080);
    expect((await waitFor(OPEN, judging(0.02))).wait).toBeGreaterThanOrEqual(1_950);
  });

  it('never speaks alone: whole words that sound done wait as ever, and so do unclear votes', async () => {
    const usual = (await waitFor(WHOLE)).wait;
    expect((await waitFor(WHOLE, judging(0.99))).wait).toBe(usual);
    expect((await waitFor(WHOLE, judging(0.5))).wait).toBe(usual);
    expect(turnWait('555 12', 'slot', {}, { vote: 'done' })).toBe(1_600);
  });

  it('is not waited for: a vote that is late counts for nothing', async () => {
    const usual = (await waitFor(WHOLE)).wait;
    const silent: TurnModel = { judge: () => new Promise(() => {}), close: async () => {} };
    expect((await waitFor(WHOLE, silent)).wait).toBe(usual);
  });

  it('leaves the words to tell where it fails, and says so', async () => {
    const broken: TurnModel = {
      judge: () => Promise.reject(new Error('no memory')),
      close: async () => {},
    };
    const { wait, faults } = await waitFor(WHOLE, broken);
    expect(wait).toBe((await waitFor(WHOLE)).wait);
    expect(faults.map(({ stage }) => stage)).toContain('turn-model');
  });

  it('yields to an assistant that has its own silences', async () => {
    const plan = { turnPlan: { waitComplete: 450, waitUnfinished: 700 } };
    const usual = (await waitFor(PLAIN, undefined, plan)).wait;
    expect((await waitFor(PLAIN, judging(0.02), plan)).wait).toBe(usual);
  });

  it('vote-after-resume: the vote on a pause that is over does not count for the next', async () => {
    const answers: ((done: number) => void)[] = [];
    const slow: TurnModel = {
      judge: () => new Promise((resolve) => answers.push(resolve)),
      close: async () => {},
    };
    const kit = createConversationKit({ turnModel: slow });
    kit.conversation.start();
    await kit.say('I would like to know.');
    await kit.run(400);
    await kit.say('how much does it cost per year?');
    const spokenAt = kit.lastSpokenAt;
    await kit.run(240);
    answers[0]?.(0.01);
    await kit.until(() => kit.finals('user').length === 1);
    expect(kit.clock.now() - spokenAt).toBeLessThan(700);
  });
});
