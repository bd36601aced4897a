import { describe, expect, it } from 'vitest';
import { judgeInterruption } from '../playout/backchannel.ts';
import { createConversationKit } from '../testing/conversation-kit.ts';
import { type TurnPlan, turnWait } from './turn-plan.ts';

const LONG = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen.';

function startKit(turnPlan: TurnPlan, settings: object = {}) {
  const kit = createConversationKit({ settings: { turnPlan, ...settings } });
  kit.conversation.start();
  return kit;
}

/** From the person's last sound to the end of their turn, ms. */
async function waitFor(text: string, plan: TurnPlan) {
  const kit = startKit(plan);
  await kit.say(text);
  const spokenAt = kit.lastSpokenAt;
  await kit.until(() => kit.finals('user').length === 1);
  return kit.clock.now() - spokenAt;
}

describe("an assistant's own plan", () => {
  it.each([
    ['what is it?', 'complete', { waitComplete: 1_000 }, 1_000],
    ['what is it?', 'complete', { waitAtLeast: 1_500 }, 1_500],
    ['what is it?', 'complete', { waitAtLeast: 200 }, 450],
    ['what is it?', 'complete', { waitComplete: 100, waitAtLeast: 400 }, 400],
    ['tell me', 'plain', { waitUnfinished: 2_000 }, 2_000],
    ['and so', 'open', { waitUnfinished: 300 }, 300],
    ['I was born in 1984.', 'complete', { waitComplete: 100, waitNumber: 900 }, 900],
    ['my number is 555', 'slot', { waitUnfinished: 100 }, 1_600],
    ['my number is 555', 'slot', { waitNumber: 500 }, 500],
    ['', 'empty', { waitAtLeast: 3_000 }, 600],
  ] as const)('TURN-32: “%s” (%s) with %j waits %i', (text, shape, plan, wait) => {
    expect(turnWait(text, shape, plan)).toBe(wait);
  });

  it('TURN-32: the turn ends when the plan says', async () => {
    const usual = await waitFor('how much does it cost per year?', {});
    const patient = await waitFor('how much does it cost per year?', { waitAtLeast: 1_500 });
    expect(usual).toBeLessThan(700);
    expect(patient).toBeGreaterThanOrEqual(1_480);
    expect(patient).toBeLessThan(1_700);
  });

  it.each([
    ['okay', {}, 'backchannel'],
    ['okay', { acknowledgements: ['got it'] }, 'words'],
    ['Got it, got it.', { acknowledgements: ['got it'] }, 'backchannel'],
    [
      'all right then all right',
      { acknowledgements: ['all right', 'all right then'] },
      'backchannel',
    ],
    ['got it but why', { acknowledgements: ['got it'] }, 'words'],
    ['stop', {}, 'words'],
    ['please halt now', { interruptions: ['halt'] }, 'words'],
    ['asphalt', { interruptions: ['halt'] }, 'too-few'],
  ] as const)('TURN-33: “%s” with %j is %s', (text, phrases, verdict) => {
    const needed = verdict === 'too-few' || 'interruptions' in phrases ? 5 : 1;
    expect(judgeInterruption(text, { needed, ...phrases })).toBe(verdict);
  });

  it('TURN-33: voice stops the assistant after as much of it as the plan says', async () => {
    const stops = async (voiceAlone: number) => {
      const kit = startKit({ voiceAlone }, { firstMessage: LONG, interruptionWords: 0 });
      await kit.run(1_000);
      await kit.rustle(350);
      return kit.of('user-interrupted').length;
    };
    expect(await stops(200)).toBe(1);
    expect(await stops(500)).toBe(0);
  });

  it('TURN-34: an assistant that was stopped waits before it answers', async () => {
    const answersAfter = async (backoff: number) => {
      const kit = startKit({ backoff }, { firstMessage: LONG });
      await kit.run(1_000);
      await kit.say('stop please');
      await kit.until(() => kit.of('user-interrupted').length === 1);
      const stoppedAt = kit.messages.findLast(
        ({ message }) => message.type === 'user-interrupted',
      )?.at;
      await kit.until(() => kit.finals('assistant').includes('Here it is.'));
      return kit.clock.now() - (stoppedAt ?? Number.NaN);
    };
    expect(await answersAfter(0)).toBeLessThan(3_000);
    expect(await answersAfter(5_000)).toBeGreaterThanOrEqual(5_000);
  });

  it('TURN-34: a timer that runs a fraction of a millisecond early loses no answer', async () => {
    const kit = startKit({ backoff: 5_000 }, { firstMessage: LONG });
    const { schedule } = kit.clock;
    kit.clock.schedule = (delay, callback) =>
      schedule(delay === 5_000 ? delay - 0.4 : delay, callback);
    await kit.run(1_000);
    await kit.say('stop please');
    await kit.until(() => kit.finals('assistant').includes('Here it is.'));
  });

  it('TURN-32: waits as a rule says before all else, but never less than the shortest silence', () => {
    const waitFor = ({ caller, assistant }: { caller: string; assistant: string }) =>
      assistant.includes('number') ? 3_000 : caller === 'Yes.' ? 100 : undefined;
    const plan = { waitFor, waitComplete: 700, lastSaid: () => 'And what else?' };
    expect(turnWait('Yes.', 'complete', plan)).toBe(100);
    expect(turnWait('Yes.', 'complete', { ...plan, waitAtLeast: 400 })).toBe(400);
    expect(turnWait('Fine.', 'complete', plan)).toBe(700);
    const asked = { ...plan, lastSaid: () => 'Your number, please.' };
    expect(turnWait('Yes.', 'complete', asked)).toBe(3_000);
  });
});
